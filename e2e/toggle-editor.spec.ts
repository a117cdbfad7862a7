import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import type { Company } from './company.ts';
import { expect, test } from './fixtures.ts';
import { furnishApplication } from './furnished-application.ts';
import { expectError, nextCall, recordCalls, refuseCalls } from './requests.ts';

const CREATE_CALL = 'POST /api/apps/*/toggles';

async function openNew(page: Page, company: Company): Promise<string> {
  const { id } = await company.createApplication('Checkout', ['Production']);
  await page.goto(`/applications/${id}/toggles/new`);
  return id;
}

function values(page: Page) {
  return page.getByRole('radiogroup', { name: 'Default value' }).locator('code');
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
}

test('TGN-01 TGN-02 TGN-03: a new toggle has enabled and disabled; its name is trimmed and checked', async ({
  adminPage: page,
  company,
}) => {
  await openNew(page, company);
  const calls = recordCalls(page, CREATE_CALL);
  await expect(values(page)).toHaveText(['enabled', 'disabled']);
  await expect(page.getByRole('radio', { name: 'Make disabled the default' })).toBeChecked();
  await save(page);
  await expectError(page, 'Name cannot be empty nor blank!', 'Name');

  const name = page.getByLabel('Name', { exact: true });
  for (const invalid of ['novo botão', 'a/b']) {
    await name.fill(invalid);
    await save(page);
    await expectError(page, 'Only ASCII letters, numbers, dashes', 'Name');
  }
  await name.fill('');
  await name.pressSequentially(' my.flag ');
  await expect(name).toHaveValue('my.flag');
  await name.press('ArrowLeft');
  await name.press('Home');
  await name.press('Space');
  await name.press('x');
  await expect(name).toHaveValue('xmy.flag');
  expect(calls).toHaveLength(0);
});

test('TGN-04 TGN-05 TGN-08: two values and a default are needed; a removed default leaves none', async ({
  adminPage: page,
  company,
}) => {
  await openNew(page, company);
  const calls = recordCalls(page, CREATE_CALL);
  await page.getByLabel('Name', { exact: true }).fill('my.flag');
  await page.getByRole('button', { name: 'Remove value disabled' }).click();
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  await save(page);
  await expectError(page, 'At least two values have to be provided!', 'Add a value');

  await page.getByLabel('Add a value').fill('beta');
  await page.keyboard.press('Enter');
  await save(page);
  const alert = page.getByRole('alert').filter({ hasText: 'Select the default value!' });
  await expect(alert).toBeVisible();
  await expect(page.getByRole('radio')).toHaveCount(2);
  await page.getByRole('radio', { name: 'Make beta the default' }).check();
  await expect(alert).toBeHidden();
  expect(calls).toHaveLength(0);
});

test('TGN-06 TGN-07: values are entered trimmed, with Enter or the button, and only once', async ({
  adminPage: page,
  company,
}) => {
  await openNew(page, company);
  const calls = recordCalls(page, CREATE_CALL);
  const input = page.getByLabel('Add a value');
  await input.fill(' beta ');
  await input.press('Enter');
  await expect(values(page)).toHaveText(['enabled', 'disabled', 'beta']);
  await input.fill('gamma');
  await page.getByRole('button', { name: 'Add value' }).click();
  await expect(input).toBeFocused();
  await input.fill('beta');
  await input.press('Enter');
  await expect(values(page)).toHaveText(['enabled', 'disabled', 'beta', 'gamma']);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(input).not.toHaveAttribute('aria-invalid', 'true');
  await expect(page).toHaveURL(/\/toggles\/new$/);
  expect(calls).toHaveLength(0);
});

test('TGN-09 TGN-10: a description may have 100 characters; what is saved is sent and leads to the list', async ({
  adminPage: page,
  company,
}) => {
  const appId = await openNew(page, company);
  const calls = recordCalls(page, CREATE_CALL);
  await page.getByLabel('Name', { exact: true }).fill('my.flag');
  const description = page.getByLabel('Description (optional)');
  await description.fill('a'.repeat(101));
  await save(page);
  await expectError(
    page,
    'The description can have at most 100 characters!',
    'Description (optional)',
  );
  expect(calls).toHaveLength(0);
  await description.fill('Of the checkout');
  const sent = nextCall(page, CREATE_CALL);
  await save(page);
  expect((await sent).postDataJSON()).toMatchObject({
    name: 'my.flag',
    description: 'Of the checkout',
    values: ['enabled', 'disabled'],
    defaultValue: 'disabled',
    appId,
  });
  await expect(page).toHaveURL(`/applications/${appId}/toggles`);
  await expect(page.getByRole('link', { name: 'my.flag', exact: true })).toBeVisible();
});

test('TGN-11 DLG-01 DLG-02: a refused save says why and keeps what was typed', async ({
  adminPage: page,
  company,
}) => {
  const appId = await openNew(page, company);
  await company.call('POST', `/api/apps/${appId}/toggles`, {
    name: 'Taken',
    values: ['a', 'b'],
    defaultValue: 'a',
  });
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('taken');
  await save(page);
  await expectError(page, 'Name already in use!', 'Name');
  await name.fill('free');
  await expect(name).not.toHaveAttribute('aria-invalid', 'true');

  const error_code = 'MAX_FEATURE_TOGGLES_LIMIT_REACHED';
  await refuseCalls(page, CREATE_CALL, { status: 409, error_code });
  await save(page);
  await expectError(page, "You have reached your account's max feature toggles limit.");
  await expect(name).toHaveValue('free');
});

test('TGN-10: the value type follows the values until it is chosen, and says what clients receive', async ({
  adminPage: page,
  company,
}) => {
  await openNew(page, company);
  const type = page.getByLabel('Value type');
  await expect(type).toHaveAccessibleDescription(/enabled → true, disabled → false/);
  await page.getByLabel('Add a value').fill('beta');
  await page.keyboard.press('Enter');
  await expect(type).toHaveAccessibleDescription(/receive the value as text/);
  await page.getByLabel('Name', { exact: true }).fill('my.flag');
  await type.selectOption('Number');
  await save(page);
  await expectError(page, 'The values do not fit the value type!', 'Value type');
});

test('TOG-10 CDW-34: a toggle opens with its name as heading and last crumb, its values editable', async ({
  adminPage: page,
  company,
}) => {
  const { id, toggleId } = await furnishApplication(company);
  await page.goto(`/applications/${id}/toggles`);
  await page.getByRole('link', { name: 'new-checkout', exact: true }).click();
  await expect(page).toHaveURL(`/applications/${id}/toggles/${toggleId}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('new-checkout');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(
    page.getByRole('navigation', { name: 'You are here' }).locator('[aria-current="page"]'),
  ).toHaveText('new-checkout');
  await expect(page).toHaveTitle('Comporta | Checkout');
  await expect(page.getByLabel('Name', { exact: true })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByLabel('Add a value').fill('beta');
  await page.keyboard.press('Enter');
  await page.getByRole('radio', { name: 'Make beta the default' }).check();
  const sent = nextCall(page, 'PUT /api/apps/*/toggles/*');
  await save(page);
  expect((await sent).postDataJSON()).toMatchObject({
    name: 'new-checkout',
    description: 'The checkout in one page',
    values: ['enabled', 'disabled', 'beta'],
    defaultValue: 'beta',
  });
  expect((await sent).headers()['if-match']).toBe('"1"');
  await expect(page).toHaveURL(`/applications/${id}/toggles`);
  await expect(page.getByRole('row').filter({ hasText: 'one page' })).toContainText('beta default');
});

test('TOG-10: a value in use cannot go, and the refusal links to where', async ({
  adminPage: page,
  company,
}) => {
  const { id, toggleId, production, experimentId } = await furnishApplication(company);
  await page.goto(`/applications/${id}/toggles/${toggleId}`);
  await page.getByRole('button', { name: 'Remove value enabled' }).click();
  await page.getByLabel('Add a value').fill('on');
  await page.keyboard.press('Enter');
  await save(page);
  await expectError(page, 'Value enabled is used in at least one experiment', 'Add a value');
  await expect(page.getByRole('link', { name: 'new-checkout (Production)' })).toHaveAttribute(
    'href',
    `/applications/${id}/environments/${production}/experiments/${experimentId}`,
  );
});

test('TOG-10: its history and its code stand beside its values, which stay as they were typed', async ({
  adminPage: page,
  company,
}) => {
  const { id, toggleId } = await furnishApplication(company);
  await page.goto(`/applications/${id}/toggles/${toggleId}`);
  const typed = page.getByRole('radio', { name: 'Make beta the default' });
  await page.getByLabel('Add a value').fill('beta');
  await page.keyboard.press('Enter');
  const asked = page.waitForRequest((request) => request.url().includes(`entity=${toggleId}`));
  await page.getByRole('tab', { name: 'Values' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/\?tab=history$/);
  await asked;
  await expect(
    page.getByRole('paragraph').filter({ hasText: /^Ana Souza created toggle/ }),
  ).toHaveText('Ana Souza created toggle “new-checkout”');
  await page.getByRole('tab', { name: 'Values' }).click();
  await expect(typed).toBeVisible();
});

test('TOG-10 UX-01: a toggle that is gone leads to /not-found; unsaved changes are asked about', async ({
  adminPage: page,
  company,
}) => {
  const { id, toggleId } = await furnishApplication(company);
  await page.goto(`/applications/${id}/toggles/unknown`);
  await expect(page).toHaveURL('/not-found');
  await page.goto(`/applications/${id}/toggles/${toggleId}`);
  await page.getByRole('button', { name: 'Edit description' }).click();
  await page.getByLabel('Description (optional)').fill('Half typed');
  await page.getByRole('link', { name: 'Properties' }).click();
  const question = page.getByRole('alertdialog', { name: 'Unsaved changes' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByLabel('Description (optional)')).toHaveValue('Half typed');
});

test('SDK-06 T14: a long value is shown by its first line and opens; a toggle is kept from clients', async ({
  adminPage: page,
  company,
}) => {
  const { id } = await company.createApplication('Checkout', ['prod']);
  const long = `{\n  "text": "${'long '.repeat(40)}"\n}`;
  const toggle = await company.call<{ readonly id: string }>('POST', `/api/apps/${id}/toggles`, {
    name: 'texts',
    values: [long, '{}'],
    defaultValue: '{}',
    valueType: 'JSON',
  });
  await page.goto(`/applications/${id}/toggles`);
  await expect(page.getByText('{…')).toBeVisible();
  await expect(page.getByText('long long')).toHaveCount(0);
  await page.goto(`/applications/${id}/toggles/${toggle.id}`);
  await page.getByText('{…').click();
  await expect(page.getByRole('dialog', { name: 'Value' }).getByText('long long')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('switch', { name: 'Available to clients' }).uncheck();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).toHaveURL(`/applications/${id}/toggles`);
  expect(await company.call('GET', `/api/apps/${id}/toggles/${toggle.id}`)).toMatchObject({
    availableToClients: false,
    values: [long, '{}'],
  });
});
