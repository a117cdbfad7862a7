import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { giveAuthenticator } from './authenticator.ts';
import { press } from './by-keyboard.ts';
import { PASSWORD } from './company.ts';
import { expect, test } from './fixtures.ts';
import { letSessionEndSoon } from './logged-in.ts';

test('IDN-33: a passkey is made on the profile, logs in by itself and as the second step, and is removed', async ({
  page,
  company,
  service,
}) => {
  // Browsers make no passkey for an IP address.
  const home = service.url.replace('127.0.0.1', 'localhost');
  await service.execute('delete from passkeys');
  await page.goto(`${home}/login`);
  await test.step('IDN-65: where nobody has one, the login is as without them', async () => {
    await expect(page.getByRole('link', { name: 'Create an account' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Use a passkey' })).toHaveCount(0);
  });
  await logIn(page, company.admin.email);
  await expect(page).toHaveURL(`${home}/dashboard`);
  await giveAuthenticator(page);
  await page.goto(`${home}/profile`);
  const passkeys = page.getByRole('region', { name: 'Passkeys' });
  await expect(passkeys).toContainText('None yet.');
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
  await confirmIfAsked(page);
  await test.step('IDN-31: the first factor brings recovery codes', async () => {
    const codes = page.getByRole('dialog', { name: 'Recovery codes' });
    await expect(codes.getByRole('listitem')).toHaveCount(10);
    await codes.getByRole('button', { name: 'I have kept them' }).click();
  });
  await expect(passkeys.getByRole('listitem')).toContainText('Chrome, Linux');

  await test.step('logs in by itself', async () => {
    await page.goto(`${home}/logout`);
    await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeVisible();
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(page).toHaveURL(`${home}/dashboard`);
  });

  await test.step('answers the second step after a password', async () => {
    await page.goto(`${home}/logout`);
    await logIn(page, company.admin.email);
    await expect(page.getByRole('heading', { name: 'Second step' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeVisible();
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(page).toHaveURL(`${home}/dashboard`);
  });

  await test.step('G22: keeps its owner logged in', async () => {
    await letSessionEndSoon(page);
    await page.getByRole('button', { name: 'Stay logged in' }).click();
    const stay = page.getByRole('dialog', { name: 'Stay logged in' });
    await expect(stay.getByLabel('Password', { exact: true })).toBeVisible();
    await stay.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByText('Your session ends soon.')).toHaveCount(0);
  });

  await test.step('IDN-65: is renamed by keyboard alone', async () => {
    await page.goto(`${home}/profile`);
    const rename = passkeys.getByRole('button', { name: 'Rename the passkey Chrome, Linux' });
    const dialog = page.getByRole('dialog', { name: 'Rename the passkey' });
    await press(page, rename);
    await expect(dialog.getByLabel('Name')).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(rename).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('Blue key');
    await page.keyboard.press('Enter');
    await expect(passkeys.getByRole('listitem')).toContainText('Blue key');
    await expect(
      passkeys.getByRole('button', { name: 'Rename the passkey Blue key' }),
    ).toBeFocused();
  });

  await test.step('is removed, and a password opens again', async () => {
    await service.execute(
      `update sessions set created_at = now() - interval '6 minutes', confirmed_at = null from users where users.id = user_id and email = '${company.admin.email}'`,
    );
    await passkeys.getByRole('button', { name: 'Remove the passkey Blue key' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove the passkey' }).click();
    // IDN-37: where there is nothing else, the passkey confirms.
    const question = page.getByRole('dialog', { name: 'Is it you?' });
    await question.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(passkeys).toContainText('None yet.');
    await service.execute(
      `insert into passkeys (id, user_id, name, public_key, host, counter, transports) select 'of-another', id, 'Key', '', 'localhost', 0, '[]' from users where email = '${company.admin.email}'`,
    );
    await page.goto(`${home}/logout`);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(page.getByText('This passkey is not known here!')).toBeVisible();
  });
});

async function logIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
}

/** A session that is older than five minutes asks first who is there. */
async function confirmIfAsked(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Is it you?' });
  const done = page.getByRole('region', { name: 'Passkeys' }).getByRole('listitem');
  await expect(dialog.or(done)).toBeVisible();
  if (!(await dialog.isVisible())) return;
  await dialog.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
}
