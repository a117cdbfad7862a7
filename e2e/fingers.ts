import { expect, type Page } from '@playwright/test';

/** Runs `look` with touch emulated on the open page: a new touch window would have to load everything again. */
export async function withFinger(page: Page, look: (page: Page) => Promise<void>): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  const isCoarse = () => page.evaluate(() => matchMedia('(pointer: coarse)').matches);
  await expect.poll(isCoarse).toBe(true);
  try {
    await look(page);
  } finally {
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: false });
    await expect.poll(isCoarse).toBe(false);
    await session.detach();
  }
}

/**
 * Fails unless each button is 40 px wide and high, or at least 24 px with no other target within 20 px of its centre
 * (the spacing exception of WCAG 2.5.8, for targets of 40 px). Links of 24 px are checked by axe.
 */
export async function expectReachable(page: Page): Promise<void> {
  const missed = await page.evaluate(() => {
    const drawn = [...document.querySelectorAll('button, a, input, select, textarea')]
      .filter((target) => target.checkVisibility({ visibilityProperty: true }))
      .map((target) => ({ target, box: target.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1);
    return drawn
      .filter(({ target, box }) => target.localName === 'button' && isMissed(target, box))
      .map(({ target, box: { width, height } }) => {
        const name = target.getAttribute('aria-label') ?? target.textContent;
        return `${name}: ${Math.round(width)} × ${Math.round(height)}`;
      });

    function isMissed(button: Element, { x, y, width, height }: DOMRect): boolean {
      if (width < 24 || height < 24) return true;
      if (width >= 39.5 && height >= 39.5) return false;
      return drawn.some(({ target, box: { left, right, top, bottom } }) => {
        if (target === button) return false;
        const dx = Math.max(left - x - width / 2, 0, x + width / 2 - right);
        const dy = Math.max(top - y - height / 2, 0, y + height / 2 - bottom);
        return Math.hypot(dx, dy) < 20;
      });
    }
  });
  expect(missed).toEqual([]);
}
