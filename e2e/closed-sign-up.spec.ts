import { expect, test } from './fixtures.ts';

// A separate service, on which nobody can sign up after the first account.
test.use({ settings: { SIGNUP: 'first' } });

test('CON-13 LOG-01 CDW-56: where nobody can sign up, no page offers it', async ({
  page,
  company,
}) => {
  await page.goto('/login');
  await expect(page.getByText('Accounts are created by your administrator')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Forgot your password?' })).toBeVisible();
  await expect(page.locator('a[href="/signup"]')).toHaveCount(0);
  await page.getByRole('button', { name: 'Português' }).click();
  await expect(page.getByText('As contas são criadas pelo seu administrador')).toBeVisible();
  await page.getByRole('button', { name: 'English' }).click();

  await page.goto('/signup');
  await expect(page.getByText('Sign-up is turned off on this server.')).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Create account' })).toHaveCount(0);
  await page.getByRole('link', { name: /Log in/ }).click();
  await expect(page).toHaveURL('/login');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(company.admin.email);
});
