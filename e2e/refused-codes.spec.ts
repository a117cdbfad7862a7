import type { Page } from '@playwright/test';
import { PASSWORD } from './company.ts';
import { expect, test } from './fixtures.ts';
import { furnishApplication } from './furnished-application.ts';
import { expectError, letCallsThrough, refuseCalls } from './requests.ts';
import { openRules } from './rules.ts';

const RATE_LIMITED = { status: 429, error_code: 'RATE_LIMITED', retryAfterSeconds: 42 };
const WAIT = 'Too many attempts. Try again in 42 seconds.';

/** What any call may answer, whatever it is about. */
const SHARED = [
  [RATE_LIMITED, WAIT],
  [{ status: 404, error_code: 'NOT_FOUND' }, /does not exist any more|not found!/],
  [
    { status: 413, error_code: 'PAYLOAD_TOO_LARGE' },
    'This is more than the server takes in one go.',
  ],
  [
    { status: 503, error_code: 'SERVICE_UNAVAILABLE' },
    'The service is not available at the moment.',
  ],
  [{ status: 507, error_code: 'STORAGE_FULL' }, 'The server has no space left: nothing was saved.'],
] as const;

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
  await page.getByLabel('Company').fill('Acme');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expectWait(page);
  await page.getByLabel('Company').fill('A'.repeat(101));
  await page.getByRole('button', { name: 'Create account' }).click();
  await expectError(page, 'This name can have at most 100 characters!', 'Company');

  await page.goto(await company.invite());
  await refuseCalls(page, 'POST /api/users/passwords/*', RATE_LIMITED);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Password confirmation').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expectWait(page);
});

test('every form of somebody logged in speaks of what any call may answer', async ({
  adminPage: page,
  company,
}) => {
  test.setTimeout(120_000);
  const { id, production, ...checkout } = await furnishApplication(company);
  const [own] = await company.call<{ readonly id: string }[]>('GET', '/api/users');
  const application = `/applications/${id}`;
  const environment = `${application}/environments/${production}`;
  const save = 'Save';
  for (const { path, call, field, button, ...form } of [
    { path: application, call: 'PUT /api/apps/*', field: 'Name', button: save },
    {
      path: `${application}/properties/${checkout.propertyId}`,
      call: 'PUT /api/apps/*/properties/*',
      field: 'Key',
      button: save,
    },
    {
      path: `${application}/target-groups/${checkout.targetGroupId}`,
      call: 'PUT /api/apps/*/target-groups/*',
      field: 'Name',
      button: save,
    },
    {
      path: `${application}/toggles/${checkout.toggleId}`,
      call: 'PUT /api/apps/*/toggles/*',
      opener: 'Edit description',
      field: 'Description (optional)',
      button: save,
    },
    { path: `/users/${own?.id}`, call: 'PUT /api/users/*', field: 'Name', button: save },
    {
      path: `${environment}/experiments/${checkout.experimentId}`,
      call: 'PUT /api/apps/*/envs/*/experiments/*',
      field: 'Rule #2: Value',
      button: 'Review & save to Production',
    },
    {
      path: `${application}/env/${production}/reset`,
      call: 'POST /api/apps/*/env/*/new-token',
      field: 'Enter your password to continue',
      button: 'Generate key',
    },
    {
      path: '/account/keys/new',
      call: 'POST /api/accounts/keys/new',
      field: 'Enter your password to continue',
      button: 'Generate key',
    },
  ] as const) {
    await test.step(path, async () => {
      await page.goto(path);
      const rule = /^Rule #(\d)/.exec(field)?.[1];
      if (rule !== undefined) await openRules(page, Number(rule));
      if ('opener' in form) await page.getByRole('button', { name: form.opener }).click();
      for (const [index, [refusal, text]] of SHARED.entries()) {
        await refuseCalls(page, call, refusal);
        await page.getByLabel(field, { exact: true }).fill(`BR${index}`);
        await page.getByRole('button', { name: button }).first().click();
        const confirmation = page.getByRole('dialog').getByRole('button', { name: /^Save to/ });
        if (button.startsWith('Review')) await confirmation.click();
        await expect(page.getByRole('alert')).toContainText(text);
        await letCallsThrough(page);
      }
    });
  }
});
