import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './accessibility.ts';
import { expectControls } from './controls.ts';
import { BEFORE_LOGIN, openPath, protectedPaths } from './every-path.ts';
import { expect, test } from './fixtures.ts';
import { logIn } from './logged-in.ts';
import { expectRoomForLongerTexts } from './pseudo-locale.ts';

/** Colours are looked at in every case; what else axe finds depends on the width, and not on the theme. */
const LOOKS = [
  { width: 1280, colorScheme: 'light', rules: 'all' },
  { width: 1280, colorScheme: 'dark', rules: 'colours' },
  { width: 390, colorScheme: 'light', rules: 'colours' },
  { width: 390, colorScheme: 'dark', rules: 'all' },
] as const;

/** Themes and widths change under the page as they do under a user. */
async function expectSound(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 });
  await test.step('controls', () => expectControls(page));
  for (const { width, colorScheme, rules } of LOOKS) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await test.step(`${width} px, ${colorScheme}`, async () => {
      await expectNoSidewaysScroll(page);
      await expectAccessible(page, rules);
    });
  }
  await test.step('longer texts, 390 px', () => expectRoomForLongerTexts(page));
}

test('A11Y-01 CDW-35 CDW-36 CDW-63: every screen is sound in both themes and widths, and has room: en', async ({
  company,
  page,
  service,
}) => {
  test.setTimeout(480_000);
  const paths = await protectedPaths(company);
  // All of them are told, not only the first.
  const unsound: string[] = [];
  const visit = (path: string) =>
    test
      .step(path, async () => {
        await openPath(page, path);
        await expectSound(page);
      })
      .catch((error: unknown) => unsound.push(`${path}: ${error}`));
  for (const path of [...BEFORE_LOGIN, await company.invite()]) await visit(path);
  await logIn(page, company.admin, service.url);
  for (const path of paths) await visit(path);
  await expect(page.getByRole('main').getByRole('img').first()).toBeVisible();
  expect(unsound).toEqual([]);
});
