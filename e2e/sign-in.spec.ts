import { PASSWORD } from './company.ts';
import { expect, test } from './fixtures.ts';

test('LOG-01: the login page has its fields, links and language flags', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Password' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Forgot your password?' })).toHaveAttribute(
    'href',
    '/forgot-password',
  );
  await expect(page.getByRole('link', { name: 'Create an account' })).toHaveAttribute(
    'href',
    '/signup',
  );
});

test('LOG-04 SES-03: the right credentials lead to the dashboard', async ({ page, company }) => {
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(company.admin.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
});

test('LOG-02: somebody logged in is led from /login to the dashboard', async ({ adminPage }) => {
  await adminPage.goto('/login');
  await expect(adminPage).toHaveURL('/dashboard');
});
