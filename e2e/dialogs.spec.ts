import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { furnishApplication } from './furnished-application.ts';
import { letCallsThrough, refuseCalls } from './requests.ts';
import { openRules } from './rules.ts';

interface FormCase {
  readonly path: string;
  readonly call: Parameters<typeof refuseCalls>[1];
  /** Fills what is mandatory, by label. */
  readonly fill: Readonly<Record<string, string>>;
  readonly submit: readonly string[];
}

async function press(page: Page, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await page.getByRole('button', { name, exact: true }).last().click();
  }
}

test('DLG-01 DLG-02: every form keeps what was typed when it fails, and forgets the error when edited', async ({
  adminPage: page,
  company,
}) => {
  test.setTimeout(120_000);
  const { id, production, targetGroupId } = await furnishApplication(company);
  const application = `/applications/${id}`;
  const save = ['Save'];
  const forms: readonly FormCase[] = [
    {
      path: '/users/new',
      call: 'POST /api/users',
      fill: { 'E-mail': `bia.${randomUUID()}@example.com`, Name: 'Bia' },
      submit: save,
    },
    {
      path: application,
      call: 'PUT /api/apps/*',
      fill: { Name: 'Payments' },
      submit: save,
    },
    {
      path: `${application}/properties/new`,
      call: 'POST /api/apps/*/properties',
      fill: { Type: 'NUMERIC', Key: 'age' },
      submit: save,
    },
    {
      path: `${application}/target-groups/${targetGroupId}`,
      call: 'PUT /api/apps/*/target-groups/*',
      fill: { Name: 'Customers who pay' },
      submit: save,
    },
    {
      path: `${application}/toggles/new`,
      call: 'POST /api/apps/*/toggles',
      fill: { Name: 'my.flag' },
      submit: save,
    },
    {
      path: `${application}/env/${production}/reset`,
      call: 'POST /api/apps/*/env/*/new-token',
      fill: { 'Enter your password to continue': 'abc123' },
      submit: ['Generate key'],
    },
    {
      path: '/account/keys/new',
      call: 'POST /api/accounts/keys/new',
      fill: { 'Enter your password to continue': 'abc123' },
      submit: ['Generate key'],
    },
  ];
  page.on('dialog', (dialog) => void dialog.accept());
  for (const { path, call, fill, submit } of forms) {
    await test.step(path, async () => {
      await page.goto(path);
      let last = page.locator('nothing');
      for (const [label, value] of Object.entries(fill)) {
        last = page.getByLabel(label, { exact: true });
        if ((await last.evaluate((field) => field.tagName)) === 'SELECT') {
          await last.selectOption(value);
        } else await last.fill(value);
      }
      await refuseCalls(page, call, { status: 500 });
      await press(page, submit);
      const failure = page
        .getByRole('alert')
        .filter({ hasText: 'An unexpected error occurred. Please try again.' });
      await expect(failure).toBeVisible();
      for (const [label, value] of Object.entries(fill)) {
        await expect(page.getByLabel(label, { exact: true })).toHaveValue(value);
      }
      await last.fill('edited1');
      await expect(failure).toBeHidden();
      await letCallsThrough(page);
    });
  }
});

test('DLG-01 DLG-02: an experiment that could not be saved is still there', async ({
  adminPage: page,
  company,
}) => {
  const { id, production, experimentId } = await furnishApplication(company);
  await page.goto(`/applications/${id}/environments/${production}/experiments/${experimentId}`);
  await refuseCalls(page, 'PUT /api/apps/*/envs/*/experiments/*', { status: 500 });
  await openRules(page, 1);
  await page.getByLabel('Value that rule 1 returns').selectOption('disabled');
  await press(page, ['Review & save to Production', 'Save to Production']);
  const failure = page
    .getByRole('alert')
    .filter({ hasText: 'An unexpected error occurred. Please try again.' });
  await expect(failure).toBeVisible();
  await expect(page.getByLabel('Value that rule 1 returns')).toHaveValue('disabled');
  await openRules(page, 3);
  await page.getByLabel('Value that rule 3 returns').selectOption('disabled');
  await expect(failure).toBeHidden();
});

test('CON-28 W-12 DLG-02: what is said of two fields goes when either of them is edited', async ({
  adminPage,
  visitorPage,
  company,
}) => {
  const field = (screen: Page, label: string) => screen.getByLabel(label, { exact: true });
  await visitorPage.goto(await company.invite());
  await adminPage.goto('/change-password');
  await field(adminPage, 'Current password').fill('abc123');
  for (const [screen, password, again, submit] of [
    [visitorPage, 'Password', 'Password confirmation', 'Save password'],
    [adminPage, 'New password', 'New password confirmation', 'Change password'],
  ] as const) {
    const confirmation = field(screen, again);
    for (const edited of [field(screen, password), confirmation]) {
      await field(screen, password).fill('abc123');
      await confirmation.fill('abc124');
      await screen.getByRole('button', { name: submit }).click();
      await expect(screen.getByText("don't match!")).toBeVisible();
      await expect(confirmation).toBeFocused();
      await edited.fill('abc125');
      await expect(screen.getByText("don't match!")).toBeHidden();
      await expect(confirmation).not.toHaveAttribute('aria-invalid', 'true');
    }
  }
});

test('CON-28 W-12 DLG-02: the one message of a form goes with any edit', async ({
  page,
  company,
}) => {
  await page.goto('/signup');
  await page.getByLabel('Your name').fill('Bia Lima');
  await page.getByLabel('Your e-mail').fill(company.admin.email);
  await page.getByLabel('Company').fill('Globex');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Create account' }).click();
  const message = page.getByText('E-mail already in use!');
  await expect(message).toBeVisible();
  await page.getByLabel('Company').fill('Globex, ltd.');
  await expect(message).toBeHidden();
  await expect(page.getByLabel('Your e-mail')).not.toHaveAttribute('aria-invalid', 'true');
});

test('CON-28 W-12 DLG-02: of an experiment only the messages of the edited rule go', async ({
  adminPage: page,
  company,
}) => {
  const { id, production, experimentId } = await furnishApplication(company);
  await page.goto(`/applications/${id}/environments/${production}/experiments/${experimentId}`);
  await refuseCalls(page, 'PUT /api/apps/*/envs/*/experiments/*', {
    status: 409,
    error_code: 'DUPLICATED_RULE',
    meta_data: { rule_order: [1, 3] },
  });
  await openRules(page, 1);
  await page.getByLabel('Value that rule 1 returns').selectOption('disabled');
  await press(page, ['Review & save to Production', 'Save to Production']);
  const entries = page.getByRole('main').getByRole('alert').getByRole('link');
  await expect(entries).toHaveText([/^#1 /, /^#3 /]);
  await page.getByLabel('Value that rule 1 returns').selectOption('enabled');
  await expect(entries).toHaveText([/^#3 /]);
});

test('DLG-03 DLG-04 DLG-06: whatever is deleted is asked about, told, and gone from its list', async ({
  adminPage: page,
  company,
}) => {
  test.setTimeout(120_000);
  const { id, production } = await furnishApplication(company);
  const create = (path: string, body: object) => company.call('POST', path, body);
  await create(`/api/apps/${id}/target-groups`, {
    name: 'Unused',
    description: '',
    policy: 'AND',
    conditions: [{ id: '1', propertyId: 'uid', expression: 'EQUALS', term: 'u-1' }],
  });
  await company.addUser({ name: 'Bia Lima' });
  await create('/api/accounts/keys/new', { password: 'abc123' });
  const lists = [
    [`/applications/${id}/target-groups`, 'Unused', 'target group'],
    [
      `/applications/${id}/environments/${production}/experiments`,
      'payment-provider',
      'experiment',
    ],
    ['/users', 'Bia Lima', 'user'],
    ['/account/keys', '', 'key'],
  ] as const;
  for (const [path, name, noun] of lists) {
    await test.step(path, async () => {
      await page.goto(path);
      const button = page.getByRole('button', { name: new RegExp(`^Delete .*${name}`) });
      const confirmation = page.getByRole('alertdialog', { name: `Delete ${noun}` });
      await button.click();
      await expect(confirmation).toContainText(name);
      await expect(confirmation.getByRole('button', { name: 'Cancel' })).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(confirmation).toBeHidden();

      await page.route('**/api/**', (route) =>
        route.request().method() === 'DELETE'
          ? route.fulfill({ status: 500, json: {} })
          : route.fallback(),
      );
      const confirm = confirmation.getByRole('button', { name: `Delete ${noun}` });
      await button.click();
      await confirm.click();
      const failure = page.getByRole('alertdialog', { name: 'error' });
      await expect(failure).toContainText('An unexpected error occurred. Please try again.');
      await page.keyboard.press('Enter');
      await expect(failure).toBeHidden();
      await letCallsThrough(page);

      await button.click();
      await confirm.click();
      const success = page.getByRole('dialog', { name: 'success' });
      await expect(success).toContainText(/deleted/);
      const reloaded = nextGet(page);
      await page.keyboard.press('Enter');
      await reloaded;
      await expect(button).toHaveCount(0);
    });
  }
});

function nextGet(page: Page) {
  return page.waitForRequest(
    (request) => request.method() === 'GET' && request.url().includes('/api/'),
  );
}
