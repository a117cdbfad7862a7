import type { Page } from '@playwright/test';
import { PASSWORD, type Person } from './company.ts';
import { expect, test } from './fixtures.ts';
import { expectFlags } from './flags.ts';
import { expectError, letCallsThrough, nextCall, recordCalls, refuseCalls } from './requests.ts';
import { transferredKilobytes } from './transferred-bytes.ts';

async function logIn(page: Page, { email }: Person, password = PASSWORD): Promise<void> {
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByRole('textbox', { name: /Password|Senha/ }).fill(password);
  await page.keyboard.press('Enter');
}

test('LOG-01 LOG-08 SPEC-14 PERF-01: the login page has its fields, links and language flags, and is small', async ({
  page,
}) => {
  await page.goto('/login', { waitUntil: 'networkidle' });
  const { script, stylesheet } = await transferredKilobytes(page);
  expect(script).toBeLessThanOrEqual(180);
  expect(stylesheet).toBeLessThanOrEqual(30);
  const email = page.getByRole('textbox', { name: 'E-mail' });
  const password = page.getByRole('textbox', { name: 'Password' });
  await expect(email).toHaveAttribute('type', 'email');
  await expect(email).toHaveAttribute('autocomplete', 'username');
  await expect(password).toHaveAttribute('autocomplete', 'current-password');
  await expect(page.getByRole('button', { name: 'Log in' })).toHaveAttribute('type', 'submit');
  const forgotten = page.getByRole('link', { name: 'Forgot your password?' });
  await expect(forgotten).toHaveAttribute('href', '/forgot-password');
  const signUp = page.getByRole('link', { name: 'Create an account' });
  await expect(signUp).toHaveAttribute('href', '/signup');
  const languages = page.getByRole('group', { name: 'Language' }).getByRole('button');
  await expectFlags(languages);

  await page.evaluate(() => navigator.clipboard.writeText('pasted1'));
  for (const field of [email, password]) {
    await field.focus();
    await page.keyboard.press('ControlOrMeta+V');
    await expect(field).toHaveValue('pasted1');
  }
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(password).toHaveAttribute('type', 'password');
});

test('LOG-02 FGT-02 PWD-02: pages for visitors redirect a logged-in user to the dashboard', async ({
  adminPage,
}) => {
  for (const path of ['/login', '/forgot-password', '/signup', '/password/some-id']) {
    await adminPage.goto(path);
    await expect(adminPage).toHaveURL('/dashboard');
  }
  const stored = await adminPage.evaluate(() => localStorage.getItem('comporta.session'));
  expect(stored).toContain('access_token');
});

test('LOG-04 LOG-05 LOG-06 SES-03 CON-12 DLG-01 DLG-02: a failure is shown until something is typed, and the right credentials lead to the dashboard', async ({
  page,
  company,
}) => {
  await page.goto('/login');
  await page.evaluate(() =>
    history.replaceState({ ...history.state, usr: 'passwordSet' }, '', location.href),
  );
  await page.reload();
  const saved = page.getByText('Password saved. Log in with your new password.');
  await expect(saved).toBeVisible();
  const email = page.getByRole('textbox', { name: 'E-mail' });
  const password = page.getByRole('textbox', { name: 'Password' });

  await test.step('LOG-06 DLG-01 DLG-02: any failure but of the credentials is a general one', async () => {
    for (const refusal of [{ status: 401 }, { status: 500 }, undefined]) {
      await refuseCalls(page, 'POST /oauth/token', refusal);
      await logIn(page, company.admin);
      await expectError(page, 'An unexpected error occurred. Please try again.');
      await expect(saved).toBeHidden();
      await expect(page).toHaveURL('/login');
      await expect(email).toHaveValue(company.admin.email);
      await password.fill('another1');
      await expect(page.getByRole('alert')).toBeHidden();
      await letCallsThrough(page);
    }
  });

  await test.step('LOG-05 CON-12: wrong credentials mark both fields, and the password is typed over', async () => {
    await logIn(page, company.admin, 'wrong1');
    await expectError(page, 'Wrong e-mail and/or password');
    await expect(page).toHaveURL('/login');
    for (const field of [email, password]) {
      await expect(field).toHaveAttribute('aria-invalid', 'true');
    }
    await expect(password).toBeFocused();
    await page.keyboard.type(PASSWORD);
    await expect(password).toHaveValue(PASSWORD);
    await expect(password).not.toHaveAttribute('aria-invalid', 'true');
    await expect(saved).toBeHidden();
  });

  await test.step('LOG-04 SES-03: the right ones lead to the dashboard, and last', async () => {
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/dashboard');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  });
});

test('LOG-07 LOG-09 I18N-08: a flag changes the language of the page, and of the user who logs in', async ({
  page,
  company,
  openAs,
}) => {
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'E-mail' }).fill('typed@example.com');
  await page.getByRole('button', { name: 'Português' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Entrar' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Esqueceu a senha?' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR');
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue('typed@example.com');

  const saved = nextCall(page, 'POST /api/users/me/lang/pt');
  await logIn(page, company.admin);
  expect((await (await saved).response())?.status()).toBe(204);
  await expect(page.getByRole('heading', { level: 1, name: 'Painel' })).toBeVisible();

  // Without a press on a flag, the saved language applies.
  const elsewhere = await openAs(company.admin);
  await elsewhere.goto('/logout');
  const chosen = recordCalls(elsewhere, 'POST /api/users/me/lang/*');
  await logIn(elsewhere, company.admin);
  await expect(elsewhere.getByRole('heading', { level: 1, name: 'Painel' })).toBeVisible();
  expect(chosen).toHaveLength(0);
});

test('LOG-10: a user redirected to /login returns to the requested address, never to another site', async ({
  page,
  company,
}) => {
  await page.goto('/audit-logs?action=CREATED');
  await expect(page).toHaveURL('/login');
  await logIn(page, company.admin);
  await expect(page).toHaveURL('/audit-logs?action=CREATED');

  await page.goto('/logout');
  await page.evaluate(() =>
    sessionStorage.setItem('comporta.return-address', '//evil.example/dashboard'),
  );
  await logIn(page, company.admin);
  await expect(page).toHaveURL('/dashboard');
});
