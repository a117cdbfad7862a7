import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { expectError, letCallsThrough, nextCall, recordCalls, refuseCalls } from './requests.ts';

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

test('APP-01 APP-02 APP-03 APP-04 APP-05 APP-06 APP-10 APP-12 APP-13 APP-14 SPEC-13: a new application is validated, refused, created, and leads to its first toggle', async ({
  adminPage: page,
  company,
}) => {
  await company.createApplication('Checkout', ['prod']);
  await page.goto('/applications/new');
  const saves = recordCalls(page, 'POST /api/apps');
  const name = page.getByLabel('Name', { exact: true });
  const input = page.getByLabel(ENVIRONMENT);

  await test.step('APP-01 APP-02 APP-03: it needs a name and an environment', async () => {
    await expect(page.getByRole('button', { name: 'Add', exact: true })).toBeVisible();
    await expect(page.getByLabel('Notification webhook (optional)')).toBeVisible();
    const language = page.getByLabel('Notification language');
    await expect(language.getByRole('option')).toHaveText(['English', 'Portuguese']);
    await name.fill('   ');
    await save(page);
    await expectError(page, 'Name cannot be empty nor blank!', 'Name');
    await expectError(page, 'At least one environment has to be provided!', ENVIRONMENT);
    await expectAccessible(page);
    await addEnvironment(page, 'dev');
    await expect(page.getByText('At least one environment has to be provided!')).toBeHidden();
  });

  await test.step('APP-04 APP-05 APP-06: environments are added trimmed, once, and never blank', async () => {
    await input.fill(' prod ');
    await input.press('Enter');
    await expect(environmentsOf(page)).toHaveText(['dev', 'prod']);
    await expect(input).toHaveValue('');
    await addEnvironment(page, ' staging');
    await addEnvironment(page, 'prod');
    await expect(environmentsOf(page)).toHaveText(['dev', 'prod', 'staging']);
    await expect(page.getByRole('status').filter({ hasText: 'already in the list' })).toHaveCount(
      1,
    );
    await expect(page.getByRole('alert')).toBeHidden();
    await addEnvironment(page, '   ');
    await expect(environmentsOf(page)).toHaveCount(3);
    expect(saves).toHaveLength(0);
  });

  await test.step('APP-12 APP-13: names and limits of the server are said where they belong', async () => {
    await name.fill('checkout');
    for (const environment of ['4', '5', '6']) await addEnvironment(page, environment);
    await save(page);
    const full = "You have reached your account's max environments limit. [5]";
    await expectError(page, full, ENVIRONMENT);
    await page.getByRole('button', { name: 'Remove environment 6' }).click();
    await save(page);
    await expectError(page, "There's already an application with this name!", 'Name');
  });

  await test.step('APP-10: it is saved, and leads to its first toggle', async () => {
    for (const environment of ['dev', 'prod', 'staging', '4', '5']) {
      await page.getByRole('button', { name: `Remove environment ${environment}` }).click();
    }
    await name.fill(' Search ');
    await page.getByRole('button', { name: 'Add Production' }).click();
    await page.getByLabel('Notification webhook (optional)').fill('https://192.0.2.1/hook');
    await page.getByLabel('Notification language').selectOption('pt');
    const call = nextCall(page, 'POST /api/apps');
    await save(page);
    expect((await call).postDataJSON()).toEqual({
      name: 'Search',
      environments: [{ name: 'Production' }],
      notificationWebhook: 'https://192.0.2.1/hook',
      notificationLanguage: 'pt',
    });
    await expect(page).toHaveURL(/\/applications\/[^/]+\/toggles\/new$/);
    const all = await company.call<{ id: string; name: string }[]>('GET', '/api/apps');
    const created = all.find((application) => application.name === 'Search');
    await expect(page).toHaveURL(`/applications/${created?.id}/toggles/new`);
    await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeVisible();
  });

  await test.step('APP-14: the account takes no more than its plan allows', async () => {
    await page.goto('/applications/new');
    await name.fill('Payments');
    await addEnvironment(page, 'prod');
    await save(page);
    await expectError(page, "You have reached your account's max applications limit.");
  });

  await test.step('SPEC-13: the webhook is spoken to in the language of who makes the application', async () => {
    await expect(page.getByLabel('Notification language')).toHaveValue('en');
    await name.fill('');
    await page.getByRole('button', { name: 'Remove environment prod' }).click();
    await page.evaluate(() => localStorage.setItem('comporta.language', '"pt"'));
    await page.reload();
    await expect(page.getByLabel('Idioma das notificações')).toHaveValue('pt');
  });
});

test('APP-07 APP-08 APP-09 APP-11 APP-15 APP-16 LIF-25 RES-25 SPEC-09: the environments and the webhook of a saved application', async ({
  adminPage: page,
  company,
}) => {
  const application = await company.createApplication('Checkout', ['staging', 'dev', 'prod']);
  const { id, environments } = application;
  const input = page.getByLabel(ENVIRONMENT);
  const name = page.getByLabel('Name', { exact: true });
  const webhook = page.getByLabel('Notification webhook (optional)');
  await page.goto(`/applications/${id}`);

  await test.step('APP-09: Reset brings back what was loaded', async () => {
    await name.fill('Payments');
    await addEnvironment(page, 'test');
    await input.fill('half');
    await webhook.fill('https://example.com/x');
    await page.getByLabel('Notification language').selectOption('pt');
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect(name).toHaveValue('Checkout');
    await expect(environmentsOf(page)).toHaveText(['staging', 'dev', 'prod']);
    await expect(input).toHaveValue('');
    await expect(webhook).toHaveValue('');
    await expect(page.getByLabel('Notification language')).toHaveValue('en');
  });

  await test.step('APP-15: a webhook must be an address that may be called, in a language there is', async () => {
    for (const url of ['not an address', 'http://127.0.0.2/hook']) {
      await webhook.fill(url);
      await save(page);
      await expectError(page, 'Invalid webhook URL!', 'Notification webhook (optional)');
    }
    await webhook.fill('');
    await name.fill('Payments');
    const code = 'INVALID_WEBHOOK_LANGUAGE';
    const meta_data = { at: ['notificationLanguage'] };
    await refuseCalls(page, `PUT /api/apps/${id}`, { status: 400, error_code: code, meta_data });
    await save(page);
    await expectError(page, 'Invalid webhook language!', 'Notification language');
    await letCallsThrough(page);
    await name.fill('Checkout');
  });

  await test.step('APP-07 APP-08: an environment that is edited is renamed by Update, and by nothing else', async () => {
    const countsBulk = page.getByRole('switch', { name: 'Count bulk evaluation as exposure' });
    await page.getByRole('button', { name: 'Edit environment prod' }).click();
    await expect(input).toHaveValue('prod');
    await input.fill('live');
    await countsBulk.check();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(input).toHaveValue('');
    await expect(environmentsOf(page)).toHaveText(['staging', 'dev', 'prod']);

    await page.getByRole('button', { name: 'Edit environment prod' }).click();
    await expect(countsBulk).not.toBeChecked();
    await countsBulk.check();
    await input.fill('live');
    await page.getByRole('button', { name: 'Update' }).click();
    await expect(environmentsOf(page)).toHaveText(['staging', 'dev', 'live']);
  });

  await test.step('a typed name that is not in the list is not lost by Save', async () => {
    const saves = recordCalls(page, `PUT /api/apps/${id}`);
    const refused = (typed: string) =>
      `“${typed}” is not in the list yet. Press Enter, or clear the field!`;
    await input.fill(' half');
    await save(page);
    await expectError(page, refused('half'), ENVIRONMENT);
    await expect(input).toBeFocused();
    await input.fill('');
    await expect(page.getByText(refused('half'))).toBeHidden();
    await page.getByRole('button', { name: 'Edit environment live' }).click();
    await input.fill('lively');
    await save(page);
    await expectError(page, refused('lively'), ENVIRONMENT);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText(refused('lively'))).toBeHidden();
    await expect(environmentsOf(page)).toHaveText(['staging', 'dev', 'live']);
    expect(saves).toHaveLength(0);
  });

  await test.step('SPEC-09: environments stand in the order that somebody gives them', async () => {
    const button = (move: string) => page.getByRole('button', { name: `Move environment ${move}` });
    await expect(button('staging up')).toBeDisabled();
    await expect(button('live down')).toBeDisabled();
    await button('live up').click();
    await expect(button('live up')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(environmentsOf(page)).toHaveText(['live', 'staging', 'dev']);
    await expect(button('live down')).toBeFocused();
    await expect(page.getByText('live moved to position 1 of 3.')).toBeAttached();
  });

  await test.step('LIF-25: the message about stale toggles, which a new application has, is turned off', async () => {
    const digest = page.getByRole('combobox', { name: 'Message about stale toggles' });
    await expect(digest).toHaveValue('WEEKLY');
    await digest.selectOption('None');
  });

  await test.step('APP-11 RES-25: they keep their ids, and bulk evaluation counts where it was asked for', async () => {
    const ids = [2, 0, 1].map((index) => environments[index]?.id);
    const call = nextCall(page, `PUT /api/apps/${id}`);
    await save(page);
    expect((await call).postDataJSON()).toEqual({
      name: 'Checkout',
      environments: [
        { id: ids[0], name: 'live', countBulkAsExposure: true },
        { id: ids[1], name: 'staging', countBulkAsExposure: false },
        { id: ids[2], name: 'dev', countBulkAsExposure: false },
      ],
      notificationWebhook: null,
      notificationLanguage: 'en',
      idleDays: 14,
      staleDigest: 'OFF',
    });
    await expect(page).toHaveURL(`/applications/${id}/config`);
    const rows = page.locator('tbody tr > :first-child');
    await expect(rows).toHaveText(['live', 'staging', 'dev']);
    const stored = await company.call<typeof application>('GET', `/api/apps/${id}`);
    expect(stored.environments.map((environment) => environment.id)).toEqual(ids);
  });

  await test.step('APP-16: an application that is not there leads to /not-found', async () => {
    await page.goto(`/applications/${randomUUID()}`);
    await expect(page).toHaveURL('/not-found');
  });
});

test('APP-17: a saved environment is deleted with all its contents, after its name was typed', async ({
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
