import { expect, type Locator, type Page } from '@playwright/test';

const MOST_STOPS = 120;

/** Presses Tab, Shift+Tab or another key until the target has the focus, as a keyboard user has to. */
export async function moveTo(page: Page, target: Locator, key?: string): Promise<void> {
  await expect(target).toBeVisible();
  // The element is resolved once: a lookup by role after each key would take most of the time.
  let element = await target.elementHandle();
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    const way = await element?.evaluate((there: Node) => {
      // The former screen is shown for a moment after the address has changed.
      if (!there.isConnected) return 'gone';
      const { activeElement: here } = document;
      if (here === there) return undefined;
      const isBehind =
        (here?.compareDocumentPosition(there) ?? 0) & Node.DOCUMENT_POSITION_PRECEDING;
      return isBehind ? 'Shift+Tab' : 'Tab';
    });
    if (way === undefined) break;
    if (way === 'gone') element = await target.elementHandle();
    else await page.keyboard.press(key ?? way);
  }
  await expect(target).toBeFocused();
}

/** Moves to the target, and presses a key there. */
export async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await moveTo(page, target);
  await page.keyboard.press(key);
}

export async function type(page: Page, target: Locator, text: string): Promise<void> {
  await moveTo(page, target);
  await page.keyboard.type(text);
}
