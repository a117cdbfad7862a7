import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rules of these levels that check colours. A theme can break no others, and they take most of the time. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];
const RULES = {
  all: { runOnly: { type: 'tag', values: TAGS } },
  colours: { runOnly: { type: 'rule', values: OF_COLOURS } },
  'all but colours': {
    runOnly: { type: 'tag', values: TAGS },
    rules: Object.fromEntries(OF_COLOURS.map((rule) => [rule, { enabled: false }])),
  },
} as const;
const SOURCE = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/** Fails with the violations of WCAG 2.2 AA that axe finds on the page in its current state. */
export async function expectAccessible(
  page: Page,
  rules: keyof typeof RULES = 'all',
): Promise<void> {
  if (await page.evaluate(() => window.axe === undefined)) await page.evaluate(SOURCE);
  await page.evaluate(settle);
  // Only violations are returned from the page: the passed checks would be half a megabyte each time.
  const found = await page.evaluate(async (options) => {
    const result = await window.axe?.run(document, {
      ...options,
      resultTypes: ['violations'],
      // No rule of these levels reads style sheets, and axe would copy all of them first.
      preload: { assets: ['media'] },
    });
    return result?.violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }));
  }, RULES[rules]);
  expect(found).toEqual([]);
}

/**
 * Resolves when nothing fades any more: half of it is what axe would judge. Besides transitions that is what is drawn in by a
 * running animation, such as a dialog; other animations may wait for something else, such as the pointer.
 */
async function settle(): Promise<void> {
  // In a closed part of the page a transition stays listed, as finished, for ever.
  const isFading = (one: Animation) => {
    if (one.playState !== 'running' || one.timeline !== document.timeline) return false;
    if (one instanceof CSSTransition) return true;
    const effect = one.effect instanceof KeyframeEffect ? one.effect : undefined;
    if (!effect?.target || effect.getComputedTiming().endTime === Infinity) return false;
    return getComputedStyle(effect.target).opacity !== '1';
  };
  do {
    // A transition begins in the frame after its style was set.
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  } while (document.getAnimations().some(isFading));
}

/** Fails when the page as a whole scrolls sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  // A chart adapts its width shortly after the window was resized.
  await expect.poll(excess).toBeLessThanOrEqual(0);
}
