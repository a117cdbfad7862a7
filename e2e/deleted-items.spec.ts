import { expectAccessible, expectNoSidewaysScroll } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { furnishApplication } from './furnished-application.ts';

interface Named {
  readonly id: string;
}

test('SAF-62 SAF-63: what is deleted is found again and restored, by keyboard and under another name', async ({
  adminPage: page,
  company,
}) => {
  // A dialog that fades in has too little contrast for a moment.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const checkout = await furnishApplication(company);
  const { id: appId, production } = checkout;
  const api = `/api/apps/${appId}`;
  const group = await company.call<Named>('POST', `${api}/target-groups`, {
    name: 'Beta testers',
    policy: 'OR',
    conditions: [{ propertyId: 'uid', expression: 'IN', term: 'ana, bia' }],
  });
  const toggle = await company.call<Named>('POST', `${api}/toggles`, {
    name: 'new-cart',
    values: ['on', 'off'],
    defaultValue: 'off',
  });
  const experiments = `${api}/envs/${production}/experiments`;
  const on = { type: 'EXACT_VALUE', exactValue: 'on' };
  const experiment = await company.call<Named>('POST', experiments, {
    toggleId: toggle.id,
    rules: [
      {
        type: 'TARGET_GROUP',
        targetGroupRule: { policy: 'ANY_OF', targetGroupsIds: [group.id] },
        valueSpec: on,
      },
      { type: 'ALL_USERS', valueSpec: on },
    ],
  });
  await company.call('DELETE', `${experiments}/${experiment.id}`);
  await company.call('DELETE', `${api}/target-groups/${group.id}`);

  await test.step('SAF-62: a deletion says for how long it can be undone', async () => {
    await page.goto(`/applications/${appId}/toggles`);
    await page.getByRole('button', { name: 'Delete new-cart' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete toggle' });
    await expect(question).toContainText('It can be restored for 30 days.');
    await question.getByRole('button', { name: 'Delete toggle' }).click();
    await page.getByRole('button', { name: 'OK' }).click();
  });

  const rows = page.getByRole('table', { name: 'Deleted' }).getByRole('row');
  const row = (name: string) => rows.filter({ hasText: name });
  await test.step('SAF-62: the page is in the palette, lists what was deleted and by whom', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or jump to…' }).fill('deleted');
    await expect(page.getByRole('option', { name: /^Deleted/ })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/applications/${appId}/deleted`);
    await expect(rows).toHaveCount(4);
    await expect(row('Beta testers')).toContainText('Target group');
    await expect(row('Beta testers')).toContainText('Ana Souza');
    await expect(row('Experiment')).toContainText('Production');
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 800 });
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('SAF-63: what no longer exists is named', async () => {
    await row('Experiment').getByRole('button', { name: 'Restore new-cart' }).click();
    const refusal = page.getByRole('alertdialog', { name: 'new-cart was not restored' });
    await expect(refusal).toContainText('target group Beta testers');
    await expect(refusal).toContainText('toggle new-cart');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(refusal).toBeHidden();
  });

  await test.step('SAF-63: restored with the keyboard, it is gone from the list and where it was', async () => {
    await page.getByRole('button', { name: 'Restore Beta testers' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Beta testers restored.')).toBeVisible();
    await expect(row('Beta testers')).toHaveCount(0);
    await row('Toggle').getByRole('button', { name: 'Restore new-cart' }).click();
    await expect(row('Toggle')).toHaveCount(0);
    await row('Experiment').getByRole('button', { name: 'Restore new-cart' }).click();
    await expect(page.getByText('Nothing was deleted in the last 30 days.')).toBeVisible();
    await page.getByRole('link', { name: 'Open' }).last().click();
    await expect(page).toHaveURL(
      `/applications/${appId}/environments/${production}/experiments/${experiment.id}`,
    );
  });

  await test.step('SAF-63: another name is asked for where the former one is taken', async () => {
    const property = await company.call<Named>('POST', `${api}/properties`, {
      key: 'shoe-size',
      type: 'NUMERIC',
    });
    await company.call('DELETE', `${api}/properties/${property.id}`);
    await company.call('POST', `${api}/properties`, { key: 'shoe-size', type: 'NUMERIC' });
    await page.goto(`/applications/${appId}/deleted?type=property`);
    await page.getByRole('button', { name: 'Restore shoe-size' }).click();
    const rename = page.getByRole('dialog', { name: 'Restore under another name' });
    const name = rename.getByRole('textbox', { name: 'Name' });
    await expect(name).toHaveAccessibleDescription("There's already a property with this key!");
    await expectAccessible(page);
    await name.fill('a b');
    await page.keyboard.press('Enter');
    await expect(name).toHaveAccessibleDescription(/^Only ASCII characters/);
    await name.fill('former-shoe-size');
    await page.keyboard.press('Enter');
    await expect(page.getByText('former-shoe-size restored.')).toBeVisible();
  });

  await test.step('SAF-62: an administrator deletes for good', async () => {
    await page.goto(`/applications/${appId}/properties`);
    await page.getByRole('button', { name: 'Delete former-shoe-size' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete property' }).click();
    await page.getByRole('button', { name: 'OK' }).click();
    await page.goto(`/applications/${appId}/deleted`);
    await page.getByRole('button', { name: 'Delete former-shoe-size' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete for good' });
    await expect(question).toContainText('This cannot be undone.');
    await question.getByRole('button', { name: 'Delete for good' }).click();
    await page.getByRole('button', { name: 'OK' }).click();
    await expect(page.getByText('Nothing was deleted in the last 30 days.')).toBeVisible();
  });
});
