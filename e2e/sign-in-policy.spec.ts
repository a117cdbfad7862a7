import { codeOf } from '@comporta/server/testing/identity/second-factor';
import { expectAccessible } from './accessibility.ts';
import { press } from './by-keyboard.ts';
import type { Company, Person } from './company.ts';
import { expect, test } from './fixtures.ts';

/** Sets up an authenticator app for somebody, as their profile does. */
async function giveApp(company: Company, person: Person): Promise<void> {
  const { secret } = await company.callAs(person)<{ secret: string }>('POST', '/api/users/me/app');
  await company.callAs(person)('PUT', '/api/users/me/app', { code: codeOf(secret) });
}

test('IDN-41: an administrator sets by keyboard how long sessions last, and learns what is possible', async ({
  adminPage: page,
  company,
  openAs,
}) => {
  await page.goto('/account/sign-in/policy');
  const hours = page.getByLabel('Hours of a session');
  await hours.fill('25');
  await press(page, page.getByRole('button', { name: 'Save' }));
  await expect(page.getByText('Between 1 and 24!')).toBeVisible();
  await expect(hours).toBeFocused();
  await expectAccessible(page);
  await hours.fill('4');
  await page.getByLabel('Minutes without use until it ends').fill('30');
  await press(page, page.getByRole('button', { name: 'Save' }));
  await expect(page.getByText('Sign-in policy saved.')).toBeVisible();
  expect(await company.call('GET', '/api/accounts/sign-in-policy')).toMatchObject({
    sessionHours: 4,
    idleMinutes: 30,
    version: 1,
  });

  const bia = await company.addUser({ name: 'Bia' });
  const asBia = await openAs(bia);
  await asBia.goto('/account/sign-in/policy');
  await expect(asBia).toHaveURL(/forbidden/);
  await expect(asBia.getByRole('link', { name: 'Login settings' })).toHaveCount(0);
});

test('IDN-20: only single sign-on says who is not connected and asks, and needs an emergency user and a test', async ({
  adminPage: page,
  company,
}) => {
  const rui = await company.addUser({ name: 'Rui Lima', admin: true });
  await company.addUser({ name: 'Eva Reis' });
  await giveApp(company, rui);
  await page.goto('/account/sign-in/policy');
  await press(page, page.getByLabel('Only single sign-on'), 'Space');
  await expect(page.getByText('3 users are not connected yet')).toContainText(
    'Ana Souza, Eva Reis, and Rui Lima',
  );
  await expect(page.getByLabel('Ana Souza (no second factor)')).toBeDisabled();
  await press(page, page.getByRole('button', { name: 'Save' }));
  await expect(page.getByText('At least one emergency user')).toBeVisible();
  await press(page, page.getByLabel('Rui Lima'), 'Space');
  await expectAccessible(page);
  await press(page, page.getByRole('button', { name: 'Save' }));
  const dialog = page.getByRole('alertdialog', { name: 'Only single sign-on?' });
  await expect(dialog).toContainText('2 users are not connected yet: Ana Souza and Eva Reis.');
  await expect(dialog).toContainText('Account and service keys go on working.');
  await expectAccessible(page);
  await press(page, dialog.getByRole('button', { name: 'Yes, only single sign-on' }));
  await expect(page.getByText('Log in through this provider first')).toBeVisible();
  expect(await company.call('GET', '/api/accounts/sign-in-policy')).toMatchObject({
    passwordLogin: 'EVERYBODY',
    version: 0,
  });
});
