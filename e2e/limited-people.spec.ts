import { expectAccessible, expectNoSidewaysScroll } from './accessibility.ts';
import { openPath } from './every-path.ts';
import { expect, test } from './fixtures.ts';
import { furnishApplication } from './furnished-application.ts';

const ASK = 'You may read here. To change something, ask Ana Souza.';

test('SAF-40 SAF-41: an administrator gives a role, and another in one environment, by keyboard', async ({
  adminPage: page,
  company,
}) => {
  const { id, name, production } = await furnishApplication(company);
  await company.addUser({ name: 'Eva Lima', apps: [id] });
  const eva = async () => {
    const users = await company.call<{ name: string; id: string; roles?: object[] }[]>(
      'GET',
      '/api/users',
    );
    return users.find((user) => user.name === 'Eva Lima');
  };
  await openPath(page, `/users/${(await eva())?.id}`);
  const role = page.getByRole('combobox', { name: `Role in ${name}`, exact: true });
  await expect(role).toHaveValue('EDITOR');
  await page.getByRole('button', { name: /Another role in one environment/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: `Environment of ${name}` }).selectOption('Production');
  const there = page.getByRole('combobox', { name: `Role in Production of ${name}` });
  await expect(there).toHaveValue('VIEWER');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.keyboard.press('Control+s');
  await expect
    .poll(async () => (await eva())?.roles)
    .toEqual([
      { appId: id, role: 'EDITOR', environments: [{ envId: production, role: 'VIEWER' }] },
    ]);
  await openPath(page, '/users');
  await expect(page.getByText('except Production: Viewer')).toBeAttached();
});

test('SAF-43: a viewer is shown nothing that would be refused, and who may', async ({
  company,
  openAs,
}) => {
  const { id, production, toggleId, experimentId, targetGroupId, propertyId } =
    await furnishApplication(company);
  const roles = [{ appId: id, role: 'VIEWER' as const, environments: [] }];
  const page = await openAs(await company.addUser({ name: 'Eva Lima', apps: [id], roles }));
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(response.url());
  });
  const application = `/applications/${id}`;
  const environment = `${application}/environments/${production}`;
  for (const path of [
    `${application}/toggles`,
    `${application}/toggles/${toggleId}`,
    `${application}/target-groups`,
    `${application}/target-groups/${targetGroupId}`,
    `${application}/properties/${propertyId}`,
    `${application}/metrics`,
    `${application}/config`,
    application,
    `${application}/env/${production}/reset`,
    `${application}/deleted`,
    `${environment}/experiments`,
    `${environment}/experiments/${experimentId}`,
  ]) {
    await test.step(path.replace(/[\da-f-]{36}/g, '…'), async () => {
      await openPath(page, path);
      await expect(page.getByText(ASK)).toBeVisible();
      const main = page.getByRole('main');
      const writes =
        /^(New|Save|Delete|Edit|Add|Generate|Create|Pause|Restart|Roll out|Turn on|Clone|Restore)\b/;
      await expect(main.getByRole('button', { name: writes })).toHaveCount(0);
      await expect(main.getByRole('link', { name: writes })).toHaveCount(0);
      await expect(main.getByRole('switch', { disabled: false })).toHaveCount(0);
      await expectAccessible(page);
    });
  }
  expect(refused).toEqual([]);
  await expect(page.getByRole('button', { name: 'Test these rules' })).toBeVisible();
});

test('SAF-42: who may only read Production changes other environments, and keeps a form that touches it', async ({
  company,
  openAs,
}) => {
  const { id, production, toggleId } = await furnishApplication(company);
  const environments = [{ envId: production, role: 'VIEWER' as const }];
  const roles = [{ appId: id, role: 'EDITOR' as const, environments }];
  const page = await openAs(await company.addUser({ name: 'Eva Lima', apps: [id], roles }));
  await openPath(page, `/applications/${id}/toggles/${toggleId}`);
  const there = 'You may only read Production. To change something there, ask Ana Souza.';
  await expect(page.getByText(there)).toBeVisible();
  const card = (name: string) => page.getByRole('listitem', { name });
  await expect(card('Production').getByRole('switch')).toHaveCount(0);
  await expect(card('Production').getByRole('link', { name: /See rules/ })).toBeVisible();
  await expect(card('Staging').getByRole('switch')).toBeVisible();
  await page.getByRole('radio', { name: 'enabled' }).check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const refusal = page.getByRole('alertdialog');
  await expect(refusal).toContainText(
    'This also changes Production, which you may only read. Nothing was saved. Ask Ana Souza.',
  );
  await page.keyboard.press('Escape');
  await expect(refusal).toBeHidden();
  await expect(page.getByRole('radio', { name: 'enabled' })).toBeChecked();
});

test('SAF-25: an approver of Production approves what an editor asks for; a viewer only reads it', async ({
  company,
  openAs,
}) => {
  const { id, production, experimentId } = await furnishApplication(company);
  const api = `/api/apps/${id}`;
  await company.call('PUT', `${api}/envs/${production}/change-policy`, { approvals: 1 });
  const environments = [{ envId: production, role: 'APPROVER' as const }];
  const rui = await company.addUser({
    name: 'Rui Tavares',
    apps: [id],
    roles: [{ appId: id, role: 'EDITOR', environments }],
  });
  const eva = await company.addUser({
    name: 'Eva Lima',
    apps: [id],
    roles: [{ appId: id, role: 'VIEWER', environments: [] }],
  });
  const edit = { type: 'experiment', action: 'DELETE', id: experimentId };
  const request = await company.call<{ id: string }>('POST', `${api}/change-requests`, {
    title: 'The end of it',
    submit: true,
    steps: [{ edits: [{ ...edit, environmentId: production }] }],
  });
  const path = `/applications/${id}/change-requests/${request.id}`;

  const reading = await openAs(eva);
  await openPath(reading, path);
  await expect(reading.getByText(ASK)).toBeVisible();
  await expect(reading.getByRole('button', { name: /Approve|Withdraw|Reject/ })).toHaveCount(0);
  await expect(reading.getByRole('main').getByRole('textbox')).toHaveCount(0);

  const page = await openAs(rui);
  await openPath(page, path);
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('Approved').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Apply now' })).toBeVisible();
});
