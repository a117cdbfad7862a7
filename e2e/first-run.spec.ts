import { PASSWORD } from './company.ts';
import { expect, test } from './fixtures.ts';

// A separate service, on which nobody has signed up yet.
test.use({ settings: { SIGNUP: 'first' } });

test('the first visitor of a new installation creates its first account; afterwards people log in', async ({
  page,
  service,
}) => {
  await page.goto('/');
  await expect(page).toHaveURL('/signup');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create your account');
  const greeting =
    'This is a new installation, and the account you create is its first administrator.';
  await expect(page.getByText(greeting)).toBeVisible();
  await expect(page.getByRole('link', { name: /Log in/ })).toBeHidden();
  await page.getByRole('button', { name: 'Português' }).click();
  await expect(
    page.getByText('a conta que você criar será a do primeiro administrador.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'English' }).click();

  await page.getByLabel('Your name').fill('Ana Souza');
  await page.getByLabel('Your e-mail').fill('ana@example.com');
  await page.getByLabel('Company', { exact: true }).fill('Acme');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your e-mail');

  // Until the first administrator has set a password, the installation still offers to sign up.
  await page.goto('/');
  await expect(page).toHaveURL('/signup');
  await page.goto(new URL(await service.passwordLink('ana@example.com')).pathname);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Password confirmation').fill(PASSWORD);
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page).toHaveURL('/login');
  await page.goto('/');
  await expect(page).toHaveURL('/login');
  await page.goto('/signup');
  await expect(page.getByText('Sign-up is turned off on this server.')).toBeVisible();
  await expect(page.getByText(greeting)).toBeHidden();
});
