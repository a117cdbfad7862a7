import type { Page } from '@playwright/test';
import { PASSWORD } from './company.ts';
import { expect, test } from './fixtures.ts';
import { expectError, letCallsThrough, refuseCalls } from './requests.ts';
import { RATE_LIMITED, WAIT } from './shared-refusals.ts';

async function expectWait(page: Page): Promise<void> {
  await expectError(page, WAIT);
  await page.getByRole('button', { name: 'Português' }).click();
  await expectError(page, 'Muitas tentativas. Tente novamente em 42 segundos.');
  await page.getByRole('button', { name: 'English' }).click();
  await letCallsThrough(page);
}

test('RATE_LIMITED: the service says how long to wait before the next login', async ({
  page,
  company,
}) => {
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(company.admin.email);
  for (let tries = 0; tries < 10; tries += 1) {
    await page.getByRole('textbox', { name: 'Password' }).fill(`wrong${tries}`);
    await page.keyboard.press('Enter');
    await expectError(page, 'Wrong e-mail and/or password');
  }
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(
    /^Too many attempts\. Try again in \d+ seconds?\.$/,
  );
});

test('RATE_LIMITED: every form before login says how long to wait, in both languages', async ({
  page,
  company,
}) => {
  await page.goto('/forgot-password');
  await refuseCalls(page, 'POST /api/users/reset-password', RATE_LIMITED);
  await page.getByLabel('E-mail').fill(company.admin.email);
  await page.keyboard.press('Enter');
  await expectWait(page);
  await page.getByRole('button', { name: 'Send' }).click();
  const resend = page.getByRole('button', { name: 'Send again' });
  await expect(resend).toBeVisible();
  await refuseCalls(page, 'POST /api/users/reset-password', RATE_LIMITED);
  await resend.click();
  await expectWait(page);

  await page.goto('/signup');
  await refuseCalls(page, 'POST /api/accounts', RATE_LIMITED);
  await page.getByLabel('Your name').fill('Ana');
  await page.getByLabel('Your e-mail').fill('ana@example.com');
  await page.getByLabel('Company', { exact: true }).fill('Acme');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expectWait(page);
  await page.getByLabel('Company', { exact: true }).fill('A'.repeat(101));
  await page.getByRole('button', { name: 'Create account' }).click();
  await expectError(page, 'This name can have at most 100 characters!', 'Company');

  await page.goto(await company.invite());
  await refuseCalls(page, 'POST /api/users/passwords/*', RATE_LIMITED);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Password confirmation').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expectWait(page);
});
