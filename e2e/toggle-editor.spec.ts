import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { furnishApplication } from './furnished-application.ts';
import { expectError, letCallsThrough, nextCall, recordCalls, refuseCalls } from './requests.ts';

const CREATE_CALL = 'POST /api/apps/*/toggles';

function values(page: Page) {
  return page.getByRole('radiogroup', { name: 'Default value' }).locator('code');
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
}

test('TGN-01 TGN-02 TGN-03 TGN-04 TGN-05 TGN-06 TGN-07 TGN-08 TGN-09 TGN-10 TGN-11 DLG-01 DLG-02: a new toggle is validated, refused and created', async ({
  adminPage: page,
  company,
}) => {
  const { id: appId } = await company.createApplication('Checkout', ['Production']);
  await company.call('POST', `/api/apps/${appId}/toggles`, {
    name: 'Taken',
    values: ['a', 'b'],
    defaultValue: 'a',
  });
  await page.goto(`/applications/${appId}/toggles/new`);
  const calls = recordCalls(page, CREATE_CALL);
  const name = page.getByLabel('Name', { exact: true });
  const input = page.getByLabel('Add a value');
  const type = page.getByLabel('Value type');

  await test.step('TGN-01 TGN-02 TGN-03: it has enabled and disabled; its name is trimmed and checked', async () => {
    await expect(values(page)).toHaveText(['enabled', 'disabled']);
    await expect(page.getByRole('radio', { name: 'Make disabled the default' })).toBeChecked();
    await save(page);
    await expectError(page, 'Name cannot be empty nor blank!', 'Name');
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
  });

  await test.step('TGN-10: the value type follows the values until it is chosen, and says what clients receive', async () => {
    await expect(type).toHaveAccessibleDescription(/enabled → true, disabled → false/);
    await input.fill(' beta ');
    await input.press('Enter');
    await expect(type).toHaveAccessibleDescription(/receive the value as text/);
  });

  await test.step('TGN-06 TGN-07: values are entered trimmed, with Enter or the button, and only once', async () => {
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
  });

  await test.step('TGN-04 TGN-05 TGN-08: two values and a default are needed; a removed default leaves none', async () => {
    await page.getByRole('button', { name: 'Remove value gamma' }).click();
    await page.getByRole('button', { name: 'Remove value beta' }).click();
    await page.getByRole('button', { name: 'Remove value disabled' }).click();
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
    await save(page);
    await expectError(page, 'At least two values have to be provided!', 'Add a value');
    await input.fill('beta');
    await page.keyboard.press('Enter');
    await save(page);
    const alert = page.getByRole('alert').filter({ hasText: 'Select the default value!' });
    await expect(alert).toBeVisible();
    await expect(page.getByRole('radio')).toHaveCount(2);
    await page.getByRole('radio', { name: 'Make beta the default' }).check();
    await expect(alert).toBeHidden();
  });

  await test.step('TGN-09: a description may have 100 characters, and values fit the type', async () => {
    const description = page.getByLabel('Description (optional)');
    await type.selectOption('Number');
    await description.fill('a'.repeat(101));
    await save(page);
    await expectError(page, 'The values do not fit the value type!', 'Value type');
    const tooLong = 'The description can have at most 100 characters!';
    await expectError(page, tooLong, 'Description (optional)');
    expect(calls).toHaveLength(0);
    await type.selectOption('Text');
    await description.fill('Of the checkout');
  });

  await test.step('TGN-11 DLG-01 DLG-02: a refused save says why and keeps what was typed', async () => {
    await name.fill('taken');
    await save(page);
    await expectError(page, 'Name already in use!', 'Name');
    await name.fill('my.flag');
    await expect(name).not.toHaveAttribute('aria-invalid', 'true');
    const error_code = 'MAX_FEATURE_TOGGLES_LIMIT_REACHED';
    await refuseCalls(page, CREATE_CALL, { status: 409, error_code });
    await save(page);
    await expectError(page, "You have reached your account's max feature toggles limit.");
    await expect(name).toHaveValue('my.flag');
    await letCallsThrough(page);
  });

  await test.step('TGN-10: what is saved is sent, and leads to the list', async () => {
    const sent = nextCall(page, CREATE_CALL);
    await save(page);
    expect((await sent).postDataJSON()).toMatchObject({
      name: 'my.flag',
      description: 'Of the checkout',
      values: ['enabled', 'beta'],
      defaultValue: 'beta',
      valueType: 'STRING',
      appId,
    });
    await expect(page).toHaveURL(`/applications/${appId}/toggles`);
    await expect(page.getByRole('link', { name: 'my.flag', exact: true })).toBeVisible();
  });
});

test('TOG-10 CDW-34 UX-01: a toggle is headed by its name; its edits are kept until they are saved', async ({
  adminPage: page,
  company,
}) => {
  const { id, toggleId, production, experimentId } = await furnishApplication(company);
  const open = async () => {
    await page.getByRole('link', { name: 'new-checkout', exact: true }).click();
    await expect(page).toHaveURL(`/applications/${id}/toggles/${toggleId}`);
  };
  const addValue = async (value: string) => {
    await page.getByLabel('Add a value').fill(value);
    await page.keyboard.press('Enter');
  };
  await page.goto(`/applications/${id}/toggles`);
  await open();

  await test.step('CDW-34: its name is its heading and the last crumb, its values are editable', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('new-checkout');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(
      page.getByRole('navigation', { name: 'You are here' }).locator('[aria-current="page"]'),
    ).toHaveText('new-checkout');
    await expect(page).toHaveTitle('Comporta | Checkout - new-checkout');
    await expect(page.getByLabel('Name', { exact: true })).toHaveCount(0);
    await expectAccessible(page);
  });

  await test.step('its history and its code stand beside its values, which stay as they were typed', async () => {
    const typed = page.getByRole('radio', { name: 'Make beta the default' });
    await addValue('beta');
    const asked = page.waitForRequest((request) => request.url().includes(`entity=${toggleId}`));
    await page.getByRole('tab', { name: 'Values' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(page).toHaveURL(/\?tab=usage$/);
    await page.keyboard.press('ArrowRight');
    await expect(page).toHaveURL(/\?tab=history$/);
    await asked;
    await expect(
      page.getByRole('paragraph').filter({ hasText: /^Ana Souza created toggle/ }),
    ).toHaveText('Ana Souza created toggle “new-checkout”');
    await page.getByRole('tab', { name: 'Values' }).click();
    await expect(typed).toBeVisible();
    await typed.check();
  });

  await test.step('what is saved is sent with the version that was loaded', async () => {
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
    const row = page.getByRole('row').filter({ hasText: 'one page' });
    await expect(row).toContainText('beta default');
  });

  await test.step('a value in use cannot go, and the refusal links to where', async () => {
    await open();
    await page.getByRole('button', { name: 'Remove value enabled' }).click();
    await addValue('on');
    await save(page);
    await expectError(page, 'Value enabled is used in at least one experiment', 'Add a value');
    await expect(page.getByRole('link', { name: 'new-checkout (Production)' })).toHaveAttribute(
      'href',
      `/applications/${id}/environments/${production}/experiments/${experimentId}`,
    );
    await page.getByRole('button', { name: 'Reset' }).click();
  });

  await test.step('UX-01: unsaved changes are asked about', async () => {
    const description = page.getByLabel('Description (optional)');
    await page.getByRole('button', { name: 'Edit description' }).click();
    await description.fill('Half typed');
    await page.getByRole('link', { name: 'Properties' }).click();
    const question = page.getByRole('alertdialog', { name: 'Unsaved changes' });
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(description).toHaveValue('Half typed');
    await page.getByRole('button', { name: 'Cancel' }).click();

    // The values are another form of the page than the tags, which are not changed.
    await page.getByLabel('Add a value').fill('gamma');
    await page.getByRole('button', { name: 'Edit tags' }).click();
    await page.getByRole('link', { name: 'Properties' }).click();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await page.getByRole('button', { name: 'Reset' }).click();
  });

  await test.step('a toggle that is gone leads to /not-found', async () => {
    await page.goto(`/applications/${id}/toggles/unknown`);
    await expect(page).toHaveURL('/not-found');
  });
});

test('SDK-06 T14: a long value is shown in one line and can be opened; a toggle can be hidden from clients', async ({
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
  await expect(page.getByText('{text: long long')).toBeVisible();
  await page.goto(`/applications/${id}/toggles/${toggle.id}`);
  await page.getByText('{text: long long').click();
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
