import { expectAccessible } from './accessibility.ts';
import { press, type as typeIn } from './by-keyboard.ts';
import { expect, test } from './fixtures.ts';
import { furnishApplication } from './furnished-application.ts';

test('SAF-20 SAF-26: an administrator says by keyboard what changes need, and learns that too few can approve', async ({
  adminPage: page,
  company,
  openAs,
}) => {
  const { id, environments } = await company.createApplication('Checkout', ['Test', 'Production']);
  const settings = `/applications/${id}/config`;
  const bia = await company.addUser({ name: 'Bia', apps: [id] });
  const asBia = await openAs(bia);
  await asBia.goto(settings);
  await expect(asBia.getByRole('heading', { name: 'Notifications' })).toBeVisible();
  await expect(asBia.getByRole('heading', { name: 'Change policy' })).toHaveCount(0);
  await expect(asBia.getByRole('heading', { name: 'Freezes' })).toHaveCount(0);

  await page.goto(settings);
  const policies = page.getByRole('list', { name: 'Change policy' });
  await expect(policies.getByRole('listitem').filter({ hasText: 'Production' })).toContainText(
    'Needs nothing',
  );
  await press(page, page.getByRole('button', { name: 'Edit the policy of Production' }));
  const dialog = page.getByRole('dialog', { name: 'Changes in Production' });
  await dialog.getByLabel('Approvals').selectOption('1');
  await expect(dialog).toContainText('Only Ana Souza can approve here.');
  await expect(dialog).toContainText('What one of them changes can never be approved.');
  await dialog.getByLabel('Approvals').selectOption('2');
  await expect(dialog).toContainText('2 approvals can never be reached: only Ana Souza');
  await dialog.getByLabel('Approvals').selectOption('1');
  await press(page, dialog.getByLabel('Every change needs a reason'), 'Space');
  await expectAccessible(page);
  await press(page, dialog.getByRole('button', { name: 'Save' }));
  await expect(dialog).toBeHidden();
  await expect(policies.getByRole('listitem').filter({ hasText: 'Production' })).toContainText(
    'Needs 1 approval and a reason',
  );
  const at = `/api/apps/${id}/envs/${environments[1]?.id}/change-policy`;
  const stored = { approvals: 1, pauseDirectly: true, reasonRequired: true };
  expect(await company.call('GET', at)).toEqual(stored);

  await company.addUser({ name: 'Rui', admin: true });
  await page.reload();
  await press(page, page.getByRole('button', { name: 'Edit the policy of Production' }));
  await expect(dialog).toContainText('Can approve: Ana Souza and Rui');
  await asBia.reload();
  await expect(asBia.getByRole('list', { name: 'Change policy' })).toContainText('1 approval');
  await expect(asBia.getByRole('button', { name: /^Edit the policy/ })).toHaveCount(0);
});

test('SAF-29: a freeze is made by keyboard, names the requests that wait for it, is changed, ended and deleted', async ({
  adminPage: page,
  company,
}) => {
  const { id, production, experimentId } = await furnishApplication(company);
  const startAt = new Date(Date.now() + 3_600_000).toISOString();
  const edit = {
    type: 'experiment',
    action: 'DELETE',
    id: experimentId,
    environmentId: production,
  };
  await company.call('POST', `/api/apps/${id}/change-requests`, {
    ...{ title: 'Delete at night', submit: true, start: 'AT', startAt },
    steps: [{ edits: [edit] }],
  });
  await page.goto(`/applications/${id}/config`);
  await expect(page.getByText('Nothing is frozen')).toBeVisible();
  await press(page, page.getByRole('button', { name: 'New freeze' }));
  const dialog = page.getByRole('dialog', { name: 'New freeze' });
  await press(page, dialog.getByRole('button', { name: 'Save' }));
  await expect(dialog.getByText('Name cannot be empty')).toBeVisible();
  await expect(dialog.getByText('Enter a day and a time!')).toBeVisible();
  await typeIn(page, dialog.getByLabel('Name'), 'Black Friday');
  await dialog.getByLabel('To').fill(localDay(2));
  await expect(dialog.getByText(/^[+-]\d\d:\d\d, \d\d:\d\d UTC$/)).toHaveCount(2);
  await press(page, dialog.getByLabel('All environments'), 'Space');
  await press(page, dialog.getByRole('button', { name: 'Save' }));
  await expect(dialog.getByText('Choose an environment at least!')).toBeVisible();
  await press(page, dialog.getByLabel('Production'), 'Space');
  await expectAccessible(page);
  await press(page, dialog.getByRole('button', { name: 'Save' }));

  const saved = page.getByRole('dialog', { name: 'success' });
  await expect(saved).toContainText('These change requests wait until it ends');
  await expect(saved.getByRole('link', { name: '#1 Delete at night' })).toBeVisible();
  await page.keyboard.press('Escape');
  const freezes = page.getByRole('list', { name: 'Freezes' });
  await expect(freezes).toContainText('Black Friday');
  await expect(freezes).toContainText('Now');
  await expect(freezes).toContainText('Production');
  await expectAccessible(page);

  await press(page, page.getByRole('button', { name: 'Edit Black Friday' }));
  const change = page.getByRole('dialog', { name: 'Change freeze' });
  await typeIn(page, change.getByLabel('Name'), ' and Cyber Monday');
  await press(page, change.getByRole('button', { name: 'Save' }));
  await page.keyboard.press('Escape');
  await press(page, page.getByRole('button', { name: /^End now: Black Friday and Cyber/ }));
  await press(page, page.getByRole('alertdialog').getByRole('button', { name: 'End now' }));
  await page.getByRole('dialog', { name: 'success' }).getByRole('button').press('Enter');
  await expect(freezes).toContainText('Over');
  await press(page, page.getByRole('button', { name: /^Delete Black Friday/ }));
  await press(page, page.getByRole('alertdialog').getByRole('button', { name: 'Delete freeze' }));
  await page.getByRole('dialog', { name: 'success' }).getByRole('button').press('Enter');
  await expect(page.getByText('Nothing is frozen')).toBeVisible();
});

/** A time in so many days, as an input for it takes it. */
function localDay(days: number): string {
  const at = new Date(Date.now() + days * 86_400_000);
  return `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}T08:00`;
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}
