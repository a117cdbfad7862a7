import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import type { Company } from './company.ts';
import { expect, test } from './fixtures.ts';
import { furnishApplication } from './furnished-application.ts';

/** Saves what the screen shows with this change, as another user would. */
async function saveMeanwhile(
  company: Company,
  path: string,
  change: Readonly<Record<string, unknown>>,
): Promise<void> {
  await company.call('PUT', path, { ...(await company.call('GET', path)), ...change });
}

/** Saves the form, and expects the dialog to list what both sides changed: theirs, then one's own. */
async function expectConflict(page: Page, theirs: string[], mine: string[]): Promise<Locator> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Someone else changed this' });
  await expect(dialog.getByRole('heading', { level: 3 })).toHaveText([
    'What Ana Souza changed',
    'What you changed',
  ]);
  await expect(dialog.getByRole('list').first().getByRole('listitem')).toContainText(theirs);
  await expect(dialog.getByRole('list').last().getByRole('listitem')).toContainText(mine);
  await expectAccessible(page);
  return dialog;
}

test('a person who saves over another user’s change of a property or a user sees what each of them changed', async ({
  adminPage: page,
  company,
}) => {
  const { id, propertyId } = await furnishApplication(company);
  const path = `/api/apps/${id}/properties/${propertyId}`;
  await page.goto(`/applications/${id}/properties/${propertyId}`);
  await page.getByLabel('Key', { exact: true }).fill('land');
  await saveMeanwhile(company, path, { description: '' });
  const property = await expectConflict(
    page,
    ['description: Two letters, such as BR or PT → (empty)'],
    ['key: country → land'],
  );
  await property.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByLabel('Key', { exact: true })).toHaveValue('country');
  await expect(page.getByLabel('Description (optional)')).toHaveValue('');

  await company.addUser({ name: 'Bia Lima' });
  const users = await company.call<{ readonly id: string; readonly name: string }[]>(
    'GET',
    '/api/users',
  );
  const userId = users.find(({ name }) => name === 'Bia Lima')?.id;
  await page.goto(`/users/${userId}`);
  await page.getByLabel('Name', { exact: true }).fill('Bia Souza');
  await saveMeanwhile(company, `/api/users/${userId}`, { active: false, apps: [id] });
  const user = await expectConflict(
    page,
    ['active: Yes → No', 'application added: Checkout'],
    ['name: Bia Lima → Bia Souza'],
  );
  await user.getByRole('button', { name: 'Overwrite' }).click();
  await expect(page).toHaveURL('/users');
  expect(await company.call('GET', `/api/users/${userId}`)).toMatchObject({
    name: 'Bia Souza',
    active: true,
    apps: [],
  });
});

test('a person who saves over another user’s change of a toggle or a target group sees what each of them changed', async ({
  adminPage: page,
  company,
}) => {
  const { id, toggleId, targetGroupId, propertyId } = await furnishApplication(company);
  await page.goto(`/applications/${id}/toggles/${toggleId}`);
  await page.getByLabel('Add a value').fill('gamma');
  await page.keyboard.press('Enter');
  await saveMeanwhile(company, `/api/apps/${id}/toggles/${toggleId}`, {
    values: ['enabled', 'disabled', 'beta'],
    defaultValue: 'enabled',
    valueType: 'STRING',
  });
  const toggle = await expectConflict(
    page,
    ['value added: beta', 'default value: disabled → enabled', 'value type: True or false → Text'],
    ['value added: gamma', 'value type: True or false → Text'],
  );
  await toggle.getByRole('button', { name: 'Keep editing' }).click();
  await expect(toggle).toBeHidden();
  await expect(page.getByRole('radio', { name: 'Make gamma the default' })).toBeVisible();

  await page.goto(`/applications/${id}/target-groups/${targetGroupId}`);
  await page.getByRole('radio', { name: 'at least one condition holds' }).check();
  await saveMeanwhile(company, `/api/apps/${id}/target-groups/${targetGroupId}`, {
    conditions: [{ id: '1', propertyId, expression: 'EQUALS', term: 'BR' }],
  });
  await expectConflict(
    page,
    [
      'condition removed: plan is one of pro, team, enterprise',
      'condition removed: customer-since is before 2026-01-01',
      'condition added: country equals BR',
    ],
    ['membership: all conditions hold → at least one condition holds'],
  );
});

test('overwriting an application removes no environment in which somebody else created something', async ({
  adminPage: page,
  company,
}) => {
  const { id, environments, toggleId } = await furnishApplication(company);
  const path = `/api/apps/${id}`;
  await page.goto(`/applications/${id}`);
  await page.getByLabel('Name', { exact: true }).fill('Payments');
  await saveMeanwhile(company, path, {
    environments: [...environments, { name: 'QA' }],
    notificationLanguage: 'pt',
  });
  const saved = await company.call<{ environments: { id: string; name: string }[] }>('GET', path);
  const qa = saved.environments.find(({ name }) => name === 'QA');
  await company.call('POST', `${path}/envs/${qa?.id}/experiments`, {
    toggleId,
    rules: [
      { order: 1, type: 'ALL_USERS', valueSpec: { type: 'EXACT_VALUE', exactValue: 'enabled' } },
    ],
  });
  const conflict = await expectConflict(
    page,
    ['environment added: QA', 'notification language: English → Portuguese'],
    ['name: Checkout → Payments'],
  );
  await conflict.getByRole('button', { name: 'Overwrite' }).click();
  await expect(page.getByLabel('Environment name')).toHaveAccessibleDescription(
    /somebody else added/,
  );
  expect(await company.call('GET', path)).toMatchObject({ name: 'Checkout' });
});
