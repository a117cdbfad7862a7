import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { holdCalls, letCallsThrough, recordCalls, refuseCalls } from './requests.ts';
import { createRuledApplication, everyone, exactly } from './ruled-application.ts';

const PAUSE = 'POST /api/apps/*/envs/*/experiments/*/pause';
const CREATE = 'POST /api/apps/*/envs/*/experiments';

function split(shares: Readonly<Record<string, number>>) {
  return { type: 'ALL_USERS', valueSpec: { type: 'SPLIT', split: shares } };
}

function rowOf(page: Page, name: string) {
  return page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
}

/** Chooses an environment in the header's control. */
async function chooseEnvironment(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Environment:/ }).click();
  await page.getByRole('radio', { name }).click();
}

function toasts(page: Page) {
  return page.getByRole('region', { name: 'Notifications' });
}

test('CDW-13 CDW-22 CDW-69 CNS-06 CON-07: the list shows what users get, since when and by whom, in both languages', async ({
  adminPage: page,
  company,
}) => {
  const { appId, development, production, properties, createExperiment } =
    await createRuledApplication(company);
  const inBrazil = {
    type: 'PROPERTY',
    propertyRule: { propertyId: properties.country, expression: 'EQUALS', term: 'BR' },
    valueSpec: exactly('enabled'),
  };
  await createExperiment(development, 'new-checkout', [everyone('enabled')]);
  await createExperiment(production, 'new-checkout', [
    inBrazil,
    split({ enabled: 25, disabled: 75 }),
  ]);
  await createExperiment(production, 'search.ranking', [split({ v1: 50, v2: 30, v3: 20 })]);
  const { id } = await createExperiment(production, 'payments', [everyone('on')]);
  await company.call('POST', `/api/apps/${appId}/envs/${production}/experiments/${id}/pause`);

  await page.goto(`/applications/${appId}/toggles`);
  const outcome = rowOf(page, 'new-checkout').getByRole('link', {
    name: /^new-checkout in Production: 1 rule, everyone else enabled 25%; changed .* by Ana Souza$/,
  });
  await expect(outcome).toContainText(/1 rule → enabled 25%/);
  await expect(
    rowOf(page, 'new-checkout').getByRole('link', { name: /in Development: enabled;/ }),
  ).toContainText('enabled');
  const chip = outcome.locator('bdi');
  await expect(chip).toHaveText('enabled');
  await expect(chip).toHaveCSS('font-family', /mono/i);
  await expect(page.getByRole('switch', { name: 'Rules of new-checkout' })).toHaveAttribute(
    'title',
    'rules apply',
  );
  await expect(page.getByRole('switch', { name: 'Rules of payments' })).toHaveAttribute(
    'title',
    'rules paused',
  );
  await expect(rowOf(page, 'search.ranking')).toContainText(/v1 50% \+2/);
  await expect(
    page.getByRole('link', { name: /^payments in Production: rules paused, everyone gets off;/ }),
  ).toBeVisible();

  // Filters of two environments are kept in the address.
  const filter = (environment: string) =>
    page.getByRole('combobox', { name: `State in ${environment}` });
  await filter('Production').selectOption('Decided by rules');
  await expect(page.getByText('1 of 4')).toBeVisible();
  await chooseEnvironment(page, 'Development');
  await filter('Development').selectOption('No experiment');
  await expect(page.getByText('0 of 4')).toBeVisible();
  await page.reload();
  await expect(page.getByText('0 of 4')).toBeVisible();
  await filter('Development').selectOption('Everyone gets another value');
  await expect(rowOf(page, 'new-checkout')).toBeVisible();
  await page.getByRole('button', { name: /^Remove filter: Production/ }).click();
  await expect(page).toHaveURL(new RegExp(`\\?state=${development}%3Aon$`));

  await page.getByRole('button', { name: 'Language' }).click();
  await page.getByRole('menuitem', { name: 'Português' }).click();
  await expect(
    page.getByRole('link', {
      name: /^new-checkout em Production: 1 regra, os demais enabled 25%/,
    }),
  ).toBeVisible();
});

test('CDW-14: the switch sends one call, is busy until the response, and shows its result', async ({
  adminPage: page,
  company,
}) => {
  const { appId, development, createExperiment } = await createRuledApplication(company);
  await createExperiment(development, 'new-checkout', [everyone('enabled')]);
  await page.goto(`/applications/${appId}/toggles`);
  await chooseEnvironment(page, 'Development');
  const rules = page.getByRole('switch', { name: 'Rules of new-checkout in Development' });
  await expect(rules).toBeChecked();

  const calls = recordCalls(page, PAUSE);
  const release = await holdCalls(page, PAUSE);
  await rules.click();
  await expect(rules).toHaveAttribute('aria-busy', 'true');
  await rules.click();
  release();
  await expect(rules).not.toBeChecked();
  await expect(rules).toHaveAttribute('aria-busy', 'false');
  expect(calls).toHaveLength(1);
  await expect(rowOf(page, 'new-checkout')).toContainText('paused');
  await expect(toasts(page)).toContainText('new-checkout paused in Development.');
  await toasts(page).getByRole('button', { name: 'Undo' }).click();
  await expect(rules).toBeChecked();

  await letCallsThrough(page);
  await refuseCalls(page, PAUSE, { status: 500 });
  await rules.click();
  await expect(toasts(page)).toContainText('An unexpected error occurred. Please try again.');
  await expect(rules).toBeChecked();
});

test('CDW-15: in Production nothing is sent before its name is typed; the states before and after are shown', async ({
  adminPage: page,
  company,
}) => {
  const { appId, production, toggles, createExperiment } = await createRuledApplication(company);
  await createExperiment(production, 'new-checkout', [everyone('enabled')]);
  await createExperiment(production, 'payments', [
    {
      type: 'TOGGLE_DEPENDENCY',
      toggleDependencyRule: { toggleId: toggles['new-checkout'], value: 'enabled' },
      valueSpec: exactly('on'),
    },
    everyone('off'),
  ]);
  await page.goto(`/applications/${appId}/toggles`);
  const rules = page.getByRole('switch', { name: 'Rules of new-checkout in Production' });
  const calls = recordCalls(page, PAUSE);
  await rules.click();
  const dialog = page.getByRole('alertdialog', { name: 'Pause new-checkout in Production?' });
  await expect(dialog).toContainText('Now: enabled');
  await expect(dialog).toContainText('Then: rules paused, everyone gets disabled');
  await expect(dialog.getByRole('link', { name: 'payments' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Pause' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect(calls).toHaveLength(0);
  // The same by keyboard; the focus is back on the switch.
  await expect(rules).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.type('Productio');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  expect(calls).toHaveLength(0);
  await page.keyboard.type('n');
  await page.keyboard.press('Enter');
  await expect(rules).not.toBeChecked();
  expect(calls).toHaveLength(1);
  await expect(dialog).toBeHidden();
  await expect(rules).toBeFocused();
  await page.keyboard.press('F6');
  await expect(toasts(page).getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(rules).toBeChecked();
  await expect(rules).toBeFocused();
});

test('CDW-18: the setting of an environment decides whether it has real users, not its name', async ({
  adminPage: page,
  company,
}) => {
  const { appId, production, development, createExperiment } =
    await createRuledApplication(company);
  await createExperiment(production, 'payments', [everyone('on')]);
  await createExperiment(development, 'payments', [everyone('on')]);
  const document = await company.call('GET', `/api/apps/${appId}/export`);
  const environmentSettings = [
    { name: 'Production', production: false },
    { name: 'Development', production: true },
  ];
  await company.call('POST', `/api/apps/${appId}/import`, { ...document, environmentSettings });
  await page.goto(`/applications/${appId}/toggles`);
  await chooseEnvironment(page, 'Production');
  const far = page.getByRole('switch', { name: 'Rules of payments in Production' });
  await far.click();
  await expect(far).not.toBeChecked();
  await chooseEnvironment(page, 'Development');
  const near = page.getByRole('switch', { name: 'Rules of payments in Development' });
  await near.click();
  const dialog = page.getByRole('alertdialog', { name: 'Pause payments in Development?' });
  await expect(dialog.getByRole('button', { name: 'Pause' })).toBeDisabled();
  await dialog.getByRole('textbox').fill('Development');
  await dialog.getByRole('button', { name: 'Pause' }).click();
  await expect(near).not.toBeChecked();
});

test('CDW-16: "Roll out…" creates the rules of its three ways; Undo deletes only that version', async ({
  adminPage: page,
  company,
}) => {
  const { appId, development, toggles } = await createRuledApplication(company);
  await page.goto(`/applications/${appId}/toggles`);
  await chooseEnvironment(page, 'Development');
  const turnOn = async (fill: (dialog: ReturnType<Page['getByRole']>) => Promise<void>) => {
    await page.getByRole('button', { name: 'Roll out… new-checkout in Development' }).click();
    const dialog = page.getByRole('dialog', { name: 'Roll out new-checkout in Development' });
    await fill(dialog);
    const created = page.waitForRequest((request) => request.method() === 'POST');
    const field = dialog.getByRole('textbox');
    if ((await field.count()) > 0) await field.press('Enter');
    else await dialog.getByRole('button', { name: 'Roll out' }).click();
    const { rules } = (await created).postDataJSON();
    await expect(dialog).toBeHidden();
    // The pressed button has disappeared, so the row's link has the focus.
    await expect(page.getByRole('link', { name: 'new-checkout', exact: true })).toBeFocused();
    return rules;
  };
  const undo = async () => {
    await toasts(page).getByRole('button', { name: 'Undo' }).last().click();
    await expect(toasts(page)).toContainText('has no experiment in Development any more');
    await expect(
      page.getByRole('button', { name: 'Roll out… new-checkout in Development' }),
    ).toBeVisible();
  };

  expect(await turnOn(async () => {})).toEqual([everyone('enabled')]);
  await undo();
  const percentage = await turnOn(async (dialog) => {
    await dialog.getByRole('radio', { name: 'A percentage of users' }).check();
    await dialog.getByLabel('Percentage (1 to 99)').fill('100');
    await expect(dialog.getByRole('button', { name: 'Roll out' })).toBeDisabled();
    await dialog.getByLabel('Percentage (1 to 99)').fill('20');
  });
  expect(percentage).toEqual([split({ enabled: 20, disabled: 80 })]);
  await undo();
  const users = await turnOn(async (dialog) => {
    await dialog.getByRole('radio', { name: 'Some users' }).check();
    await dialog.getByLabel(/^User ids/).fill('u-1, u-2');
  });
  expect(users).toEqual([
    {
      type: 'PROPERTY',
      propertyRule: { propertyId: 'uid', expression: 'IN', term: 'u-1, u-2' },
      valueSpec: exactly('enabled'),
    },
    everyone('disabled'),
  ]);

  // A version that somebody saved since is not deleted.
  const list = `/api/apps/${appId}/envs/${development}/experiments`;
  const [created] = await company.call<{ readonly id: string }[]>('GET', list);
  await company.call('PUT', `${list}/${created?.id}`, {
    toggleId: toggles['new-checkout'],
    rules: [everyone('enabled')],
  });
  const calls = recordCalls(page, CREATE);
  await toasts(page).getByRole('button', { name: 'Undo' }).last().click();
  await expect(toasts(page)).toContainText('Not undone');
  expect(calls).toHaveLength(0);
  expect(await company.call('GET', list)).toHaveLength(1);
});

test('CDW-71 CDW-72 CNS-08 CNS-09: the roll-out says before what the rules become; everyone gets the value in three presses', async ({
  adminPage: page,
  company,
}) => {
  const { appId, development, toggles } = await createRuledApplication(company);
  const country = await company.call<{ readonly id: string }>(
    'POST',
    `/api/apps/${appId}/properties`,
    {
      key: 'region',
      type: 'STRING',
    },
  );
  const brazil = { propertyId: country.id, expression: 'EQUALS', term: 'BR' };
  const list = `/api/apps/${appId}/envs/${development}/experiments`;
  const first = {
    type: 'PROPERTY',
    propertyRule: { propertyId: 'uid', expression: 'EQUALS', term: 'u-1' },
    valueSpec: exactly('enabled'),
  };
  await company.call('POST', list, {
    toggleId: toggles['new-checkout'],
    rules: [first, everyone('disabled')],
  });
  const stored = async () => {
    const experiments = await company.call<
      { readonly toggleId: string; readonly rules: readonly object[] }[]
    >('GET', list);
    return experiments.find(({ toggleId }) => toggleId === toggles['new-checkout'])?.rules;
  };
  await page.goto(`/applications/${appId}/toggles`);
  await chooseEnvironment(page, 'Development');
  const dialog = page.getByRole('dialog', { name: 'Roll out new-checkout in Development' });
  const open = async () => {
    await page.getByRole('button', { name: 'Actions for new-checkout' }).click();
    await page.getByRole('menuitem', { name: 'Roll out…' }).click();
  };

  // The three presses; everyone is chosen.
  await open();
  await expect(dialog.getByRole('radio', { name: 'Everyone' })).toBeChecked();
  const review = dialog.getByRole('region', { name: 'What the rules become' });
  await expect(review).toContainText('Replaces 2 rules: everyone gets “enabled”.');
  await dialog.getByRole('button', { name: 'Roll out' }).click();
  await expect(dialog).toBeHidden();
  expect(await stored()).toMatchObject([everyone('enabled')]);
  await toasts(page).getByRole('button', { name: 'Undo' }).last().click();
  await expect(toasts(page)).toContainText('apply again');
  expect(await stored()).toMatchObject([first, everyone('disabled')]);

  // 10 % of Brazil, from the page of the toggle.
  await page.goto(`/applications/${appId}/toggles/${toggles['new-checkout']}`);
  await page.getByRole('button', { name: 'Roll out… Development' }).click();
  await dialog.getByRole('radio', { name: 'Users whose property…' }).check();
  await expect(dialog.getByRole('button', { name: 'Roll out' })).toBeDisabled();
  await dialog.getByLabel(/Property$/).selectOption('region');
  await dialog.getByLabel(/Expression$/).selectOption('EQUALS');
  await dialog.getByLabel(/: Value$/).fill('BR');
  await dialog.getByLabel(/^Percentage of these users/).fill('10');
  await expect(review).toContainText('Adds rule #2 above everyone else.');
  await dialog.getByLabel(/^Percentage of these users/).press('Enter');
  await expect(dialog).toBeHidden();
  expect(await stored()).toMatchObject([
    first,
    {
      type: 'PROPERTY',
      propertyRule: brazil,
      valueSpec: { type: 'SPLIT', split: { enabled: 10, disabled: 90 } },
    },
    everyone('disabled'),
  ]);

  // In the editor it is off while there are unsaved edits.
  await page.getByRole('link', { name: /^Edit.* Development$/ }).click();
  const inEditor = page.getByRole('button', { name: 'Roll out…', exact: true });
  await inEditor.click();
  await expect(review).toContainText('Replaces 3 rules: everyone gets “enabled”.');
  await dialog.getByRole('button', { name: 'Roll out' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: /^Rule 2/ })).toBeHidden();
  expect(await stored()).toMatchObject([everyone('enabled')]);
  await page.getByRole('button', { name: 'Add rule' }).click();
  await expect(inEditor).toBeDisabled();
});

test('CDW-32: the chosen environment is kept across experiments, playground, key, results and toggles, until the session ends', async ({
  adminPage: page,
  company,
}) => {
  const { appId, development, production, list, createExperiment } =
    await createRuledApplication(company);
  const { id } = await createExperiment(production, 'new-checkout', [everyone('enabled')]);
  const payments = await createExperiment(production, 'payments', [split({ on: 50, off: 50 })]);
  const there = await createExperiment(development, 'payments', [split({ on: 50, off: 50 })]);
  const control = page.getByRole('button', { name: /^Environment:/ });
  await page.goto(`/applications/${appId}/toggles`);
  await expect(control).toContainText('Production');
  await chooseEnvironment(page, 'Development');
  await page.getByRole('link', { name: 'Playground' }).click();
  await expect(page).toHaveURL(new RegExp(`${development}/playground`));
  await chooseEnvironment(page, 'Production');
  await expect(page).toHaveURL(new RegExp(`${production}/playground`));
  await page.goto(`${list(production)}/${id}`);
  await chooseEnvironment(page, 'Development');
  await expect(page).toHaveURL(new RegExp(`${list(development)}/new\\?toggleId=`));
  await page.goto(`${list(production)}/${payments.id}/results`);
  await chooseEnvironment(page, 'Development');
  await expect(page).toHaveURL(`${list(development)}/${there.id}/results`);
  const trail = page.getByRole('navigation', { name: 'You are here' });
  await expect(trail.locator('[aria-current="page"]')).toHaveText('payments');
  await page.goto(`/applications/${appId}/env/${production}/reset`);
  await chooseEnvironment(page, 'Development');
  await expect(page).toHaveURL(`/applications/${appId}/env/${development}/reset`);
  await page.getByRole('link', { name: 'Properties' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Properties/ })).toBeVisible();
  await expect(control).toContainText('Development');
  await page.getByRole('button', { name: /User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(() => localStorage.getItem('comporta.environments'))).toBeNull();
});

test('CDW-71: the users of a roll-out are kept as a target group, which the rule asks for', async ({
  adminPage: page,
  company,
}) => {
  const { appId, development, toggles } = await createRuledApplication(company);
  const api = `/api/apps/${appId}`;
  await company.call('POST', `${api}/target-groups`, {
    name: 'Taken',
    policy: 'OR',
    conditions: [{ propertyId: 'uid', expression: 'EQUALS', term: 'u-1' }],
  });
  await page.goto(`/applications/${appId}/toggles`);
  await chooseEnvironment(page, 'Development');
  await page.getByRole('button', { name: 'Actions for new-checkout' }).click();
  await page.getByRole('menuitem', { name: 'Roll out…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Roll out new-checkout in Development' });
  await dialog.getByRole('radio', { name: 'Users whose property…' }).check();
  await dialog.getByLabel(/Property$/).selectOption('country');
  await dialog.getByLabel(/Expression$/).selectOption('EQUALS');
  await dialog.getByLabel(/: Value$/).fill('BR');
  const name = dialog.getByLabel(/^Save these users as a target group/);
  await name.fill('taken');
  await name.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText(
    "There's already a target group with this name!",
  );
  await expectAccessible(page);

  // The rules are refused once: what was saved of it is there, and nothing has to be typed again.
  await refuseCalls(page, CREATE, { status: 500 });
  await name.fill('Brazil');
  await name.press('Enter');
  await expect(dialog.getByLabel('Target group', { exact: true })).toHaveValue(/./);
  await letCallsThrough(page);
  await dialog.getByRole('button', { name: 'Roll out' }).click();
  await expect(dialog).toBeHidden();
  const groups = await company.call<{ id: string; name: string }[]>('GET', `${api}/target-groups`);
  const brazil = groups.find((group) => group.name === 'Brazil');
  const experiments = await company.call<{ toggleId: string; rules: object[] }[]>(
    'GET',
    `${api}/envs/${development}/experiments`,
  );
  const saved = experiments.find(({ toggleId }) => toggleId === toggles['new-checkout']);
  expect(saved?.rules).toMatchObject([
    { type: 'TARGET_GROUP', targetGroupRule: { targetGroupsIds: [brazil?.id] } },
    { type: 'ALL_USERS' },
  ]);
});
