import { randomUUID } from 'node:crypto';
import type { Company } from './company.ts';
import { expect, test } from './fixtures.ts';
import { expectError, letCallsThrough, nextCall, recordCalls, refuseCalls } from './requests.ts';

interface Property {
  readonly id: string;
}

async function createProperty(
  company: Company,
  appId: string,
  key: string,
  type = 'STRING',
): Promise<Property> {
  const body = { key, type, description: `The ${key}`, appId };
  return company.call<Property>('POST', `/api/apps/${appId}/properties`, body);
}

test('PRL-01 PRL-02 PRL-03 DLG-03 DLG-05 DLG-06: properties are listed, link to their editors, and are deleted after a confirmation', async ({
  adminPage: page,
  company,
}) => {
  const { id: appId } = await company.createApplication('Checkout', ['Production']);
  const plan = await createProperty(company, appId, 'plan');
  await createProperty(company, appId, 'app.version', 'SEMANTIC_VERSION');
  const list = `/applications/${appId}/properties`;
  const listed = `GET /api/apps/${appId}/properties` as const;
  const called = nextCall(page, listed);
  await page.goto(list);
  await called;
  const table = page.getByRole('table', { name: 'Properties' });
  await expect(table.getByRole('columnheader')).toHaveText([
    'Key',
    'Type',
    'Used in',
    'Changed',
    'Actions',
  ]);
  const row = table.getByRole('row').filter({ hasText: 'plan' });
  await expect(row.getByRole('cell')).toContainText([
    'planThe plan',
    'Text',
    'nothing yet',
    'Ana Souza',
  ]);
  await expect(row.getByRole('link', { name: 'plan' })).toHaveAttribute(
    'href',
    `${list}/${plan.id}`,
  );
  await expect(table.getByRole('button', { name: /^Delete / })).toHaveCount(2);

  const calls = recordCalls(page, 'DELETE /api/apps/*/properties/*');
  const ask = page.getByRole('button', { name: 'Delete plan' });
  const confirmation = page.getByRole('alertdialog', { name: 'Delete property' });
  await test.step('PRL-03 DLG-03: a deletion is confirmed', async () => {
    await ask.click();
    await expect(confirmation).toContainText('Delete property plan?');
    await expect(confirmation.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(confirmation).toBeHidden();
    await ask.click();
    await page.keyboard.press('Escape');
    await expect(confirmation).toBeHidden();
    expect(calls).toHaveLength(0);
  });

  await test.step('PRL-03 DLG-05 DLG-06: it is made once, told, and the list reloads', async () => {
    await ask.click();
    const confirm = confirmation.getByRole('button', { name: 'Delete property' });
    await confirm.evaluate((button: HTMLElement) => {
      button.click();
      button.click();
    });
    const outcome = page.getByRole('dialog', { name: 'success' });
    await expect(outcome).toContainText('Property deleted.');
    expect(calls.map((call) => new URL(call.url()).pathname)).toEqual([
      `/api/apps/${appId}/properties/${plan.id}`,
    ]);
    expect(calls[0]?.postData()).toBeNull();
    const reloaded = nextCall(page, listed);
    await page.keyboard.press('Enter');
    await reloaded;
    await expect(outcome).toBeHidden();
    await expect(page.getByText('1 of 1')).toBeVisible();
    await expect(page.getByRole('link', { name: 'plan' })).toBeHidden();
  });
  await page.getByRole('link', { name: 'New property' }).click();
  await expect(page).toHaveURL(`${list}/new`);
});

test('PRL-04 PRL-05 PRL-06 DLG-04 CON-26 CDW-50: a property in use shows where before it is deleted, and a refusal says why', async ({
  adminPage: page,
  company,
}) => {
  const { id: appId, environments } = await company.createApplication('Checkout', ['Production']);
  const [environment] = environments;
  const country = await createProperty(company, appId, 'country');
  const plan = await createProperty(company, appId, 'plan');
  const gone = await createProperty(company, appId, 'gone');
  await createProperty(company, appId, 'failing');
  const condition = { expression: 'EQUALS', term: 'pro' };
  await company.call('POST', `/api/apps/${appId}/target-groups`, {
    name: 'Paying',
    description: '',
    policy: 'AND',
    conditions: [{ id: '', propertyId: plan.id, ...condition }],
    appId,
  });
  const toggle = await company.call('POST', `/api/apps/${appId}/toggles`, {
    name: 'new-checkout',
    description: '',
    values: ['enabled', 'disabled'],
    defaultValue: 'disabled',
  });
  await company.call('POST', `/api/apps/${appId}/envs/${environment?.id}/experiments`, {
    toggleId: toggle.id,
    rules: [
      {
        order: 1,
        type: 'PROPERTY',
        propertyRule: { propertyId: country.id, ...condition },
        valueSpec: { type: 'EXACT_VALUE', exactValue: 'enabled' },
      },
      {
        order: 2,
        type: 'ALL_USERS',
        valueSpec: { type: 'EXACT_VALUE', exactValue: 'disabled' },
      },
    ],
  });
  await page.goto(`/applications/${appId}/properties`);
  await expect(page.getByRole('link', { name: 'gone' })).toBeVisible();
  await company.call('DELETE', `/api/apps/${appId}/properties/${gone.id}`);
  const outcome = page.getByRole('alertdialog', { name: 'error' });
  for (const [key, text, use] of [
    ['gone', 'Property not found!'],
    ['country', 'Property is being used in at least one experiment.', 'new-checkout (Production)'],
    ['plan', 'Property is being used in at least one target group.', 'Paying'],
    ['failing', 'An unexpected error occurred. Please try again.'],
  ] as const) {
    if (key === 'failing') {
      await refuseCalls(page, 'DELETE /api/apps/*/properties/*', { status: 500 });
    }
    await page.getByRole('button', { name: `Delete ${key}` }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete property' });
    await expect(question.getByRole('link')).toHaveText(use === undefined ? [] : [use]);
    if (use !== undefined) await expect(question).toContainText('the deletion will be refused');
    await question.getByRole('button', { name: 'Delete property', exact: true }).click();
    await expect(outcome).toContainText(text);
    await expect(outcome.getByRole('heading')).toHaveText('error');
    await outcome.getByRole('button', { name: 'OK' }).click();
    await letCallsThrough(page);
  }
  await expect(page.getByRole('link', { name: 'gone' })).toBeHidden();
});

test('PRL-07 PRE-09 HTTP-04: an address of something that does not exist leads to /not-found', async ({
  adminPage: page,
  company,
}) => {
  const { id: appId } = await company.createApplication('Checkout', ['Production']);
  const missing = randomUUID();
  for (const path of [
    `/applications/${missing}`,
    `/applications/${missing}/config`,
    `/applications/${missing}/properties`,
    `/applications/${missing}/target-groups`,
    `/applications/${appId}/properties/${missing}`,
    `/applications/${appId}/target-groups/${missing}`,
  ]) {
    await page.goto(path);
    await expect(page).toHaveURL('/not-found');
    await expect(page.getByRole('heading', { name: '404 - Page not found!' })).toBeVisible();
  }
});

test('PRE-01 PRE-02 PRE-03 PRE-04 PRE-05 PRE-06 PRE-07 PRE-08 PRE-10 A11Y-09: a new property is validated, saved, and keeps its type', async ({
  adminPage: page,
  company,
}) => {
  const { id: appId } = await company.createApplication('Checkout', ['Production']);
  await createProperty(company, appId, 'country');
  await page.goto(`/applications/${appId}/properties/new`);
  const calls = recordCalls(page, 'POST /api/apps/*/properties');
  const key = page.getByLabel('Key', { exact: true });
  const type = page.getByLabel('Type');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const choices = type.locator('option:not([disabled], [value=""])');
  const TYPES = ['Text', 'Number', 'Date', 'True or false', 'Semantic version'];
  await expect(choices).toHaveText([...TYPES, 'More…']);
  await type.selectOption('More…');
  await expect(choices).toHaveText([...TYPES, 'List of texts']);
  await expect(type).toHaveValue('');
  expect(await choices.evaluateAll((all) => all.map((each) => each.getAttribute('value')))).toEqual(
    ['STRING', 'NUMERIC', 'DATE', 'BOOLEAN', 'SEMANTIC_VERSION', 'LIST'],
  );

  await save.click();
  await expectError(page, 'Define a key!', 'Key');
  await expectError(page, 'Property type must be selected!', 'Type');
  await expect(key).toBeFocused();
  await type.selectOption('Semantic version');
  const charset =
    'Only ASCII characters, numbers, dashes, underscores and periods (.) are allowed in the key.';
  for (const [typed, text] of [
    ['país', charset],
    ['a b', charset],
    ['a/b', charset],
    ['uid', "Key 'uid' cannot be used!"],
  ] as const) {
    await key.fill(typed);
    await save.click();
    await expectError(page, text, 'Key');
  }
  expect(calls).toHaveLength(0);

  await key.fill('app.version');
  await refuseCalls(page, 'POST /api/apps/*/properties', {
    status: 400,
    error_code: 'UID_FORBIDDEN',
    meta_data: { at: ['key'] },
  });
  await save.click();
  await expectError(page, "Key 'uid' cannot be used!", 'Key');
  await letCallsThrough(page);

  await key.fill('Country');
  await save.click();
  await expectError(page, "There's already a property with this key!", 'Key');

  await key.fill('  app.version ');
  await page.getByLabel('Description (optional)').fill('Of the app');
  const called = nextCall(page, `POST /api/apps/${appId}/properties`);
  await save.click();
  expect((await called).postDataJSON()).toEqual({
    key: 'app.version',
    type: 'SEMANTIC_VERSION',
    description: 'Of the app',
    appId,
  });
  await expect(page).toHaveURL(`/applications/${appId}/properties`);
  await expect(page.getByRole('link', { name: 'app.version' })).toBeVisible();

  await test.step('PRE-06 PRE-08: a saved property keeps its type', async () => {
    await page.getByRole('link', { name: 'app.version' }).click();
    await expect(key).toHaveValue('app.version');
    await expect(type).toHaveValue('SEMANTIC_VERSION');
    await expect(type).toBeDisabled();
    const description = page.getByLabel('Description (optional)');
    await expect(description).toHaveValue('Of the app');
    await description.fill('Of the mobile app');
    const changed = nextCall(page, 'PUT /api/apps/*/properties/*');
    await save.click();
    expect((await changed).postDataJSON()).toMatchObject({
      key: 'app.version',
      description: 'Of the mobile app',
    });
    await expect(page).toHaveURL(`/applications/${appId}/properties`);
    await expect(page.getByText('Of the mobile app')).toBeVisible();
  });
});
