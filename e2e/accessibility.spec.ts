import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { furnishApplication } from './furnished-application.ts';
import { chooseOfRule, openRules } from './rules.ts';

test('A11Y-03 A11Y-04: a skip link comes first; a new screen takes the focus to its heading', async ({
  adminPage: page,
  company,
}) => {
  await furnishApplication(company);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  await page.getByRole('button', { name: 'Checkout' }).click();
  for (const name of ['Properties', 'Target groups', 'Settings', 'Production']) {
    await page.getByRole('link', { name, exact: true }).click();
    const heading = page.getByRole('heading', {
      level: 1,
      name: name === 'Production' ? 'Experiments' : name,
    });
    await expect(heading).toBeFocused();
  }
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
});

/** Enough presses of Tab to reach the end of the save bar. */
const MOST_STOPS = 50;

declare global {
  interface Window {
    /** Red, green, blue and opacity of each colour that was measured, by its CSS text. */
    channels?: Map<string, Uint8ClampedArray>;
  }
}

interface Focused {
  readonly what: string;
  readonly isCovered: boolean;
  readonly ringContrast: number;
}

/** The focused element: whether other elements cover all of it, and the contrast of its focus ring. */
function focused(page: Page): Promise<Focused | undefined> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return undefined;
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const points = [0.1, 0.5, 0.9].flatMap((x) =>
      [0.1, 0.5, 0.9].map((y) => [left + (right - left) * x, top + (bottom - top) * y] as const),
    );
    const isCovered = points.every(([x, y]) => {
      const there = document.elementFromPoint(x, y);
      return there === null || !(element.contains(there) || there.contains(element));
    });
    // The ring may be drawn around the wrapper of a field.
    const ringed = [element, element.parentElement].find((each) => {
      if (each === null) return false;
      const { outlineStyle, outlineWidth, borderStyle } = getComputedStyle(each);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0 && borderStyle !== '';
    });
    const ring =
      ringed === undefined || ringed === null
        ? getComputedStyle(element).borderColor
        : getComputedStyle(ringed).outlineColor;
    return {
      what: `${element.tagName} ${element.getAttribute('aria-label') ?? element.innerText}`,
      isCovered,
      ringContrast: contrast(luminance(ring), luminance(surfaceUnder(element))),
    };

    function surfaceUnder(from: HTMLElement): string {
      for (let each = from.parentElement; each !== null; each = each.parentElement) {
        const { backgroundColor } = getComputedStyle(each);
        if (channels(backgroundColor)[3] === 255) return backgroundColor;
      }
      return getComputedStyle(document.body).backgroundColor;
    }
    // About 10 colours are measured at up to 50 stops: without this cache, drawing to a canvas takes most of the time.
    function channels(color: string): Uint8ClampedArray {
      window.channels ??= new Map();
      const known = window.channels.get(color) ?? drawn(color);
      window.channels.set(color, known);
      return known;
    }
    function drawn(color: string): Uint8ClampedArray {
      const context = new OffscreenCanvas(1, 1).getContext('2d');
      if (context === null) throw new Error('no canvas');
      context.fillStyle = color;
      context.fillRect(0, 0, 1, 1);
      return context.getImageData(0, 0, 1, 1).data;
    }
    function luminance(color: string): number {
      const [red = 0, green = 0, blue = 0] = [...channels(color).slice(0, 3)].map((value) => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    }
    function contrast(one: number, other: number): number {
      return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    }
  });
}

test('A11Y-05: the focused element and its focus ring are visible, in both themes', async ({
  adminPage: page,
  company,
}) => {
  const { id, production, experimentId, targetGroupId } = await furnishApplication(company);
  await page.setViewportSize({ width: 1280, height: 500 });
  for (const [colorScheme, path] of [
    ['light', `/applications/${id}`],
    ['dark', `/applications/${id}/properties`],
    ['light', `/applications/${id}/target-groups/${targetGroupId}`],
    ['dark', `/applications/${id}/environments/${production}/experiments/${experimentId}`],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('button').first()).toBeVisible();
    const failing: Focused[] = [];
    for (let presses = 0; presses < MOST_STOPS; presses += 1) {
      await page.keyboard.press('Tab');
      const found = await focused(page);
      if (found === undefined) break;
      if (found.isCovered || found.ringContrast < 3) failing.push(found);
    }
    expect(failing).toEqual([]);
  }
});

test('A11Y-07: every control that can be dragged has a button or a field that does the same', async ({
  adminPage: page,
  company,
}) => {
  const { id, production, experimentId } = await furnishApplication(company);
  await page.goto(`/applications/${id}/environments/${production}/experiments/${experimentId}`);
  await chooseOfRule(page, 1, 'Move rule 1 down');
  await expect(
    page.getByRole('status').filter({ hasText: 'Rule moved to position 2' }),
  ).toHaveCount(1);
  await openRules(page, 1);
  await page.getByRole('spinbutton', { name: 'Percentage of enabled' }).fill('60');
  await expect(page.getByRole('slider', { name: 'Percentage of enabled' })).toHaveValue('60');
});

test('A11Y-09: errors are tied to their fields; a status is announced where the focus is not', async ({
  adminPage: page,
  company,
}) => {
  const { id } = await furnishApplication(company);
  await page.goto(`/applications/${id}/properties/new`);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  for (const [label, text] of [
    ['Key', 'Define a key!'],
    ['Type', 'Property type must be selected!'],
  ] as const) {
    const field = page.getByLabel(label, { exact: true });
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveAccessibleDescription(new RegExp(text));
  }
  await page.goto(`/applications/${id}/properties`);
  const search = page.getByRole('searchbox');
  await search.fill('country');
  await expect(page.getByRole('status').filter({ hasText: '1 of 5' })).toBeVisible();
  await expect(search).toBeFocused();
});
