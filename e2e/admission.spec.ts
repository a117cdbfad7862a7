import { expectAccessible } from './accessibility.ts';
import { press, type as typeIn } from './by-keyboard.ts';
import type { Company } from './company.ts';
import { expect, test } from './fixtures.ts';
import { type FurnishedApplication, furnishApplication } from './furnished-application.ts';

const TITLE = 'This change needs something more';

function setPolicy(company: Company, { id, production }: FurnishedApplication, policy: object) {
  return company.call('PUT', `/api/apps/${id}/envs/${production}/change-policy`, policy);
}

interface Filed {
  readonly number: number;
  readonly title: string;
  readonly state: string;
  readonly startAt: string | null;
}

async function openRequests(company: Company, { id }: FurnishedApplication) {
  const path = `/api/apps/${id}/change-requests?view=open`;
  return (await company.call<{ items: readonly Filed[] }>('GET', path)).items;
}

test('SAF-100 SAF-22: an editor learns what a switch needs and from whom, gives up, then files it; pausing is one press, and its undo asks', async ({
  company,
  openAs,
}) => {
  const checkout = await furnishApplication(company);
  const { id, production, experimentId } = checkout;
  await setPolicy(company, checkout, { approvals: 1 });
  const page = await openAs(await company.addUser({ name: 'Bia', apps: [id] }));
  await page.goto(`/applications/${id}/environments/${production}/experiments`);
  const dialog = page.getByRole('dialog', { name: TITLE });
  const restart = page.getByRole('button', { name: 'Restart search.ranking' });
  await press(page, restart);
  await expect(dialog).toContainText('Production needs 1 approval. Nothing was saved.');
  await expect(dialog).toContainText('Can approve: Ana Souza');
  await expect(dialog.getByRole('button', { name: /Bypass/ })).toHaveCount(0);
  await expectAccessible(page);
  await press(page, dialog.getByRole('button', { name: 'Cancel' }));
  await expect(dialog).toBeHidden();
  await expect(restart).toBeEnabled();
  expect(await openRequests(company, checkout)).toEqual([]);

  await press(page, restart);
  await expect(dialog.getByLabel('Title')).toHaveValue('Restart search.ranking');
  await typeIn(page, dialog.getByLabel('Reason'), 'The index is ready.');
  await press(page, dialog.getByRole('button', { name: 'Request approval' }));
  await expect(page.getByText('#1 waits for approval')).toBeVisible();
  expect(await openRequests(company, checkout)).toMatchObject([
    { number: 1, title: 'Restart search.ranking', state: 'IN_REVIEW' },
  ]);

  // A stop needs nothing; what takes it back is a change as others.
  await press(page, page.getByRole('button', { name: 'Pause new-checkout' }));
  const toast = page.getByText(/paused in Production/);
  await expect(toast).toBeVisible();
  await press(page, page.getByRole('button', { name: 'Undo' }));
  await expect(dialog).toContainText('Production needs 1 approval');
  await page.keyboard.press('Escape');
  const at = `/api/apps/${id}/envs/${production}/experiments/${experimentId}`;
  expect(await company.call('GET', at)).toMatchObject({ status: 'PAUSED' });
});

test('SAF-100 SAF-27: a form keeps its draft when the dialog is left; an administrator says why, and bypasses', async ({
  adminPage: page,
  company,
}) => {
  const checkout = await furnishApplication(company);
  const { id, targetGroupId } = checkout;
  await setPolicy(company, checkout, { approvals: 1 });
  await page.goto(`/applications/${id}/target-groups/${targetGroupId}`);
  const dialog = page.getByRole('dialog', { name: TITLE });
  const any = page.getByRole('radio', { name: /any|at least one/i }).first();
  await any.check();
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await expect(dialog).toContainText('Nobody but you can approve here.');
  await page.keyboard.press('Escape');
  await expect(page.getByText('Nothing was saved: this needs approval!')).toBeVisible();
  await expect(any).toBeChecked();

  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await press(page, dialog.getByRole('button', { name: 'Bypass…' }));
  await expect(dialog).toContainText('Everybody will see that you did this without approval');
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await press(page, dialog.getByRole('button', { name: 'Bypass', exact: true }));
  await expect(dialog).toContainText('Please say why!');
  await expectAccessible(page);
  await typeIn(page, dialog.getByLabel('Reason'), 'The site is on fire — é grave');
  await press(page, dialog.getByRole('button', { name: 'Bypass', exact: true }));
  await expect(page).toHaveURL(new RegExp(`/applications/${id}/target-groups$`));
  const group = `/api/apps/${id}/target-groups/${targetGroupId}`;
  expect(await company.call('GET', group)).toMatchObject({ policy: 'OR' });
  const log = `/api/apps/${id}/audit-logs?size=1`;
  const { items } = await company.call<{ items: readonly object[] }>('GET', log);
  expect(items[0]).toMatchObject({
    reason: 'The site is on fire — é grave',
    request: { bypass: true },
  });

  // A filed change is in the request: the form shows what is stored again.
  await page.goto(`/applications/${id}/target-groups/${targetGroupId}`);
  await page.getByRole('radio', { name: /all/i }).first().check();
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await press(page, dialog.getByRole('button', { name: 'Request approval' }));
  await expect(page.getByText('#1 waits for approval')).toBeVisible();
  await expect(any).toBeChecked();
  await expect(page.getByText('Unsaved changes')).toHaveCount(0);
});

test('SAF-100 SAF-28 SAF-29: a deletion says why; many rows are asked about once; a freeze is waited for', async ({
  adminPage: page,
  company,
}) => {
  const checkout = await furnishApplication(company);
  const { id, production } = checkout;
  await setPolicy(company, checkout, { reasonRequired: true });
  const experiments = `/applications/${id}/environments/${production}/experiments`;
  await page.goto(experiments);
  const dialog = page.getByRole('dialog', { name: TITLE });
  await press(page, page.getByRole('button', { name: 'Restart search.ranking' }));
  await expect(dialog).toContainText('Production wants to know why.');
  await typeIn(page, dialog.getByLabel('Reason'), 'Again');
  await press(page, dialog.getByRole('button', { name: 'Continue' }));
  await expect(page.getByText(/search.ranking.*Production/).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pause search.ranking' })).toBeVisible();

  await setPolicy(company, checkout, { approvals: 1, pauseDirectly: false });
  for (const name of ['search.ranking', 'payment-provider']) {
    await page
      .getByRole('checkbox', { name: new RegExp(name) })
      .first()
      .check();
  }
  await press(page, page.getByRole('button', { name: 'Pause…', exact: true }));
  const bulk = page.getByRole('dialog').filter({ hasText: 'payment-provider' });
  await typeIn(page, bulk.getByRole('textbox'), '2');
  await press(page, bulk.getByRole('button', { name: 'Pause', exact: true }));
  await expect(dialog).toContainText('Production needs 1 approval');
  await expect(dialog.getByLabel('Title')).toHaveValue(/ and 1 more$/);
  await press(page, dialog.getByRole('button', { name: 'Request approval' }));
  await expect(page.getByText('#1 waits for approval')).toBeVisible();
  await expect(page.getByText(/Needs approval/).first()).toBeVisible();

  await setPolicy(company, checkout, {});
  const to = new Date(Date.now() + 3_600_000).toISOString();
  const from = new Date(Date.now() - 3_600_000).toISOString();
  await company.call('POST', `/api/apps/${id}/freezes`, { name: 'Black Friday', from, to });
  await page.reload();
  await press(page, page.getByRole('button', { name: /^Delete payment-provider/ }));
  const confirm = page.getByRole('alertdialog');
  await press(page, confirm.getByRole('button', { name: /^Delete/ }));
  await expect(dialog).toContainText('Production is frozen until');
  await expect(dialog).toContainText('Black Friday');
  await press(page, dialog.getByRole('button', { name: 'Apply after the freeze' }));
  await expect(page.getByText(/^#2 will be applied/)).toBeVisible();
  expect(await openRequests(company, checkout)).toMatchObject([
    { number: 2, state: 'SCHEDULED' },
    { number: 1, title: 'Pause payment-provider and 1 more' },
  ]);
});

test('SAF-100 SAF-42: who may only read an environment that a change touches learns whom to ask, and keeps the draft', async ({
  company,
  openAs,
}) => {
  const { id, production, targetGroupId } = await furnishApplication(company);
  const bia = await company.addUser({ name: 'Bia', apps: [id] });
  const users = await company.call<readonly { readonly id: string; readonly name: string }[]>(
    'GET',
    '/api/users',
  );
  const limited = users.find(({ name }) => name === 'Bia');
  await company.call('PUT', `/api/users/${limited?.id}`, {
    ...{ name: 'Bia', email: bia.email, admin: false, active: true, apps: [id] },
    roles: [{ appId: id, role: 'EDITOR', environments: [{ envId: production, role: 'VIEWER' }] }],
  });
  const page = await openAs(bia);
  await page.goto(`/applications/${id}/target-groups/${targetGroupId}`);
  const any = page.getByRole('radio', { name: /any|at least one/i }).first();
  await any.check();
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  const dialog = page.getByRole('alertdialog', { name: TITLE });
  await expect(dialog).toContainText(
    'This also changes Production, which you may only read. Nothing was saved. Ask Ana Souza.',
  );
  await expectAccessible(page);
  await press(page, dialog.getByRole('button', { name: 'Cancel' }));
  await expect(any).toBeChecked();
});

test('SAF-72: change requests are in the sidebar where one is open or a policy is set, with how many wait for the reader; a key and the palette lead there anyway', async ({
  adminPage: page,
  company,
  openAs,
}) => {
  const checkout = await furnishApplication(company);
  const { id, production, experimentId } = checkout;
  const list = `/applications/${id}/change-requests`;
  await page.goto(`/applications/${id}/properties`);
  const entry = page.getByRole('complementary').getByRole('link', { name: /^Change requests/ });
  await expect(
    page.getByRole('complementary').getByRole('link', { name: 'Audit', exact: true }),
  ).toBeVisible();
  await expect(entry).toHaveCount(0);
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('g');
  await page.keyboard.press('r');
  await expect(page).toHaveURL(list);
  await page.goto(`/applications/${id}/properties`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await palette.getByRole('combobox').fill('change requests');
  await expect(palette.getByRole('option', { selected: true })).toContainText('Change requests');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(list);

  await setPolicy(company, checkout, { approvals: 1 });
  const bia = await company.addUser({ name: 'Bia', apps: [id] });
  const edit = { type: 'experiment', action: 'DELETE', id: experimentId };
  await company.callAs(bia)('POST', `/api/apps/${id}/change-requests`, {
    ...{ title: 'Clean up', submit: true },
    steps: [{ edits: [{ ...edit, environmentId: production }] }],
  });
  const asBia = await openAs(bia);
  await asBia.goto(`/applications/${id}/properties`);
  const entryOfBia = asBia.getByRole('complementary').getByRole('link', {
    name: /^Change requests/,
  });
  await expect(entryOfBia).toHaveText('Change requests');
  await page.evaluate(() => localStorage.removeItem('comporta.applications'));
  await page.goto(`/applications/${id}/properties`);
  await expect(entry).toHaveAccessibleName(/Change requests 1 waits for you/);
  await expectAccessible(page);
  await press(page, entry);
  await expect(page).toHaveURL(list);
});
