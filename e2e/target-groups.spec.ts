import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import type { Company } from './company.ts';
import { expect, test } from './fixtures.ts';
import { furnishApplication } from './furnished-application.ts';
import { expectError, nextCall, recordCalls, refuseCalls } from './requests.ts';

const LIST_CALL = 'GET /api/apps/*/target-groups';
const CREATE_CALL = 'POST /api/apps/*/target-groups';
const DELETE_CALL = 'DELETE /api/apps/*/target-groups/*';

interface Created {
  readonly id: string;
}

function createGroup(company: Company, appId: string, name: string): Promise<Created> {
  return company.call<Created>('POST', `/api/apps/${appId}/target-groups`, {
    name,
    description: '',
    policy: 'AND',
    conditions: [{ propertyId: 'uid', expression: 'STARTS_WITH', term: 'u-' }],
  });
}

async function remove(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete target group' }).click();
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
}

test('TGL-01 TGL-02 TGL-03 TGL-04 TGL-05 TGL-06 TGL-07 CON-26 CDW-50: groups are listed in words with their uses, and can be deleted when they have none', async ({
  adminPage: page,
  company,
}) => {
  const { id, targetGroupId, production, experimentId } = await furnishApplication(company);
  const old = await createGroup(company, id, 'Old');
  const gone = await createGroup(company, id, 'Gone');
  const calls = recordCalls(page, DELETE_CALL);
  const refusal = page.getByRole('alertdialog', { name: 'error' });

  await test.step('TGL-01 TGL-02 TGL-07: a row says who is in it, and where it is used', async () => {
    const called = nextCall(page, LIST_CALL);
    await page.goto(`/applications/${id}/target-groups`);
    expect(new URL((await called).url()).pathname).toBe(`/api/apps/${id}/target-groups`);
    const row = page.getByRole('row').filter({ hasText: 'Paying customers' });
    await expect(row).toContainText('Everyone on a plan that costs something');
    await expect(row).toContainText(
      'plan is one of pro, team, enterprise and customer-since is before 2026-01-01',
    );
    await expect(row.getByRole('link', { name: 'Paying customers' })).toHaveAttribute(
      'href',
      `/applications/${id}/target-groups/${targetGroupId}`,
    );
    await expect(row.getByRole('link', { name: 'new-checkout' })).toHaveAttribute(
      'href',
      `/applications/${id}/environments/${production}/experiments/${experimentId}`,
    );
    await expect(row).toContainText('Production');
    await expect(row.getByRole('button', { name: 'Delete Paying customers' })).toBeVisible();
  });

  await test.step('TGL-03: a deletion is confirmed, made, told, and the list reloads', async () => {
    await expect(page.getByText('4 of 4')).toBeVisible();
    await remove(page, 'Old');
    await expect(page.getByRole('dialog', { name: 'success' })).toContainText(
      'Target group deleted.',
    );
    expect(calls.map((call) => new URL(call.url()).pathname)).toEqual([
      `/api/apps/${id}/target-groups/${old.id}`,
    ]);
    const reloaded = nextCall(page, LIST_CALL);
    await page.keyboard.press('Enter');
    await reloaded;
    await expect(page.getByText('3 of 3')).toBeVisible();
  });

  await test.step('TGL-04 TGL-05 CON-26 CDW-50: a refused deletion says why', async () => {
    await page.getByRole('button', { name: 'Delete Paying customers' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete target group' });
    await expect(question).toContainText('the deletion will be refused');
    await expect(question.getByRole('link', { name: 'new-checkout (Production)' })).toBeVisible();
    await question.getByRole('button', { name: 'Delete target group' }).click();
    await expect(refusal).toContainText(
      'Cannot delete. Target group is being used in at least one experiment!',
    );
    await expect(refusal.getByRole('link', { name: 'new-checkout (Production)' })).toBeVisible();
    await page.keyboard.press('Enter');

    await company.call('DELETE', `/api/apps/${id}/target-groups/${gone.id}`);
    await remove(page, 'Gone');
    await expect(refusal).toContainText('Target group not found!');
    await page.keyboard.press('Enter');

    await refuseCalls(page, DELETE_CALL, { status: 500 });
    await remove(page, 'Staff');
    await expect(refusal).toContainText('An unexpected error occurred. Please try again.');
    await page.keyboard.press('Enter');
  });

  await page.getByRole('link', { name: 'New target group' }).click();
  await expect(page).toHaveURL(`/applications/${id}/target-groups/new`);
  await test.step('TGL-06: a list that is gone leads to /not-found', async () => {
    await page.goto('/applications/unknown/target-groups');
    await expect(page).toHaveURL('/not-found');
  });
});

test('TGE-01 TGE-02 TGE-03 TGE-04 TGE-05 TGE-06 TGE-09 CND-17: a new group starts empty, is validated, and is sent as it was entered', async ({
  adminPage: page,
  company,
}) => {
  const { id: appId, propertyId } = await furnishApplication(company);
  await page.goto(`/applications/${appId}/target-groups/new`);
  const calls = recordCalls(page, CREATE_CALL);
  const add = page.getByRole('button', { name: 'Add condition' });

  await test.step('TGE-01 TGE-02 TGE-04 TGE-09: a name and a condition are needed', async () => {
    await expect(page.getByRole('radio', { name: 'all conditions hold' })).toBeChecked();
    await expect(page.getByRole('radio', { name: 'at least one condition holds' })).toBeVisible();
    await expect(page.getByLabel(/^Condition 1/)).toHaveCount(0);
    await save(page);
    await expectError(page, 'Name cannot be empty nor blank!', 'Name');
    await page.getByLabel('Name', { exact: true }).fill('Brazil');
    await save(page);
    await expectError(page, 'At least one condition must be specified!');
    await expect(add).toBeFocused();
    await add.click();
    await expect(page.getByLabel('Condition 1: Property')).toBeFocused();
    await expect(page.getByText('At least one condition must be specified!')).toBeHidden();
    await page.getByRole('button', { name: 'Remove condition 1' }).click();
    await expect(page.getByLabel(/^Condition 1/)).toHaveCount(0);
    await expect(add).toBeFocused();
  });

  await test.step('TGE-03: 50 and 100 characters are the most, counted as they are typed', async () => {
    await page.getByLabel('Name', { exact: true }).fill('n'.repeat(51));
    await page.getByLabel('Description (optional)').fill('d'.repeat(101));
    await expect(page.getByText('51/50')).toBeVisible();
    await expect(page.getByText('101/100')).toBeVisible();
    await save(page);
    await expectError(page, 'The name can have at most 50 characters!', 'Name');
    const tooLong = 'The description can have at most 100 characters!';
    await expectError(page, tooLong, 'Description (optional)');
    expect(calls).toHaveLength(0);
  });

  await page.getByLabel('Name', { exact: true }).fill('Lusophones');
  await page.getByLabel('Description (optional)').fill('');
  const field = (number: number, name: string) =>
    page.getByLabel(`Condition ${number}: ${name}`, { exact: true });
  await add.click();
  await field(1, 'Property').selectOption('country');
  await field(1, 'Expression').selectOption('Is one of');
  await field(1, 'Value').fill('BR,,PT');
  const items = page.getByRole('list', { name: 'Values in the list' }).getByRole('listitem');
  await expect(items).toHaveText(['BR', 'Invalid:empty', 'PT']);
  await add.click();
  await field(2, 'Property').selectOption('plan');
  await save(page);
  await expectError(page, 'One of the provided values is invalid!', 'Condition 1: Value');
  await expect(field(1, 'Value')).toBeFocused();
  await expect(page.locator('[aria-invalid="true"]')).toHaveCount(1);
  await page.evaluate(() => scrollTo(0, 0));
  await expectAccessible(page);

  await field(1, 'Value').fill('');
  await page.evaluate(() => navigator.clipboard.writeText('BR\nPT\r\n\nAO\n'));
  await field(1, 'Value').press('ControlOrMeta+V');
  await expect(field(1, 'Value')).toHaveValue('BR,PT,AO');
  await expect(items).toHaveText(['BR', 'PT', 'AO']);
  await field(2, 'Expression').selectOption('Equals');
  await field(2, 'Value').fill('pro');
  await expect(page.getByLabel('In words')).toContainText(
    'country is one of BR, PT, AO and plan equals pro',
  );
  const sent = nextCall(page, CREATE_CALL);
  await save(page);
  const body = (await sent).postDataJSON();
  expect(body).toMatchObject({ name: 'Lusophones', description: '', policy: 'AND', appId });
  expect(body.conditions).toEqual([
    {
      id: expect.any(String),
      propertyId,
      propertyType: 'STRING',
      expression: 'IN',
      term: 'BR,PT,AO',
    },
    expect.objectContaining({ propertyType: 'STRING', expression: 'EQUALS', term: 'pro' }),
  ]);
  await expect(page).toHaveURL(`/applications/${appId}/target-groups`);
});

test('TGE-01 TGE-07 TGE-08 CON-21 CDW-45: a saved group is headed by its name, fills the form, is tried on a user, is overwritten, needs a unique name, and goes back to a version', async ({
  adminPage: page,
  company,
}) => {
  const { id: appId, targetGroupId } = await furnishApplication(company);
  await page.goto(`/applications/${appId}/target-groups/${targetGroupId}`);
  const name = page.getByLabel('Name', { exact: true });
  await expect(name).toHaveValue('Paying customers');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Paying customers');
  await expect(page.getByLabel('Condition 1: Value')).toHaveValue('pro,team,enterprise');
  await expect(page.getByLabel('Condition 2: Expression')).toHaveValue('LESS_THAN');
  await expect(
    page.getByLabel('Condition 2: Expression').getByRole('option', { selected: true }),
  ).toHaveText('Is before');

  await test.step('TGE-01: a group is tried on a user before it is saved', async () => {
    await page.getByRole('button', { name: 'Try it' }).click();
    const tester = page.getByRole('group', { name: 'Try it' });
    await expect(tester.getByRole('status')).toContainText('does not belong');
    await expect(tester.getByRole('status')).toContainText('not sent');
    await tester.getByLabel('plan').fill('team');
    await tester.getByLabel('customer-since').fill('2025-12-31');
    await expect(tester.getByRole('status')).toContainText('This user belongs to the group.');
    await page.getByLabel('Condition 2: Value', { exact: true }).fill('2025-01-01');
    await expect(tester.getByRole('status')).toContainText('does not belong');
    await tester.getByLabel('customer-since').fill('31/12/2025');
    await expect(tester.getByRole('status')).toContainText('the value cannot be read');
    await page.getByLabel('Condition 2: Value', { exact: true }).fill('2026-01-01');
  });

  await name.fill('staff');
  await save(page);
  await expectError(page, "There's already a target group with this name!", 'Name');

  await name.fill('Customers');
  await page.getByRole('button', { name: 'Move condition 2 up' }).click();
  await expect(page.getByRole('button', { name: 'Move condition 1 down' })).toBeFocused();
  await page.getByRole('button', { name: 'Duplicate condition 2' }).click();
  await page.getByLabel('Condition 3: Value').fill('free');
  const sent = nextCall(page, 'PUT /api/apps/*/target-groups/*');
  await save(page);
  const { conditions } = (await sent).postDataJSON();
  expect(conditions.map((condition: { term: string }) => condition.term)).toEqual([
    '2026-01-01',
    'pro,team,enterprise',
    'free',
  ]);
  await expect(page).toHaveURL(`/applications/${appId}/target-groups`);
  await page.getByRole('link', { name: 'Customers' }).click();
  await expect(name).toHaveValue('Customers');
  await page.keyboard.press('h');
  const versions = page.getByRole('complementary', { name: 'Versions' });
  await versions.getByRole('button', { name: /^Version 1 / }).click();
  await expect(versions).toContainText('name: Customers → Paying customers');
  await versions.getByRole('button', { name: 'Restore as draft' }).click();
  await expect(name).toHaveValue('Paying customers');
  await expect(page.getByLabel('Condition 1: Value')).toHaveValue('pro,team,enterprise');
  // The save has an Undo, too; this is the one of the restored version.
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(name).toHaveValue('Customers');
});

test('CDW-82: a name that is written from right to left leaves the order of sentences, and no isolates in the CSV file', async ({
  adminPage: page,
  company,
}) => {
  const { id } = await company.createApplication('Checkout', ['prod']);
  await createGroup(company, id, 'קבוצה 99');
  await createGroup(company, id, 'Staff');
  await page.goto(`/applications/${id}/target-groups`);
  const question = page.getByRole('alertdialog');
  await page.getByRole('button', { name: 'Delete Staff' }).click();
  await expect(question).toContainText('Delete target group Staff?');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Delete קבוצה 99' }).click();
  await expect(question).toContainText('Delete target group \u2068קבוצה 99\u2069?');

  await page.goto(`/applications/${id}/audit-logs`);
  const created = 'Ana Souza created target group “\u2068קבוצה 99\u2069”';
  await expect(page.getByRole('listitem').filter({ hasText: created })).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  const file = await readFile(await download.path(), 'utf8');
  expect(file).toContain('Ana Souza created target group “קבוצה 99”');
});
