import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './accessibility.ts';
import { BEFORE_LOGIN, openPath, protectedPaths } from './every-path.ts';
import { expect, test } from './fixtures.ts';
import { logIn } from './logged-in.ts';

/** Colours are looked at in every case; what else axe finds depends on the width, and not on the theme. */
const LOOKS = [
  { width: 1280, colorScheme: 'light', rules: 'all' },
  { width: 1280, colorScheme: 'dark', rules: 'colours' },
  { width: 390, colorScheme: 'light', rules: 'colours' },
  { width: 390, colorScheme: 'dark', rules: 'all' },
] as const;

/** Themes and widths change under the page as they do under a user. */
async function expectSound(page: Page): Promise<void> {
  for (const { width, colorScheme, rules } of LOOKS) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await test.step(`${width} px, ${colorScheme}`, async () => {
      await expectNoSidewaysScroll(page);
      await expectAccessible(page, rules);
    });
  }
}

test('A11Y-01: every screen is sound in both themes and widths: en', async ({
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
  expect(unsound).toEqual([]);
});
