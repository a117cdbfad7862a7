import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { expectError, nextCall, recordCalls, refuseCalls } from './requests.ts';

test.use({ plan: 'SMALL' });

const ENVIRONMENT = 'Environment name';

function environmentsOf(page: Page): Locator {
  return page.getByRole('list', { name: 'Environments' }).getByRole('listitem');
}

async function addEnvironment(page: Page, name: string): Promise<void> {
  await page.getByLabel(ENVIRONMENT).fill(name);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
}

test('APP-01 APP-02 APP-03: a new application needs a name and an environment', async ({
  adminPage: page,
}) => {
  await page.goto('/applications/new');
  await expect(page.getByRole('button', { name: 'Add', exact: true })).toBeVisible();
  await expect(page.getByLabel('Notification webhook (optional)')).toBeVisible();
  const language = page.getByLabel('Notification language');
  await expect(language.getByRole('option')).toHaveText(['English', 'Portuguese']);
  const saves = recordCalls(page, 'POST /api/apps');
  await page.getByLabel('Name', { exact: true }).fill('   ');
  await save(page);
  await expectError(page, 'Name cannot be empty nor blank!', 'Name');
  await expectError(page, 'At least one environment has to be provided!', ENVIRONMENT);
  await expectAccessible(page);
  await addEnvironment(page, 'prod');
  await expect(page.getByText('At least one environment has to be provided!')).toBeHidden();
  expect(saves).toHaveLength(0);
});

test('APP-04 APP-05 APP-06: environments are added trimmed, once, and never blank', async ({
  adminPage: page,
}) => {
  await page.goto('/applications/new');
  const saves = recordCalls(page, 'POST /api/apps');
  const input = page.getByLabel(ENVIRONMENT);
  await input.fill(' prod ');
  await input.press('Enter');
  await expect(environmentsOf(page)).toHaveText(['prod']);
  await expect(input).toHaveValue('');
  await addEnvironment(page, ' staging');
  await addEnvironment(page, 'prod');
  await expect(environmentsOf(page)).toHaveText(['prod', 'staging']);
  await expect(page.getByRole('status').filter({ hasText: 'already in the list' })).toHaveCount(1);
  await expect(page.getByRole('alert')).toBeHidden();
  await addEnvironment(page, '   ');
  await expect(environmentsOf(page)).toHaveCount(2);
  expect(saves).toHaveLength(0);
});

test('APP-07 APP-08 APP-11 RES-25: an environment that is renamed keeps its id, and its bulk evaluation counts when asked for', async ({
  adminPage: page,
  company,
}) => {
  const { id, environments } = await company.createApplication('Checkout', ['dev', 'prod']);
  await page.goto(`/applications/${id}`);
  const input = page.getByLabel(ENVIRONMENT);
  await page.getByRole('button', { name: 'Edit environment prod' }).click();
  await expect(input).toHaveValue('prod');
  await input.fill('live');
  const countsBulk = page.getByRole('switch', { name: 'Count bulk evaluation as exposure' });
  await countsBulk.check();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(input).toHaveValue('');
  await expect(environmentsOf(page)).toHaveText(['dev', 'prod']);

  await page.getByRole('button', { name: 'Edit environment prod' }).click();
  await expect(countsBulk).not.toBeChecked();
  await countsBulk.check();
  await input.fill('live');
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(environmentsOf(page)).toHaveText(['dev', 'live']);
  const call = nextCall(page, `PUT /api/apps/${id}`);
  await save(page);
  expect((await call).postDataJSON()).toEqual({
    name: 'Checkout',
    environments: [
      { id: environments[0]?.id, name: 'dev', countBulkAsExposure: false },
      { id: environments[1]?.id, name: 'live', countBulkAsExposure: true },
    ],
    notificationWebhook: null,
    notificationLanguage: 'en',
  });
  await expect(page).toHaveURL(`/applications/${id}/config`);
  await expect(page.getByRole('table').getByText('live')).toBeVisible();
});

test('SPEC-09: environments stand in the order that somebody gives them', async ({
  adminPage: page,
  company,
}) => {
  const names = ['prod', 'staging', 'dev'];
  const application = await company.createApplication('Checkout', names);
  const { id, environments } = application;
  await page.goto(`/applications/${id}`);
  const button = (name: string) => page.getByRole('button', { name: `Move environment ${name}` });
  await expect(button('prod up')).toBeDisabled();
  await expect(button('dev down')).toBeDisabled();
  await button('dev up').click();
  await expect(button('dev up')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(environmentsOf(page)).toHaveText(['dev', 'prod', 'staging']);
  await expect(button('dev down')).toBeFocused();
  await expect(page.getByText('dev moved to position 1 of 3.')).toBeAttached();

  await save(page);
  await expect(page).toHaveURL(`/applications/${id}/config`);
  const rows = page.locator('tbody tr > :first-child');
  await expect(rows).toHaveText(['dev', 'prod', 'staging']);
  const stored = await company.call<typeof application>('GET', `/api/apps/${id}`);
  expect(stored.environments.map((environment) => environment.id)).toEqual(
    [2, 0, 1].map((index) => environments[index]?.id),
  );
});

test('SPEC-13: a new application speaks to its webhook in the language of its maker', async ({
  adminPage: page,
}) => {
  await page.goto('/applications/new');
  await expect(page.getByLabel('Notification language')).toHaveValue('en');
  await page.evaluate(() => localStorage.setItem('comporta.language', '"pt"'));
  await page.reload();
  await expect(page.getByLabel('Idioma das notificações')).toHaveValue('pt');
});

test('APP-09: Reset brings back what was loaded', async ({ adminPage: page, company }) => {
  const { id } = await company.createApplication('Checkout', ['prod']);
  await page.goto(`/applications/${id}`);
  await page.getByLabel('Name', { exact: true }).fill('Payments');
  await addEnvironment(page, 'staging');
  await page.getByLabel(ENVIRONMENT).fill('half');
  await page.getByLabel('Notification webhook (optional)').fill('https://example.com/x');
  await page.getByLabel('Notification language').selectOption('pt');
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Checkout');
  await expect(environmentsOf(page)).toHaveText(['prod']);
  await expect(page.getByLabel(ENVIRONMENT)).toHaveValue('');
  await expect(page.getByLabel('Notification webhook (optional)')).toHaveValue('');
  await expect(page.getByLabel('Notification language')).toHaveValue('en');
});

test('APP-10: a new application leads to its first toggle', async ({
  adminPage: page,
  company,
}) => {
  await page.goto('/applications/new');
  await page.getByLabel('Name', { exact: true }).fill(' Checkout ');
  await page.getByRole('button', { name: 'Add Production' }).click();
  await page.getByLabel('Notification webhook (optional)').fill('https://192.0.2.1/hook');
  await page.getByLabel('Notification language').selectOption('pt');
  const call = nextCall(page, 'POST /api/apps');
  await save(page);
  expect((await call).postDataJSON()).toEqual({
    name: 'Checkout',
    environments: [{ name: 'Production' }],
    notificationWebhook: 'https://192.0.2.1/hook',
    notificationLanguage: 'pt',
  });
  await expect(page).toHaveURL(/\/applications\/[^/]+\/toggles\/new$/);
  const [created] = await company.call<{ id: string }[]>('GET', '/api/apps');
  await expect(page).toHaveURL(`/applications/${created?.id}/toggles/new`);
  await expect(page.getByRole('button', { name: 'Checkout' })).toBeVisible();
});

test('APP-12 APP-13 APP-14: names and limits of the server are said where they belong', async ({
  adminPage: page,
  company,
}) => {
  await company.createApplication('Checkout', ['prod']);
  await page.goto('/applications/new');
  await page.getByLabel('Name', { exact: true }).fill('checkout');
  for (const name of ['1', '2', '3', '4', '5', '6']) await addEnvironment(page, name);
  await save(page);
  await expectError(
    page,
    "You have reached your account's max environments limit. [5]",
    ENVIRONMENT,
  );
  await page.getByRole('button', { name: 'Remove environment 6' }).click();
  await save(page);
  await expectError(page, "There's already an application with this name!", 'Name');
  await company.createApplication('Search', ['prod']);
  await page.getByLabel('Name', { exact: true }).fill('Payments');
  await save(page);
  await expectError(page, "You have reached your account's max applications limit.");
});

test('APP-15: a webhook must be an address that may be called, in a language there is', async ({
  adminPage: page,
  company,
}) => {
  const { id } = await company.createApplication('Checkout', ['prod']);
  await page.goto(`/applications/${id}`);
  const webhook = 'Notification webhook (optional)';
  for (const url of ['not an address', 'http://127.0.0.2/hook']) {
    await page.getByLabel(webhook).fill(url);
    await save(page);
    await expectError(page, 'Invalid webhook URL!', webhook);
  }
  await page.getByLabel(webhook).fill('');
  await page.getByLabel('Name', { exact: true }).fill('Payments');
  const code = 'INVALID_WEBHOOK_LANGUAGE';
  const meta_data = { at: ['notificationLanguage'] };
  await refuseCalls(page, `PUT /api/apps/${id}`, { status: 400, error_code: code, meta_data });
  await save(page);
  await expectError(page, 'Invalid webhook language!', 'Notification language');
});

test('APP-16: an application that is not there leads to /not-found', async ({
  adminPage: page,
}) => {
  await page.goto(`/applications/${randomUUID()}`);
  await expect(page).toHaveURL('/not-found');
});

test('APP-17: a saved environment goes after its name was typed, with what is in it', async ({
  adminPage: page,
  company,
}) => {
  const { id, environments } = await company.createApplication('Checkout', ['staging', 'prod']);
  const staging = environments[0]?.id;
  const toggle = await company.call('POST', `/api/apps/${id}/toggles`, {
    name: 'new-checkout',
    values: ['enabled', 'disabled'],
    defaultValue: 'disabled',
  });
  await company.call('POST', `/api/apps/${id}/envs/${staging}/experiments`, {
    toggleId: toggle.id,
    rules: [
      { order: 1, type: 'ALL_USERS', valueSpec: { type: 'EXACT_VALUE', exactValue: 'enabled' } },
    ],
  });
  await page.goto(`/applications/${id}`);
  await page.getByRole('button', { name: 'Remove environment staging' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('Its experiments are deleted and its key stops working.');
  await expect(dialog.getByRole('listitem')).toHaveText(['new-checkout']);
  const confirm = dialog.getByRole('button', { name: 'Remove environment' });
  await expect(confirm).toBeDisabled();
  await expect(dialog.getByLabel('Type staging to confirm')).toBeFocused();
  await page.keyboard.type('staging');
  await expect(confirm).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(environmentsOf(page)).toHaveText(['prod']);
  const call = nextCall(page, `PUT /api/apps/${id}`);
  await save(page);
  expect((await call).postDataJSON()).toMatchObject({ removeEnvironments: [staging] });
  await expect(page).toHaveURL(`/applications/${id}/config`);
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2);
});
