import { expect, type Page } from '@playwright/test';

/**
 * Makes every text of the page 40 % longer for a moment, as a language with longer words would. Fails when an
 * element then overflows the right edge of the page.
 */
export async function expectRoomForLongerTexts(page: Page): Promise<void> {
  const outside = await page.evaluate(() => {
    const giveBack = lengthen();
    const { clientWidth } = document.documentElement;
    const found = [...document.body.querySelectorAll<HTMLElement>('main *, header *')]
      .filter((element) => sticksOut(element, clientWidth))
      .map((element) => element.outerHTML.slice(0, 160));
    giveBack();
    return found;

    function lengthen(): () => void {
      const former: [node: Node, text: string | null][] = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const text = node.textContent?.trim() ?? '';
        if (text === '' || node.parentElement?.closest('script, noscript, pre')) continue;
        former.push([node, node.textContent]);
        // The extra text consists of short words, so that lines can break as in a real language.
        node.textContent = `[${text} ${'ẽxträ '.repeat(Math.ceil((text.length * 0.4) / 6)).trim()}]`;
      }
      return () => {
        for (const [node, text] of former) node.textContent = text;
      };
    }

    function sticksOut(element: HTMLElement, clientWidth: number): boolean {
      const { right, width, height } = element.getBoundingClientRect();
      if (width <= 1 || height <= 1 || right <= clientWidth + 1) return false;
      // Inside a parent that scrolls or cuts its content, nothing overflows the page.
      for (let each = element.parentElement; each !== null; each = each.parentElement) {
        if (getComputedStyle(each).overflowX !== 'visible') return false;
      }
      return true;
    }
  });
  expect(outside).toEqual([]);
}
