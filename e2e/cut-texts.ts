import { expect, type Page } from '@playwright/test';

/**
 * Texts that are cut and can be read in full nowhere: hints and choices of fields that are longer than the field, and
 * texts that end in an ellipsis without a title or a link to the whole. Titles help only beside a mouse: in the lists
 * of a phone they do not count. Fields and texts that scroll are not among them.
 */
export function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isPhone = matchMedia('(max-width: 767px)').matches;
    const context = document.createElement('canvas').getContext('2d');
    const isSeen = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const fields = [...document.querySelectorAll('input, select, textarea')]
      .filter((field) => isSeen(field) && isCutField(field))
      .map((field) => `${field.localName}: ${textOf(field)}`);
    const texts = [...document.body.querySelectorAll<HTMLElement>('*:not(input, select, textarea)')]
      .filter((element) => isSeen(element) && isCutText(element) && !canBeRead(element))
      .map((element) => `${element.localName}.${element.className}: ${element.innerText}`);
    return [...fields, ...texts];

    /** The text of a field that nobody has written: what does not fit is seen nowhere else. */
    function textOf(field: Element): string {
      if (field instanceof HTMLSelectElement) return field.selectedOptions[0]?.text ?? '';
      const { value, placeholder } = field as HTMLInputElement | HTMLTextAreaElement;
      return value === '' ? placeholder : '';
    }

    function isCutField(field: Element): boolean {
      const text = textOf(field);
      if (context === null || field.clientWidth === 0 || field.getAttribute('title') === text)
        return false;
      const style = getComputedStyle(field);
      const padding = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight);
      const lines = field instanceof HTMLTextAreaElement ? field.rows : 1;
      context.font = style.font;
      return context.measureText(text).width > (field.clientWidth - padding) * lines + 1;
    }

    function isCutText(element: HTMLElement): boolean {
      const style = getComputedStyle(element);
      const cuts = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
      const isWide = cuts(style.overflowX) && element.scrollWidth > element.clientWidth + 1;
      const isHigh =
        style.webkitLineClamp !== 'none' &&
        cuts(style.overflowY) &&
        element.scrollHeight > element.clientHeight + 1;
      // Texts for screen readers only are clipped.
      const isForEyes = element.clientWidth > 1 && style.clipPath === 'none';
      return isForEyes && (isWide || isHigh) && element.innerText.trim() !== '';
    }

    function canBeRead(element: Element): boolean {
      // What is folded is shown by its button.
      const isFolded = element.closest('li')?.querySelector('[aria-expanded="false"]') !== null;
      if (element.closest('a, button') !== null || (isFolded && element.closest('li') !== null))
        return true;
      // A cell of a list gets its title when a mouse is over it.
      if (element.closest('td') !== null && !isPhone) return true;
      const text = (element.textContent ?? '').trim();
      const titled = [element.closest('[title]'), ...element.querySelectorAll('[title]')];
      return titled.some((each) => {
        const title = each?.getAttribute('title') ?? '';
        return title !== '' && (title.includes(text) || text.includes(title));
      });
    }
  });
}

/** Fails when a text is cut that can be read in full nowhere. */
export async function expectWholeTexts(page: Page): Promise<void> {
  expect(await cutTexts(page)).toEqual([]);
}
