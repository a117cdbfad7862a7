import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Fails with what axe finds against WCAG 2.2 AA on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  // Without frames there is nothing to gather in a page of its own, which is what takes axe so long.
  const axe = new AxeBuilder({ page }).setLegacyMode().withTags(TAGS);
  const { violations } = await axe.analyze();
  const found = violations.map(({ id, nodes }) => ({ id, at: nodes.map((node) => node.html) }));
  expect(found).toEqual([]);
}

/** Fails when the page as a whole scrolls sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(excess).toBeLessThanOrEqual(0);
}
