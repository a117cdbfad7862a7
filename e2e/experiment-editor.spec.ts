import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { holdCalls, nextCall, recordCalls } from './requests.ts';
import { createRuledApplication, everyone, exactly } from './ruled-application.ts';
import { chooseOfRule, openRules, ruleAt } from './rules.ts';

/** The rules as sentences, in their order; a rule that is open for editing has no sentence. */
function words(page: Page) {
  return page.getByRole('list', { name: 'Rules' }).getByRole('button', { name: /^Edit rule/ });
}

async function chooseToggle(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Toggle' }).fill(name);
  await page.keyboard.press('Enter');
}

async function onProperty(page: Page, number: number, term: string): Promise<void> {
  const rule = ruleAt(page, number);
  await rule.getByLabel(/: Property$/).selectOption('country');
  await rule.getByLabel(/: Expression$/).selectOption('EQUALS');
  await rule.getByLabel(/: Value$/).fill(term);
}

function inCountry(propertyId: string | undefined, term: string, value = 'enabled') {
  const propertyRule = { propertyId, expression: 'EQUALS', term };
  return { type: 'PROPERTY', propertyRule, valueSpec: exactly(value) };
}

test('XPE-01 XPE-02 XPE-03 XPE-04 XPE-07 XPE-08 XPE-20 XPE-21 XPE-22 XPE-23: a new experiment', async ({
  adminPage: page,
  company,
}) => {
  const { appId, development, properties, toggles, list, createExperiment } =
    await createRuledApplication(company);
  await createExperiment(development, 'payments', [everyone('on')]);
  await page.goto(`${list(development)}/new`);
  const toggle = page.getByRole('combobox', { name: 'Toggle' });
  await toggle.click();
  await expect(page.getByRole('listbox').getByRole('option')).toContainText([
    'new-checkout',
    'search.ranking',
    'week',
  ]);
  await page.keyboard.press('Escape');
  await expect(ruleAt(page, 1)).toBeHidden();

  await chooseToggle(page, 'search');
  await expect(page.getByLabel('Value that rule 1 returns')).toHaveValue('v2');
  await expect(ruleAt(page, 1).getByLabel('Type of rule 1')).toBeDisabled();
  await expect(ruleAt(page, 1).getByRole('button', { name: /version/ })).toHaveCount(0);
  await ruleAt(page, 1).getByRole('button', { name: 'Actions of rule 1' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Name rule 1…']);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Clear the toggle' }).click();
  await expect(ruleAt(page, 1)).toBeHidden();
  await chooseToggle(page, 'search');
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(toggle).toHaveValue('');
  await expect(ruleAt(page, 1)).toBeHidden();

  await chooseToggle(page, 'search');
  await page.getByRole('button', { name: 'Add rule' }).click();
  await expect(page.getByLabel('Type of rule 1')).toHaveValue('PROPERTY');
  await expect(page.getByLabel('Rule #1: Property')).toBeFocused();
  await expect(page.getByText('#1 added, rules below renumbered')).toBeAttached();
  await expect(page.getByLabel('Value that rule 1 returns')).toHaveValue('v2');
  await onProperty(page, 1, 'BR');
  await page.getByLabel('Value that rule 1 returns').selectOption('v1');
  const called = nextCall(page, `POST /api/apps/${appId}/envs/${development}/experiments`);
  await page.getByRole('button', { name: 'Save to Development' }).click();
  expect((await called).postDataJSON()).toEqual({
    appId,
    envId: development,
    toggleId: toggles['search.ranking'],
    rules: [
      {
        order: 1,
        type: 'PROPERTY',
        propertyRule: { propertyId: properties.country, expression: 'EQUALS', term: 'BR' },
        valueSpec: { type: 'EXACT_VALUE', exactValue: 'v1' },
      },
      { order: 2, type: 'ALL_USERS', valueSpec: { type: 'EXACT_VALUE', exactValue: 'v2' } },
    ],
  });
  await expect(page).toHaveURL(list(development));
  await expect(page.getByRole('link', { name: 'search.ranking' })).toBeVisible();
});

test('XPE-05 XPE-06 XPE-20 XPE-21 XPE-23: a saved experiment; a save to production is reviewed first', async ({
  adminPage: page,
  company,
}) => {
  const { appId, production, properties, list, createExperiment } =
    await createRuledApplication(company);
  const { id } = await createExperiment(production, 'new-checkout', [
    inCountry(properties.country, 'BR'),
    inCountry(properties.country, 'PT'),
    everyone('disabled'),
  ]);
  const path = `/api/apps/${appId}/envs/${production}/experiments/${id}` as const;
  const loaded = nextCall(page, `GET ${path}`);
  await page.goto(`${list(production)}/${id}`);
  await loaded;
  await expect(page.getByRole('heading', { name: 'new-checkout in Production' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Toggle', exact: true })).toBeHidden();
  await expect(words(page)).toHaveText([
    /country equals BR: enabled/,
    /country equals PT: enabled/,
    /everyone else: disabled/,
  ]);

  await openRules(page, 3);
  await page.getByLabel('Value that rule 3 returns').selectOption('enabled');
  await chooseOfRule(page, 2, 'Delete rule 2');
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(words(page)).toHaveCount(2);
  await expect(page.getByLabel('Value that rule 3 returns')).toHaveValue('disabled');

  await openRules(page, 1);
  await page.getByLabel('Value that rule 1 returns').selectOption('disabled');
  await expect(page.getByRole('button', { name: '1 change' })).toBeVisible();
  const calls = recordCalls(page, `PUT ${path}`);
  await page.getByRole('button', { name: 'Review & save to Production' }).click();
  const review = page.getByRole('dialog', { name: 'Save to Production?' });
  await expect(review.getByRole('listitem')).toContainText([
    '#1 changed: country equals BR: enabled → disabled',
  ]);
  expect(calls).toHaveLength(0);
  const confirm = review.getByRole('button', { name: 'Save to Production' });
  await page.context().setOffline(true);
  await confirm.click();
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText('The server cannot be reached.');
  await expect(alert.locator('..')).toBeFocused();
  await page.context().setOffline(false);

  await page.getByRole('button', { name: 'Review & save to Production' }).click();
  await confirm.click();
  await expect(page).toHaveURL(list(production));
  expect(calls.at(-1)?.postDataJSON()).toMatchObject({ appId, envId: production });
  expect(calls.at(-1)?.headers()['if-match']).toBe('"1"');
});

test('XPE-09 XPE-10 XPE-11 XPE-25 XPE-26 A11Y-07: rules are moved, deleted and brought back', async ({
  adminPage: page,
  company,
}) => {
  const { development, properties, list, createExperiment } = await createRuledApplication(company);
  const { id } = await createExperiment(development, 'new-checkout', [
    inCountry(properties.country, 'A'),
    inCountry(properties.country, 'B'),
    inCountry(properties.country, 'C'),
    everyone('disabled'),
  ]);
  await page.goto(`${list(development)}/${id}`);
  const order = async (...terms: string[]) => {
    await expect(words(page)).toHaveText([
      ...terms.map((term) => new RegExp(`country equals ${term}: enabled`)),
      /everyone else/,
    ]);
  };
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  await chooseOfRule(page, 2, 'Move rule 2 up');
  await order('B', 'A', 'C');
  await expect(button('Actions of rule 1')).toBeFocused();
  await expect(page.getByText('Rule moved to position 1 of 4')).toBeAttached();
  await button('Actions of rule 1').press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Move rule 1 up' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await button('Actions of rule 3').press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Move rule 3 down' })).toHaveCount(0);
  await page.keyboard.press('Escape');

  await openRules(page, 1);
  await page.getByLabel('Rule #1: Value').focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(page.getByLabel('Rule #2: Value')).toBeFocused();
  await button('Close rule 2').click();
  await order('A', 'B', 'C');

  // The handle is for pointers only, so it has no accessible name.
  const handle = ruleAt(page, 3).locator('[aria-hidden="true"]').first();
  const from = await handle.boundingBox();
  const to = await ruleAt(page, 1).boundingBox();
  await page.mouse.move((from?.x ?? 0) + 8, (from?.y ?? 0) + 8);
  await page.mouse.down();
  // The pointer is released before the page has drawn any of the way.
  await page.mouse.move((to?.x ?? 0) + 20, (to?.y ?? 0) + 4);
  await page.mouse.up();
  await order('C', 'A', 'B');

  await chooseOfRule(page, 2, 'Delete rule 2');
  await order('C', 'B');
  await expect(ruleAt(page, 2)).toBeFocused();
  await page.keyboard.press('F6');
  await expect(button('Undo')).toBeFocused();
  await page.keyboard.press('Enter');
  await order('C', 'A', 'B');

  await chooseOfRule(page, 1, 'Duplicate rule 1');
  await button('Close rule 2').click();
  await order('C', 'C', 'A', 'B');
});

/** Rule 1 becomes a rule on target groups; Undo restores what it was. */
async function combinesGroups(page: Page): Promise<void> {
  const type = page.getByLabel('Type of rule 1');
  await type.selectOption('TARGET_GROUP');
  await expect(ruleAt(page, 1).getByLabel(/How the groups are combined/)).toHaveValue('ANY_OF');
  await expect(
    ruleAt(page, 1)
      .getByLabel(/How the groups are combined/)
      .locator('option'),
  ).toHaveText(['is in all of', 'is in any of', 'is in exactly one of', 'is in none of']);
  await expect(ruleAt(page, 1).getByRole('list', { name: 'Target groups' })).toBeHidden();
  await expect(page.getByLabel('Value that rule 1 returns')).toHaveValue('enabled');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByLabel('Rule #1: Value')).toHaveValue('BR');
}

/** A group can be chosen once in a rule, and each rule has its own groups. */
async function choosesGroups(page: Page): Promise<void> {
  const addGroup = ruleAt(page, 1).getByRole('combobox', { name: /Add target group/ });
  await page.getByLabel('Type of rule 1').selectOption('TARGET_GROUP');
  await addGroup.click();
  await ruleAt(page, 1).getByRole('option', { name: 'Staff' }).click();
  await addGroup.fill('beta');
  await page.keyboard.press('Enter');
  await addGroup.click();
  const staff = ruleAt(page, 1).getByRole('option', { name: /Staff/ });
  await expect(staff).toHaveAttribute('aria-disabled', 'true');
  await expect(staff).toContainText('already selected');
  await page.keyboard.press('Escape');
  await ruleAt(page, 1).getByRole('button', { name: 'Remove Staff' }).click();
  await ruleAt(page, 2)
    .getByRole('combobox', { name: /Add target group/ })
    .click();
  await expect(ruleAt(page, 2).getByRole('option', { name: 'Beta testers' })).not.toHaveAttribute(
    'aria-disabled',
  );
  await page.keyboard.press('Escape');
}

/** Rule 1 becomes a toggle dependency: another toggle and the value that it returns. */
async function dependsOnToggle(page: Page): Promise<void> {
  await page.getByLabel('Type of rule 1').selectOption('TOGGLE_DEPENDENCY');
  const other = ruleAt(page, 1).getByRole('combobox', { name: 'Rule #1: Toggle' });
  await expect(other).toHaveValue('');
  await other.click();
  await expect(ruleAt(page, 1).getByRole('listbox').getByRole('option')).toHaveText([
    'payments',
    'search.ranking',
    'week',
  ]);
  await page.keyboard.press('Escape');
  await other.fill('search');
  await page.keyboard.press('Enter');
  await expect(ruleAt(page, 1).getByLabel('Rule #1: returns').locator('option')).toHaveText([
    'Choose a value',
    'v1',
    'v2',
    'v3',
  ]);
  await expect(ruleAt(page, 1)).toContainText(
    'search.ranking has no experiment in Development: it always returns v2.',
  );
  await other.fill('payments');
  await page.keyboard.press('Enter');
  await ruleAt(page, 1).getByLabel('Rule #1: returns').selectOption('on');
}

/** Rule 2, a copy of rule 1, becomes a rule on a property: each type of property has its own expressions. */
async function asksForProperty(page: Page): Promise<void> {
  await chooseOfRule(page, 1, 'Duplicate rule 1');
  await page.getByLabel('Type of rule 2').selectOption('PROPERTY');
  await expect(page.getByLabel('Rule #2: Property')).toHaveValue('');
  await page.getByLabel('Rule #2: Property').selectOption('country');
  await page.getByLabel('Rule #2: Expression').selectOption('CONTAINS');
  await page.getByLabel('Rule #2: Value').fill('x');
  await page.getByLabel('Rule #2: Property').selectOption('member');
  await expect(page.getByLabel('Rule #2: Expression')).toHaveValue('');
  await expect(page.getByLabel('Rule #2: Value')).toBeHidden();
  await page.getByLabel('Rule #2: Expression').selectOption({ label: 'Is True' });
}

test('XPE-12 XPE-13 XPE-14 XPE-15 XPE-16 XPE-17: each type of rule has its own fields', async ({
  adminPage: page,
  company,
}) => {
  const { development, properties, targetGroups, toggles, list, createExperiment } =
    await createRuledApplication(company);
  await createExperiment(development, 'payments', [everyone('on')]);
  const { id } = await createExperiment(development, 'new-checkout', [
    inCountry(properties.country, 'BR'),
    {
      type: 'TARGET_GROUP',
      targetGroupRule: { policy: 'ALL_OF', targetGroupsIds: [targetGroups.Staff] },
      valueSpec: exactly('enabled'),
    },
    everyone('disabled'),
  ]);
  await page.goto(`${list(development)}/${id}`);
  await openRules(page, 1, 2);
  await combinesGroups(page);
  await choosesGroups(page);
  await dependsOnToggle(page);
  await asksForProperty(page);

  const called = nextCall(page, 'PUT /api/apps/*/envs/*/experiments/*');
  await page.getByRole('button', { name: 'Save to Development' }).click();
  const { rules } = (await called).postDataJSON();
  expect(rules.slice(0, 2)).toEqual([
    {
      id: expect.any(String),
      order: 1,
      type: 'TOGGLE_DEPENDENCY',
      toggleDependencyRule: { toggleId: toggles.payments, value: 'on' },
      valueSpec: { type: 'EXACT_VALUE', exactValue: 'enabled' },
    },
    {
      order: 2,
      type: 'PROPERTY',
      propertyRule: { propertyId: properties.member, expression: 'EQUALS', term: 'true' },
      valueSpec: { type: 'EXACT_VALUE', exactValue: 'enabled' },
    },
  ]);
});

test('RES-10: rules keep their ids when moved, changed, restored and reloaded; a copy gets its own', async ({
  adminPage: page,
  company,
}) => {
  const { appId, development, properties, list, createExperiment } =
    await createRuledApplication(company);
  const { id } = await createExperiment(development, 'new-checkout', [
    inCountry(properties.country, 'BR'),
    inCountry(properties.country, 'PT'),
    everyone('disabled'),
  ]);
  const path = `/api/apps/${appId}/envs/${development}/experiments/${id}`;
  const savedRules = async () =>
    (await company.call<{ rules: { id: string; propertyRule?: { term: string } }[] }>('GET', path))
      .rules;
  const [br, pt, rest] = await savedRules();
  await page.goto(`${list(development)}/${id}`);
  const button = (name: string) => page.getByRole('button', { name });
  await chooseOfRule(page, 1, 'Duplicate rule 1');
  await page.getByLabel('Rule #2: Value').fill('AO');
  await chooseOfRule(page, 3, 'Move rule 3 up');
  await chooseOfRule(page, 1, 'Delete rule 1');
  await button('Undo').click();
  await openRules(page, 1);
  await page.getByLabel('Rule #1: Value').fill('CV');
  await page.reload();
  await openRules(page, 1);
  await expect(page.getByLabel('Rule #1: Value')).toHaveValue('CV');
  await button('Save to Development').click();
  await expect(page).toHaveURL(list(development));
  const rules = await savedRules();
  expect(rules.map((rule) => [rule.id, rule.propertyRule?.term])).toEqual([
    [br?.id, 'CV'],
    [pt?.id, 'PT'],
    [expect.any(String), 'AO'],
    [rest?.id, undefined],
  ]);
  expect(new Set(rules.map((rule) => rule.id)).size).toBe(4);
});

test('XPE-18 XPE-19 XPE-24: a version filter starts on the first semantic version, where there is one; a rule that no user can reach is marked', async ({
  adminPage: page,
  company,
}) => {
  const { appId, development, properties, list, createExperiment } =
    await createRuledApplication(company);
  const { id } = await createExperiment(development, 'new-checkout', [
    inCountry(properties.country, 'BR'),
    inCountry(properties.country, 'PT'),
    everyone('disabled'),
  ]);
  const path = `${list(development)}/${id}`;
  const add = page.getByRole('button', { name: 'Add version filter' });
  await page.goto(path);

  await test.step('XPE-18: it starts on the first semantic version', async () => {
    await openRules(page, 1, 3);
    await expect(add).toHaveCount(1);
    await add.click();
    const property = page.getByLabel('Rule #1, Version filter: Property');
    await expect(property.locator('option:checked')).toHaveText('app.version');
    await expect(property.locator('option:not([value=""])')).toHaveText([
      'app.version',
      'os.version',
    ]);
    await page.getByRole('button', { name: 'Remove version filter' }).click();
    await expect(property).toBeHidden();
    await expect(page.getByRole('button', { name: /change/ })).toBeHidden();
  });

  await test.step('XPE-24: what no user can reach is said', async () => {
    const note = 'Never reached: rule #1 above already matches everyone.';
    await page.getByLabel('Type of rule 1').selectOption('ALL_USERS');
    await expect(ruleAt(page, 2)).toContainText(note);
    await expect(ruleAt(page, 3)).toContainText(note);
    await add.first().click();
    await expect(page.getByText('Never reached')).toHaveCount(0);
    await page.getByRole('button', { name: 'Reset' }).click();
  });

  await test.step('XPE-19: without a semantic version there is nothing to filter by', async () => {
    for (const key of ['app.version', 'os.version']) {
      await company.call('DELETE', `/api/apps/${appId}/properties/${properties[key]}`);
    }
    await page.goto(path);
    await openRules(page, 1);
    await expect(page.getByText('version filter')).toHaveCount(0);
  });
});

test('XPE-06: of many rules only the edited one is open; the others are sentences', async ({
  adminPage: page,
  company,
}) => {
  const { development, properties, list, createExperiment } = await createRuledApplication(company);
  const { id } = await createExperiment(development, 'new-checkout', [
    ...['A', 'B', 'C', 'D', 'E'].map((term) => inCountry(properties.country, term)),
    everyone('disabled'),
  ]);
  await page.goto(`${list(development)}/${id}`);
  await expect(ruleAt(page, 2)).toContainText('else-if #2');
  await expect(ruleAt(page, 2)).toContainText('country equals B: enabled');
  await page.getByRole('button', { name: /^Edit rule 2:/ }).click();
  await expect(ruleAt(page, 2)).toBeFocused();
  await expect(page.getByLabel('Rule #2: Value')).toHaveValue('B');
  await page.getByRole('button', { name: /^Edit rule 4:/ }).click();
  await expect(page.getByLabel('Rule #2: Value')).toBeHidden();
  await page.getByRole('button', { name: 'Close rule 4' }).click();
  await expect(page.getByRole('button', { name: /^Edit rule 4:/ })).toBeFocused();
});

test('UX-01: unsaved changes are asked about, and survive a reload', async ({
  adminPage: page,
  company,
}) => {
  const { appId, development, properties, toggles, list, createExperiment } =
    await createRuledApplication(company);
  const { id } = await createExperiment(development, 'new-checkout', [
    inCountry(properties.country, 'BR'),
    everyone('disabled'),
  ]);
  await page.goto(list(development));
  await page.getByRole('link', { name: 'new-checkout' }).click();
  await openRules(page, 1);
  await page.getByLabel('Rule #1: Value').fill('PT');
  await page.goBack();
  const question = page.getByRole('alertdialog', { name: 'Unsaved changes' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByLabel('Rule #1: Value')).toHaveValue('PT');

  // Each edit is stored at once: the end of a session removes the screen without a question.
  const remembered = () => page.evaluate(() => Object.entries(sessionStorage).flat().join('\n'));
  expect(await remembered()).toMatch(/^comporta\.draft.*\n.*"PT"/m);
  page.once('dialog', (prompt) => void prompt.accept());
  await page.reload();
  await expect(page.getByText('Changes you had not saved were brought back.')).toBeVisible();
  await openRules(page, 1);
  await expect(page.getByLabel('Rule #1: Value')).toHaveValue('PT');
  await page.getByRole('button', { name: 'Discard them' }).click();
  await expect(words(page).first()).toContainText('country equals BR');

  await openRules(page, 1);
  await page.getByLabel('Rule #1: Value').fill('PT');
  await page.getByRole('main').getByText('The first rule').click();
  await page.getByRole('link', { name: 'Toggles', exact: true }).click();
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page).toHaveURL(/\/toggles$/);
  await page.goto(`${list(development)}/${id}`);
  await openRules(page, 1);
  await expect(page.getByLabel('Rule #1: Value')).toHaveValue('BR');

  await test.step('a save that ends after the user has left does not move them; a failed one is reported', async () => {
    const path = `/api/apps/${appId}/envs/${development}/experiments/${id}` as const;
    const toasts = page.getByRole('region', { name: 'Notifications' });
    const saveAndLeave = async (term: string) => {
      await page.getByLabel('Rule #1: Value').fill(term);
      const end = await holdCalls(page, `PUT ${path}`);
      const sent = nextCall(page, `PUT ${path}`);
      await page.keyboard.press('Control+s');
      await sent;
      await page.getByRole('link', { name: 'Toggles', exact: true }).click();
      await expect(page).toHaveURL(/\/toggles$/);
      return end;
    };
    const endFirst = await saveAndLeave('PT');
    endFirst();
    await expect(toasts).toContainText('new-checkout saved');
    await page.goBack();
    await openRules(page, 1);

    const endSecond = await saveAndLeave('ES');
    await company.call('PUT', path, {
      toggleId: toggles['new-checkout'],
      rules: [everyone('enabled')],
    });
    endSecond();
    await expect(toasts).toContainText('Your changes were not saved.');
    await expect(page).toHaveURL(/\/toggles$/);
    await toasts.getByRole('link', { name: 'View' }).last().click();
    await openRules(page, 1);
    await expect(page.getByLabel('Rule #1: Value')).toHaveValue('ES');
  });

  await test.step('nor does one that ends while the screen that they chose is being loaded', async () => {
    await page.getByRole('button', { name: 'Reset' }).click();
    await page.getByLabel('Value that rule 1 returns').selectOption('disabled');
    const loading = Promise.withResolvers<void>();
    await page.route('**/assets/metric-list-page-*.js', async (route) => {
      await loading.promise;
      await route.continue();
    });
    const end = await holdCalls(page, 'PUT /api/apps/*/envs/*/experiments/*');
    const sent = nextCall(page, 'PUT /api/apps/*/envs/*/experiments/*');
    await page.keyboard.press('Control+s');
    await sent;
    const asked = page.waitForRequest('**/assets/metric-list-page-*.js');
    await page.getByRole('link', { name: 'Metrics', exact: true }).click();
    await asked;
    end();
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
      'new-checkout saved',
    );
    loading.resolve();
    await expect(page).toHaveURL(/\/metrics$/);
  });
});

test('XPE-21: a person who saves over another user’s change sees both sides first; a pause is no conflict', async ({
  adminPage: page,
  company,
}) => {
  const { appId, development, properties, toggles, list, createExperiment } =
    await createRuledApplication(company);
  const { id } = await createExperiment(development, 'new-checkout', [
    inCountry(properties.country, 'BR'),
    everyone('disabled'),
  ]);
  const path = `/api/apps/${appId}/envs/${development}/experiments/${id}`;
  await page.goto(`${list(development)}/${id}`);
  await page.getByRole('button', { name: /^pause/ }).click();
  await expect(page.getByText('Paused: everyone gets disabled')).toBeVisible();
  await openRules(page, 1);
  await page.getByLabel('Rule #1: Value').fill('PT');
  const save = page.getByRole('button', { name: 'Save to Development' });
  await save.click();
  await expect(page).toHaveURL(list(development));

  await page.getByRole('link', { name: 'new-checkout' }).click();
  await openRules(page, 1, 2);
  await page.getByLabel('Rule #1: Value').fill('ES');
  await company.call('PUT', path, {
    toggleId: toggles['new-checkout'],
    rules: [inCountry(properties.country, 'PT'), everyone('enabled')],
  });
  await save.click();
  const conflict = page.getByRole('alertdialog', { name: 'Someone else changed this' });
  await expect(conflict.getByRole('listitem')).toContainText([
    '#2 changed: everyone else: disabled → enabled',
    '#1 changed: country equals PT: enabled → country equals ES: enabled',
  ]);
  await conflict.getByRole('button', { name: 'Reload' }).click();
  await openRules(page, 1, 2);
  await expect(page.getByLabel('Rule #1: Value')).toHaveValue('PT');
  await expect(page.getByLabel('Value that rule 2 returns')).toHaveValue('enabled');

  await page.getByLabel('Rule #1: Value').fill('ES');
  await company.call('PUT', path, {
    toggleId: toggles['new-checkout'],
    rules: [inCountry(properties.country, 'FR'), everyone('enabled')],
  });
  await save.click();
  await conflict.getByRole('button', { name: 'Overwrite' }).click();
  await expect(page).toHaveURL(list(development));
  const { rules } = await company.call<{ rules: { propertyRule?: { term: string } }[] }>(
    'GET',
    path,
  );
  expect(rules[0]?.propertyRule?.term).toBe('ES');

  await test.step('edits stay edits of the version that they began with, though newer rules are loaded', async () => {
    await page.getByRole('link', { name: 'new-checkout' }).click();
    await openRules(page, 1);
    await page.getByLabel('Rule #1: Value').fill('AO');
    await company.call('PUT', path, {
      toggleId: toggles['new-checkout'],
      rules: [inCountry(properties.country, 'ES'), everyone('disabled')],
    });
    // As when the user returns to the tab.
    const loaded = page.waitForResponse(`**${path}`);
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await loaded;
    await save.click();
    await expect(conflict).toContainText('#2 changed: everyone else: enabled → disabled');
    await conflict.getByRole('button', { name: 'Keep editing' }).click();
    await expect(page.getByLabel('Rule #1: Value')).toHaveValue('AO');
  });

  await test.step('an editor in which nothing was changed shows what is loaded', async () => {
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect(words(page).last()).toContainText('everyone else: disabled');
    await company.call('PUT', path, {
      toggleId: toggles['new-checkout'],
      rules: [inCountry(properties.country, 'PT'), everyone('enabled')],
    });
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await expect(words(page).last()).toContainText('everyone else: enabled');
    // The rule that is open stays open, with what is new in it.
    await expect(page.getByLabel('Rule #1: Value')).toHaveValue('PT');
  });
});

test('XPE-06: rules are tried before they are saved, and copied as JSON', async ({
  adminPage: page,
  company,
}) => {
  const { development, properties, list, createExperiment } = await createRuledApplication(company);
  const { id } = await createExperiment(development, 'new-checkout', [
    inCountry(properties.country, 'BR'),
    everyone('disabled'),
  ]);
  await page.goto(`${list(development)}/${id}`);
  await openRules(page, 1);
  await page.getByLabel('Rule #1: Value').fill('PT');
  await page.getByRole('button', { name: 'Test these rules' }).click();
  const panel = page.getByRole('complementary', { name: 'Test these rules' });
  await panel.getByLabel('country', { exact: true }).fill('PT');
  await panel.getByRole('button', { name: 'Evaluate' }).click();
  await expect(panel).toContainText('new-checkout returns enabled');
  await expect(panel).toContainText('Rule #1 matched: country equals PT');
  await expect(panel.getByRole('listitem').last()).toContainText('Not reached');
  await page.getByLabel('Rule #1: Value').fill('ES');
  await expect(panel).toContainText('The rules have changed since then.');
  await panel.getByRole('button', { name: 'Evaluate' }).click();
  await expect(panel).toContainText('Rule #2 matched: everyone else');
  await expect(panel).toContainText('country equals ES · the user has PT');

  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await page.getByRole('button', { name: 'Actions of all rules' }).click();
  await page.getByRole('menuitem', { name: 'Copy rules as JSON' }).click();
  const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
  expect(copied[0].propertyRule).toEqual({
    propertyId: properties.country,
    property: 'country',
    expression: 'EQUALS',
    term: 'ES',
  });
});
