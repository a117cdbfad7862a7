import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './accessibility.ts';
import { BEFORE_LOGIN, protectedPaths } from './every-path.ts';
import { expect, test } from './fixtures.ts';

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/** Looked at in both themes and both widths, which change under the page as they do under a user. */
async function expectSound(page: Page): Promise<void> {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await test.step(`${width} px, ${colorScheme}`, async () => {
        await expectNoSidewaysScroll(page);
        await expectAccessible(page);
      });
    }
  }
}

for (const language of ['en', 'pt'] as const) {
  test(`A11Y-01: every screen is sound in both themes and widths: ${language}`, async ({
    adminPage,
    company,
    page,
  }) => {
    test.setTimeout(480_000);
    const paths = await protectedPaths(company);
    await company.call('POST', `/api/users/me/lang/${language}`);
    for (const visitor of [page, adminPage]) {
      await visitor.goto('/icon.svg');
      await visitor.evaluate(
        (chosen) => localStorage.setItem('comporta.language', JSON.stringify(chosen)),
        language,
      );
    }
    // All of them are told, not only the first.
    const unsound: string[] = [];
    const visits = [
      ...BEFORE_LOGIN.map((path) => [page, path] as const),
      ...paths.map((path) => [adminPage, path] as const),
    ];
    for (const [visitor, path] of visits) {
      await test
        .step(path, async () => {
          await open(visitor, path);
          await expectSound(visitor);
        })
        .catch((error: unknown) => unsound.push(`${path}: ${error}`));
    }
    expect(unsound).toEqual([]);
  });
}
