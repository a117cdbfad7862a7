import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { furnishApplication } from './furnished-application.ts';

/** Collects violations of the page's Content Security Policy from now on, and the script errors. */
async function collectViolations(page: Page): Promise<string[]> {
  const violations: string[] = [];
  await page.exposeFunction('reportViolation', (what: string) => violations.push(what));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      Reflect.get(window, 'reportViolation')(`${event.violatedDirective} ${event.sample}`);
    });
  });
  page.on('pageerror', (error) => violations.push(error.message));
  return violations;
}

test('SEC-13: the console does not violate its own Content Security Policy', async ({
  adminPage: page,
  company,
}) => {
  const { id, production, experimentId } = await furnishApplication(company);
  const violations = await collectViolations(page);
  await page.goto(`/applications/${id}/environments/${production}/experiments/${experimentId}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Add rule' }).click();
  await page.goto('/users/new');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/dashboard');
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible();
  expect(violations).toEqual([]);
});

test('SEC-13: a text with markup is shown as text in the console', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  const outcome = await page.evaluate(() => {
    try {
      document.body.innerHTML = '<img src="x">';
      return 'taken';
    } catch (error) {
      return error instanceof TypeError ? 'refused' : String(error);
    }
  });
  expect(outcome).toBe('refused');
});

test('CON-08: the documentation of the API is shown, without violations of its policy and without a foreign logo', async ({
  page,
}) => {
  const violations = await collectViolations(page);
  await page.goto('/api/docs');
  await expect(page.getByText('/api/apps/{appId}/toggles', { exact: true }).first()).toBeVisible();
  // No branding of the viewer's vendor.
  await expect(page.locator('.topbar')).toBeHidden();
  await expect(page.locator('img:visible')).toHaveCount(0);
  expect(violations).toEqual([]);
});
