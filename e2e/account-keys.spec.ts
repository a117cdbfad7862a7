import { expectAccessible } from './accessibility.ts';
import { PASSWORD } from './company.ts';
import { expect, test } from './fixtures.ts';
import { expectError, nextCall, recordCalls } from './requests.ts';

const FIELD = 'Enter your password to continue';

test('ACK-01 ACK-02 ACK-03: account keys are listed and deleted', async ({
  adminPage: page,
  company,
}) => {
  for (let count = 0; count < 3; count += 1) {
    await company.call('POST', '/api/accounts/keys/new', { password: PASSWORD });
  }
  const listed = nextCall(page, 'GET /api/accounts/keys');
  await page.goto('/account/keys');
  await listed;
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(4);
  await expect(page.getByRole('link', { name: 'new key' })).toHaveAttribute(
    'href',
    '/account/keys/new',
  );
  await expectAccessible(page);

  const deletions = recordCalls(page, 'DELETE /api/accounts/keys/*');
  await rows
    .nth(1)
    .getByRole('button', { name: /^Delete/ })
    .click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(deletions).toHaveLength(0);
  await rows
    .nth(1)
    .getByRole('button', { name: /^Delete/ })
    .click();
  await question.getByRole('button', { name: 'Delete key' }).click();
  await page.getByRole('dialog', { name: 'success' }).getByRole('button', { name: 'OK' }).click();
  await expect(rows).toHaveCount(3);
  expect(deletions).toHaveLength(1);

  const [key] = await company.call<{ id: string }[]>('GET', '/api/accounts/keys');
  await company.call('DELETE', `/api/accounts/keys/${key?.id}`);
  await rows
    .nth(1)
    .getByRole('button', { name: /^Delete/ })
    .click();
  await question.getByRole('button', { name: 'Delete key' }).click();
  const error = page.getByRole('alertdialog', { name: 'error' });
  await expect(error).toContainText('Key not found!');
  await error.getByRole('button', { name: 'OK' }).click();
  await expect(rows).toHaveCount(2);
});

test('ACK-04 ACK-05 ACK-06 ACK-07 ACK-08: a new account key needs the password, is shown once, and their number is limited', async ({
  adminPage: page,
  company,
}) => {
  await page.goto('/account/keys/new');
  const calls = recordCalls(page, 'POST /api/accounts/keys/new');
  await page.getByRole('button', { name: 'Generate key' }).click();
  await expectError(page, 'Password is mandatory.', FIELD);
  expect(calls).toHaveLength(0);
  await page.getByLabel(FIELD).fill('wrong1');
  await page.keyboard.press('Enter');
  await expectError(page, 'Wrong password!', FIELD);
  await page.getByLabel(FIELD).fill(PASSWORD);
  await page.keyboard.press('Enter');
  const key = page.getByText(/^cpt_acc_[\w-]+$/);
  await expect(key).toBeVisible();
  expect(calls.at(-1)?.postDataJSON()).toEqual({ password: PASSWORD });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await page.reload();
  await expect(page.getByLabel(FIELD)).toBeVisible();
  await expect(key).toHaveCount(0);

  await test.step('ACK-07: the limit is said with its number', async () => {
    for (let count = 1; count < 3; count += 1) {
      await company.call('POST', '/api/accounts/keys/new', { password: PASSWORD });
    }
    await page.getByLabel(FIELD).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expectError(page, "You have reached your account's max keys limit. [3]");
  });
});
