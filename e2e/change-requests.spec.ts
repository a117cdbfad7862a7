import { expectAccessible } from './accessibility.ts';
import { press, type } from './by-keyboard.ts';
import { experimentPath, fileRequest, saveValues, valuesEdit } from './filed-requests.ts';
import { expect, test } from './fixtures.ts';
import { furnishApplication } from './furnished-application.ts';
import { exactly } from './ruled-application.ts';

const DAY_MS = 24 * 3_600_000;

test('SAF-15, SAF-57, SAF-72: a pause at a time is in the list, and its page shows its step; it is held, resumed, applied', async ({
  adminPage: page,
  company,
}) => {
  const { id, production, experimentId } = await furnishApplication(company);
  const startAt = new Date(Date.now() + DAY_MS).toISOString();
  const edit = { type: 'experiment', action: 'PAUSE', id: experimentId, environmentId: production };
  const draft = { title: 'Pause for the night', steps: [{ edits: [edit] }] };
  const filed = await fileRequest(company.call, id, { ...draft, start: 'AT', startAt });

  await page.goto(`/applications/${id}/change-requests`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Change requests');
  await expect(page.getByRole('tab', { name: 'To come 1' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('combobox', { name: 'Environment' }).selectOption('Staging');
  await expect(page.getByText('Nothing here.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Environment' }).selectOption('Production');
  await page.getByRole('tab', { name: 'To come 1' }).press('Enter');
  await expect(page).toHaveURL(/view=coming/);
  await page.getByRole('link', { name: '#1 Pause for the night' }).press('Enter');
  await expect(page.getByText('Scheduled', { exact: true })).toBeVisible();
  const steps = page.getByRole('region', { name: 'Steps' }).getByRole('list');
  await expect(steps.first()).toContainText('status: Active → Paused');
  await expectAccessible(page);

  await test.step('its title and its time are edited, not beside somebody else', async () => {
    const more = page.getByRole('button', { name: 'More actions' });
    const dialog = page.getByRole('dialog', { name: 'Edit change request #1' });
    const save = dialog.getByRole('button', { name: 'Save' });
    const title = dialog.getByRole('textbox', { name: 'Title' });
    const openDialog = async () => {
      await press(page, more);
      await press(page, page.getByRole('menuitem', { name: 'Edit…' }), 'Enter');
      await expect(title).toBeFocused();
    };
    await openDialog();
    await title.press('End');
    await page.keyboard.type(' and the day');
    await expectAccessible(page);
    await press(page, dialog.getByRole('radio', { name: 'at a time' }), 'ArrowUp');
    await expect(dialog.getByRole('radio', { name: 'at once' })).toBeChecked();
    await page.keyboard.press('ArrowUp');
    await expect(dialog.getByRole('radio', { name: 'by hand' })).toBeChecked();
    await press(page, save);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      '#1 Pause for the night and the day',
    );
    // The dialog, which is still closing, has the same words.
    await expect(page.locator('#main').getByText('by hand', { exact: true })).toBeVisible();
    await expect(page.getByText('The request changed since you opened it.')).toHaveCount(0);

    await openDialog();
    await company.call('PUT', `/api/apps/${id}/change-requests/${filed.id}`, {
      ...{ title: 'Pause at night', steps: draft.steps, start: 'AT', startAt },
    });
    await press(page, save);
    await expect(dialog.getByText('The request changed since you opened it.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('#1 Pause at night');
    await press(page, page.getByRole('button', { name: 'I have looked at it' }));
  });

  await press(page, page.getByRole('button', { name: 'Hold' }));
  await expect(page.getByText('Held by Ana Souza.')).toBeVisible();
  await press(page, page.getByRole('button', { name: 'Resume' }));
  await press(page, page.getByRole('button', { name: 'Apply now' }));
  await expect(page.getByText('Done', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Step 1 of 1 applied/)).toBeVisible();
  await expect(page.getByText('The request changed since you opened it.')).toHaveCount(0);
  const place = { appId: id, envId: production, id: experimentId };
  expect(await company.call<object>('GET', experimentPath(place))).toMatchObject({
    status: 'PAUSED',
  });
});

test('SAF-72: the page of a request shows a property that it creates', async ({
  adminPage: page,
  company,
}) => {
  const { id } = await furnishApplication(company);
  const body = { key: 'loyalty', type: 'STRING', description: '' };
  const steps = [{ edits: [{ type: 'property', action: 'CREATE', body }] }];
  const filed = await fileRequest(company.call, id, { title: 'Measure loyalty', steps });
  // The page fails only once it has what rules refer to.
  await page.goto(`/applications/${id}/change-requests/${filed.id}`, { waitUntil: 'networkidle' });
  await expect(page.getByRole('region', { name: 'Steps' })).toContainText('loyalty');
});

test('SAF-24, SAF-25, SAF-72: an approval is of what was looked at; the author cannot give it; a rejection ends it, and it is filed again', async ({
  adminPage: page,
  company,
  openAs,
}) => {
  const { id, production, experimentId } = await furnishApplication(company);
  const eva = await company.addUser({ name: 'Eva', apps: [id] });
  const place = { appId: id, envId: production, id: experimentId };
  const policy = { approvals: 1, pauseDirectly: true, reasonRequired: false };
  await company.call('PUT', `/api/apps/${id}/envs/${production}/change-policy`, policy);
  const asEva = company.callAs(eva);
  const steps = async (value: string) => [
    { edits: [await valuesEdit(asEva, place, { 4: exactly(value) })] },
  ];
  const title = 'New checkout';
  const filed = await fileRequest(asEva, id, { title, steps: await steps('enabled') });
  const path = `/api/apps/${id}/change-requests/${filed.id}`;
  const address = `/applications/${id}/change-requests/${filed.id}`;
  const approve = page.getByRole('button', { name: 'Approve' });

  await test.step('whoever filed it is not asked', async () => {
    const own = await openAs(eva);
    await own.goto(address);
    await expect(own.getByText('0 of 1 approval for Production')).toBeVisible();
    await expect(own.getByRole('button', { name: 'Approve' })).toHaveCount(0);
    await own.getByRole('textbox', { name: 'Comment' }).fill('Could you look?');
    await own.getByRole('button', { name: 'Send comment' }).press('Enter');
    await expect(own.getByText('Eva wrote')).toBeVisible();
  });

  await test.step('SAF-43: whoever may only read is offered nothing', async () => {
    const roles = [{ appId: id, role: 'VIEWER' as const, environments: [] }];
    const bia = await company.addUser({ name: 'Bia', apps: [id], roles });
    const viewer = await openAs(bia);
    await viewer.goto(address);
    await expect(viewer.getByText('Could you look?')).toBeVisible();
    await expect(viewer.getByRole('textbox', { name: 'Comment' })).toHaveCount(0);
    for (const name of ['Approve', 'Reject…', 'More actions']) {
      await expect(viewer.getByRole('button', { name })).toHaveCount(0);
    }
  });

  await test.step('an approval is given, and falls with another content', async () => {
    await page.goto(`/applications/${id}/change-requests?view=waiting`);
    await page.getByRole('link', { name: '#1 New checkout' }).press('Enter');
    await expect(page.getByText('Could you look?')).toBeVisible();
    await press(page, approve);
    await expect(page.getByText('Approved by Ana Souza')).toBeVisible();
    await expect(approve).toHaveCount(0);
    const split = { type: 'SPLIT', split: { enabled: 50, disabled: 50 } };
    const edit = await valuesEdit(asEva, place, { 4: split });
    await asEva('PUT', path, { title, steps: [{ edits: [edit] }] });
    await expect(page.getByText('Eva changed #1 after your approval.')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('what changed under the eyes of the approver has to be looked at first', async () => {
    await expect(approve).toBeDisabled();
    await press(page, page.getByRole('button', { name: 'I have looked at it' }));
    await expect(approve).toBeEnabled();
  });

  await test.step('a rejection says why and ends it; it is filed again as a draft', async () => {
    await press(page, page.getByRole('button', { name: 'Reject…' }));
    const dialog = page.getByRole('dialog');
    await press(page, dialog.getByRole('button', { name: 'Reject' }));
    await expect(dialog.getByText('Please say why you reject it!')).toBeVisible();
    await type(page, dialog.getByRole('textbox', { name: 'Why?' }), 'Not before Monday.');
    await expectAccessible(page);
    await press(page, dialog.getByRole('button', { name: 'Reject' }));
    await expect(page.getByText('Rejected', { exact: true })).toBeVisible();
    await expect(page.getByText('Not before Monday.')).toBeVisible();
    await press(page, page.getByRole('button', { name: 'File again' }));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('#2 New checkout');
    await press(page, page.getByRole('button', { name: 'Request approval' }));
    await expect(page.getByText('In review', { exact: true })).toBeVisible();
  });
});

test.describe('on a phone, in Portuguese', () => {
  test.use({ viewport: { width: 390, height: 844 }, locale: 'pt-BR', colorScheme: 'dark' });

  test('SAF-08, SAF-72: two changes of one rule are told apart, and a person decides which one stays', async ({
    company,
    openAs,
  }) => {
    const { id, production, experimentId } = await furnishApplication(company);
    const place = { appId: id, envId: production, id: experimentId };
    const { call } = company;
    const startAt = new Date(Date.now() + DAY_MS).toISOString();
    const edits = [await valuesEdit(call, place, { 1: exactly('disabled') })];
    const title = 'Equipe fora';
    const filed = await fileRequest(call, id, { title, start: 'AT', startAt, steps: [{ edits }] });
    await saveValues(call, place, {
      1: { type: 'SPLIT', split: { enabled: 40, disabled: 60 } },
    });

    const page = await openAs({
      ...company.admin,
      token: { ...company.admin.token, language: 'pt' },
    });
    await page.goto(`/applications/${id}/change-requests/${filed.id}`);
    await expect(page.getByText('Retida: Ana Souza mudou a mesma parte.')).toBeVisible();
    const rule = page.getByRole('group', { name: 'new-checkout: regra #1' });
    await expect(rule.getByText('enabled 40%')).toBeVisible();
    const resume = page.getByRole('button', { name: 'Retomar com estas' });
    await press(page, resume);
    await expect(page.getByText('Escolha, para cada parte, qual mudança fica!')).toBeVisible();
    await expect(rule.getByRole('radio').first()).toBeFocused();
    await page.keyboard.press('Space');
    await expectAccessible(page);
    await press(page, resume);
    await expect(page.getByText('Agendada', { exact: true })).toBeVisible();

    await press(page, page.getByRole('button', { name: 'Aplicar agora' }));
    await expect(page.getByText('Concluída', { exact: true })).toBeVisible();
    const stored = await call<{ rules: { valueSpec: object }[] }>('GET', experimentPath(place));
    expect(stored.rules[0]?.valueSpec).toEqual(exactly('disabled'));
  });
});

test('a list of many requests comes in pages', async ({ adminPage: page, company }) => {
  const { id, production, experimentId } = await furnishApplication(company);
  const edit = { type: 'experiment', action: 'PAUSE', id: experimentId, environmentId: production };
  for (let number = 1; number <= 51; number += 1) {
    const draft = { title: `Request ${number}`, submit: false, steps: [{ edits: [edit] }] };
    await fileRequest(company.call, id, draft);
  }
  await page.goto(`/applications/${id}/change-requests`);
  await expect(page.getByRole('link', { name: '#51 Request 51' })).toBeVisible();
  const first = page.getByRole('link', { name: '#1 Request 1', exact: true });
  await expect(first).toHaveCount(0);
  await page.getByRole('button', { name: 'more' }).press('Enter');
  await expect(first).toBeAttached();
});

test('SAF-71: what is to come is on the page of the experiment, on that of its toggle, and in the lists', async ({
  adminPage: page,
  company,
}) => {
  const { id, production, experimentId, toggleId } = await furnishApplication(company);
  const place = { appId: id, envId: production, id: experimentId };
  const editor = `/applications/${id}/environments/${production}/experiments`;
  const coming = page.getByRole('link', { name: /^next: .*enabled, .* \(#1\)$/ });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(editor);
  await expect(page.getByRole('link', { name: 'new-checkout' })).toBeVisible();
  expect(asked.filter((url) => url.includes('change-requests'))).toEqual([]);

  const startAt = new Date(Date.now() + DAY_MS).toISOString();
  const edits = [await valuesEdit(company.call, place, { 4: exactly('enabled') })];
  await fileRequest(company.call, id, { title: 'On', start: 'AT', startAt, steps: [{ edits }] });
  await page.evaluate(() => localStorage.removeItem('comporta.applications'));
  await page.goto(editor);
  await expect(coming).toBeVisible();
  await page.goto(`/applications/${id}/toggles/${toggleId}`);
  await expect(coming).toBeVisible();
  await page.goto(`/applications/${id}/toggles`);
  await expect(coming).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${editor}/${experimentId}`);
  await expect(coming).toBeVisible();
  await expectAccessible(page);
  await coming.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('#1 On');
});
