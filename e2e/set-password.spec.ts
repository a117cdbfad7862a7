import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { letCallsThrough, nextCall, recordCalls, refuseCalls } from './requests.ts';

const fields = (page: Page) => ({
  password: page.getByLabel('Password', { exact: true }),
  confirmation: page.getByLabel('Password confirmation'),
  submit: page.getByRole('button', { name: 'Save password' }),
});

test('PWD-01 PWD-03 PWD-04 PWD-05 PWD-06 PWD-09 PWD-10 PWD-11 DLG-01 SPEC-12: a password is validated before it is sent, and a refusal says what it is about', async ({
  page,
  company,
}) => {
  await page.goto(await company.invite());
  const { password, confirmation, submit } = fields(page);
  await expect(password).toHaveAccessibleDescription(
    'At least 6 characters, with at least one letter and one number.',
  );
  const calls = recordCalls(page, 'POST /api/users/passwords/*');
  for (const [value, again, text] of [
    ['', '', 'Password is mandatory!'],
    ['abc123', '', 'Password confirmation is mandatory!'],
    ['abc1', 'abc1', 'Invalid password!'],
    ['abcdef', 'abcdef', 'Invalid password!'],
    ['123456', '123456', 'Invalid password!'],
    ['abc123', 'abc124', "Password and password confirmation don't match!"],
  ] as const) {
    await password.fill(value);
    await confirmation.fill(again);
    await submit.click();
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  }
  expect(calls).toHaveLength(0);

  await test.step('PWD-09 PWD-10 DLG-01 SPEC-12: what the service refuses', async () => {
    const general = 'An unexpected error occurred. Please try again.';
    for (const [refusal, text] of [
      [{ status: 400, error_code: 'INVALID_PASSWORD' }, 'Invalid password!'],
      [{ status: 400 }, general],
      [{ status: 404, error_code: 'NOT_FOUND' }, general],
      [{ status: 400, error_code: 'EXPIRED_TOKEN' }, 'This link is invalid or has expired.'],
    ] as const) {
      await refuseCalls(page, 'POST /api/users/passwords/*', refusal);
      await confirmation.fill('');
      await expect(page.getByText(text)).toBeHidden();
      await confirmation.fill('abc123');
      await page.keyboard.press('Enter');
      await expect(page.getByText(text)).toBeVisible();
      await letCallsThrough(page);
    }
    await page.getByRole('link', { name: 'Login', exact: true }).click();
    await expect(page).toHaveURL('/login');
  });
});

test('PWD-07 PWD-08 PWD-09 SPEC-11 CDW-57: a link sets a password once, even if its check fails; an expired or used link is reported at once', async ({
  page,
  company,
  service,
}) => {
  const email = `bia.${randomUUID()}@example.com`;
  const pathname = await company.invite(email);
  const { password, confirmation } = fields(page);
  // The client address is unique to this test, because checks of links are rate-limited.
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': '192.0.2.11' });
  await refuseCalls(page, 'GET /api/users/passwords/*', { status: 503 });
  await page.goto(pathname);
  await password.fill('abc123');
  await letCallsThrough(page);
  await confirmation.fill('abc123');
  const called = nextCall(page, `POST /api/users/passwords/*`);
  await page.keyboard.press('Enter');
  const call = await called;
  expect(new URL(call.url()).pathname).toBe(`/api/users/passwords/${pathname.split('/').at(-1)}`);
  expect(call.postDataJSON()).toEqual({ value: 'abc123', confirmation: 'abc123' });
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('Password saved. Log in with your new password.')).toBeVisible();
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('abc123');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');

  await test.step('SPEC-11 CDW-57: a link that died is told before a password is typed', async () => {
    await page.goto('/logout');
    const invited = `old.${email}`;
    const old = await company.invite(invited);
    await service.execute(
      `update password_links set expires_at = now() from users where user_id = users.id and email = '${invited}'`,
    );
    for (const path of [pathname, old, '/password/never-sent']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: 'Invalid link' })).toBeVisible();
      await expect(page.getByRole('textbox')).toHaveCount(0);
    }
    await page.getByRole('link', { name: 'Login', exact: true }).click();
    await expect(page).toHaveURL('/login');
  });
});
