import type { Page } from '@playwright/test';
import { PASSWORD } from './company.ts';
import { expect, test } from './fixtures.ts';
import { expectError, letCallsThrough, nextCall, recordCalls, refuseCalls } from './requests.ts';

async function fill(page: Page, current: string, next: string, again: string): Promise<void> {
  await page.getByLabel('Current password').fill(current);
  await page.getByLabel('New password', { exact: true }).fill(next);
  await page.getByLabel('New password confirmation').fill(again);
  await page.getByRole('button', { name: 'Change password' }).click();
}

test('CHP-01 CHP-02 CHP-03 CHP-04 CHP-05 CHP-06 CHP-07 CHP-08 CHP-09 CHP-10 DLG-01: a new password is validated, refused, saved, and leads to the dashboard', async ({
  adminPage: page,
  company,
}) => {
  await page.goto('/change-password');
  const calls = recordCalls(page, 'POST /api/users/change-password');
  for (const [current, next, again, text, field] of [
    ['', 'abc456', 'abc456', 'Current password is mandatory!', 'Current password'],
    [PASSWORD, '', 'abc456', 'New password is mandatory!', 'New password'],
    [PASSWORD, 'abc456', '', 'Password confirmation is mandatory!', 'New password confirmation'],
    [PASSWORD, 'abcdef', 'abcdef', 'Invalid password!', 'New password'],
    [PASSWORD, '123456', '123456', 'Invalid password!', 'New password'],
    [
      PASSWORD,
      'abc456',
      'abc457',
      "New password and password confirmation don't match!",
      'New password confirmation',
    ],
  ] as const) {
    await fill(page, current, next, again);
    await expectError(page, text, field);
    await page.getByLabel(field, { exact: true }).fill('changed');
    await expect(page.getByText(text)).toBeHidden();
  }
  expect(calls).toHaveLength(0);

  await test.step('CHP-06 CHP-09: the length and the current password are for the server to judge', async () => {
    const short = nextCall(page, 'POST /api/users/change-password');
    await fill(page, PASSWORD, 'a1', 'a1');
    expect((await (await short).response())?.status()).toBe(400);
    await expectError(page, 'Invalid password!', 'New password');

    await fill(page, 'wrong1', 'abc456', 'abc456');
    await expectError(page, 'Wrong current password!', 'Current password');
    await expect(page).toHaveURL('/change-password');
  });

  await test.step('DLG-01: a failure keeps what was typed', async () => {
    await refuseCalls(page, 'POST /api/users/change-password', { status: 500 });
    await fill(page, PASSWORD, 'abc456', 'abc456');
    await expectError(page, 'An unexpected error occurred. Please try again.');
    await expect(page.getByLabel('Current password')).toHaveValue(PASSWORD);
    await letCallsThrough(page);
  });

  const called = nextCall(page, 'POST /api/users/change-password');
  await page.getByRole('button', { name: 'Change password' }).click();
  expect((await called).postDataJSON()).toEqual({
    currentPassword: PASSWORD,
    newPassword: 'abc456',
    confirmation: 'abc456',
  });
  await expect(page).toHaveURL('/dashboard');

  await page.goto('/logout');
  await page.getByLabel('E-mail').fill(company.admin.email);
  await page.getByLabel('Password', { exact: true }).fill('abc456');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');
});
