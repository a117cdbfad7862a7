import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { alterAnswers, letCallsThrough, nextCall, recordCalls, refuseCalls } from './requests.ts';
import { createRuledApplication, everyone, exactly } from './ruled-application.ts';
import { chooseOfRule, openRules } from './rules.ts';

const SAVES = 'PUT /api/apps/*/envs/*/experiments/*';

function summary(page: Page) {
  return page.getByRole('main').getByRole('alert');
}

function save(page: Page) {
  return page.getByRole('button', { name: 'Save to Development' });
}

/** Saves, and expects these entries in the summary of errors. */
async function expectRefusal(page: Page, ...entries: readonly string[]): Promise<void> {
  await save(page).click();
  await expect(summary(page).getByRole('link')).toHaveText([...entries]);
}

test('RUL-01 RUL-02 RUL-03 RUL-11 RUL-12 RUL-16 RUL-17 A11Y-09: a toggle is needed; every failing rule is listed, and links to its error', async ({
  adminPage: page,
  company,
}) => {
  const { development, list } = await createRuledApplication(company);
  await page.goto(`${list(development)}/new`);
  const calls = recordCalls(page, 'POST /api/apps/*/envs/*/experiments');

  await test.step('RUL-01: a toggle is needed', async () => {
    await expectRefusal(page, 'Select a toggle!');
    const toggle = page.getByRole('combobox', { name: 'Toggle' });
    await expect(toggle).toHaveAttribute('aria-invalid', 'true');
    await summary(page).getByRole('link').click();
    await expect(toggle).toBeFocused();
    await toggle.fill('new-checkout');
    await page.keyboard.press('Enter');
    await expect(summary(page)).toBeHidden();
  });

  const add = page.getByRole('button', { name: 'Add rule' });
  await add.click();
  await add.click();
  await page.getByLabel('Type of rule 1').selectOption('TOGGLE_DEPENDENCY');
  await add.click();
  await page.getByLabel('Type of rule 1').selectOption('ALL_USERS');
  await add.click();
  await page.getByLabel('Type of rule 1').selectOption('TARGET_GROUP');
  await expectRefusal(
    page,
    '#1 Select at least one target group!',
    '#3 Select the toggle this rule depends on!',
    '#4 No property selected!',
  );
  await expect(summary(page)).toContainText('Fix 3 problems before saving');
  await expect(page.locator(':focus')).toContainText('Fix 3 problems');
  await summary(page).getByRole('link', { name: /#4/ }).click();
  await expect(page.getByLabel('Rule #4: Property')).toBeFocused();
  await expect(page.getByLabel('Rule #4: Property')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Rule #4: Property')).toHaveAccessibleDescription(
    /No property selected!/,
  );
  await page.getByLabel('Rule #4: Property').selectOption('country');
  await expect(summary(page).getByRole('link')).toHaveText([
    '#1 Select at least one target group!',
    '#3 Select the toggle this rule depends on!',
  ]);
  await chooseOfRule(page, 3, 'Move rule 3 up');
  await expect(summary(page).getByRole('link').last()).toContainText('#2');
  await page.getByRole('combobox', { name: 'Rule #2: Toggle' }).fill('week');
  await page.keyboard.press('Enter');
  await expectRefusal(
    page,
    '#1 Select at least one target group!',
    '#2 Select the value of the toggle this rule depends on!',
    '#4 No expression selected!',
  );
  expect(calls).toHaveLength(0);
});

test('RUL-04 RUL-05 RUL-06 RUL-08 RUL-09 RUL-10: each error of conditions and version filters is reported', async ({
  adminPage: page,
  company,
}) => {
  const { development, list, createExperiment } = await createRuledApplication(company);
  const { id } = await createExperiment(development, 'new-checkout', [everyone('disabled')]);
  await page.goto(`${list(development)}/${id}`);
  await page.getByRole('button', { name: 'Add rule' }).click();
  const rule = page.getByRole('group', { name: 'Rule #1', exact: true });
  const field = (name: string) => rule.getByLabel(`Rule #1: ${name}`, { exact: true });
  const versionField = (name: string) =>
    rule.getByLabel(`Rule #1, Version filter: ${name}`, { exact: true });
  const fill = async (property: string, expression = '', term = '') => {
    await field('Property').selectOption(property);
    if (expression !== '') await field('Expression').selectOption(expression);
    if (term !== '') await field('Value').fill(term);
  };
  for (const [property, expression, term, text] of [
    ['country', '', '', 'No expression selected!'],
    ['country', 'EQUALS', '', 'Value not provided!'],
    ['country', 'IN', 'BR,,PT', 'One of the provided values is invalid!'],
    ['age', 'EQUALS', 'x', 'Value is not a number!'],
    ['age', 'IN', '1,x', 'One of the values is not a number!'],
    ['joined', 'EQUALS', '1/1/25', 'Invalid date format! Use YYYY-MM-DD.'],
    ['joined', 'EQUALS', '2025-13-01', 'Invalid date!'],
    ['joined', 'IN', '1/1/25', 'Invalid date format in provided values! Use YYYY-MM-DD.'],
    ['joined', 'IN', '2025-13-01', 'Invalid date in provided values!'],
    ['os.version', 'EQUALS', '1.0', 'Invalid semantic version. Use the format MAJOR.MINOR.FIX'],
    [
      'os.version',
      'IN',
      '1.0.0,2',
      'Invalid semantic version in provided values. Use the format MAJOR.MINOR.FIX',
    ],
  ] as const) {
    await fill('member');
    await fill(property, expression, term);
    await expectRefusal(page, `#1 ${text}`);
  }

  await fill('country', 'EQUALS', 'BR');
  await rule.getByRole('button', { name: 'Add version filter' }).click();
  await expectRefusal(page, '#1 Version filter: No expression selected!');
  await versionField('Expression').selectOption('EQUALS');
  await expectRefusal(page, '#1 Version filter: Value not provided!');
  await versionField('Value').fill('1.0');
  await expectRefusal(
    page,
    '#1 Version filter: Invalid semantic version. Use the format MAJOR.MINOR.FIX',
  );
  await versionField('Property').selectOption('');
  await expectRefusal(page, '#1 Version filter: No property selected!');
});

test('RUL-02 RUL-03 RUL-04 RUL-05 RUL-07 RUL-13 RUL-14 RUL-15 CON-29: loaded rules that are invalid open, and console and service report the same errors', async ({
  adminPage: page,
  company,
  service,
}) => {
  const { appId, development, properties, list, createExperiment } =
    await createRuledApplication(company);
  const { id } = await createExperiment(development, 'new-checkout', [everyone('disabled')]);
  const inProperty = (key: string, expression: string, term: string) => ({
    type: 'PROPERTY',
    propertyRule: { propertyId: properties[key], expression, term },
    valueSpec: exactly('enabled'),
  });
  const toStaff = (valueSpec: object) => ({
    ...inProperty('country', 'EQUALS', 'BR'),
    valueSpec,
  });
  const unsound = [
    [
      'INCOMPLETE_PROPERTY_RULE',
      'Complete the property rule!',
      { type: 'PROPERTY', valueSpec: exactly('enabled') },
    ],
    ['INVALID_EXPRESSION', 'Invalid expression!', inProperty('country', 'GREATER_THAN', 'BR')],
    ['INVALID_REGEX', 'Invalid Regular Expression!', inProperty('country', 'REGEX', '(')],
    [
      'INVALID_BOOLEAN_VALUE',
      "Value must be 'true' or 'false'!",
      inProperty('member', 'EQUALS', 'maybe'),
    ],
    ['NO_VALUE_SPECIFIED', 'Select the value to return!', toStaff(exactly(''))],
    [
      'NO_SPLIT_RULES_SPECIFIED',
      'Define the percentage of each value!',
      toStaff({ type: 'SPLIT' }),
    ],
    [
      'WRONG_SPLIT_PERCENTAGES',
      'The percentages must add up to exactly 100!',
      toStaff({ type: 'SPLIT', split: { enabled: 60, disabled: 39 } }),
    ],
    [
      'WRONG_SPLIT_PERCENTAGES',
      'The percentages must add up to exactly 100!',
      toStaff({ type: 'SPLIT', split: { enabled: 60, disabled: 41 } }),
    ],
  ] as const;
  const rules = [...unsound.map(([, , rule]) => rule), everyone('disabled')];
  await alterAnswers(page, `GET /api/apps/*/envs/*/experiments/${id}`, (experiment: object) => ({
    ...experiment,
    rules: rules.map((rule, index) => ({ ...rule, order: index + 1 })),
  }));
  await page.goto(`${list(development)}/${id}`);
  const calls = recordCalls(page, SAVES);
  await expectRefusal(page, ...unsound.map(([, text], index) => `#${index + 1} ${text}`));
  expect(calls).toHaveLength(0);
  for (const [link, field] of [
    [/^#1 /, page.getByLabel('Rule #1: Property')],
    [/^#6 /, page.getByRole('spinbutton', { name: 'Percentage of enabled' })],
  ] as const) {
    await summary(page).getByRole('link', { name: link }).click();
    await expect(field.and(page.locator('[aria-invalid="true"]'))).toBeVisible();
  }

  const response = await fetch(
    `${service.url}/api/apps/${appId}/envs/${development}/experiments/${id}`,
    {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${company.admin.token.access_token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ rules }),
    },
  );
  expect(response.status).toBe(400);
  expect((await response.json()).meta_data.rules).toEqual(
    unsound.map(([code], index) => expect.objectContaining({ order: index + 1, code })),
  );
});

test('RUL-03 RUL-11 RUL-13 RUL-15: a rule on something that others have deleted since is refused by the service, at that rule', async ({
  adminPage: page,
  company,
}) => {
  const { appId, development, properties, toggles, list, createExperiment } =
    await createRuledApplication(company);
  const { id } = await createExperiment(development, 'search.ranking', [everyone('v2')]);
  await page.goto(`${list(development)}/${id}`);
  const add = page.getByRole('button', { name: 'Add rule' });
  await add.click();
  await page.getByLabel('Rule #1: Property').selectOption('country');
  await page.getByLabel('Rule #1: Expression').selectOption('EQUALS');
  await page.getByLabel('Rule #1: Value', { exact: true }).fill('BR');
  await page.getByRole('radio', { name: 'Percentage split' }).first().check();
  await add.click();
  await page.getByLabel('Rule #1: Property').selectOption('joined');
  await page.getByLabel('Rule #1: Expression').selectOption('EQUALS');
  await page.getByLabel('Rule #1: Value', { exact: true }).fill('2025-01-01');
  await page.getByLabel('Value that rule 1 returns').selectOption('v3');
  await add.click();
  await page.getByLabel('Rule #1: Property').selectOption('age');
  await page.getByLabel('Rule #1: Expression').selectOption('EQUALS');
  await page.getByLabel('Rule #1: Value', { exact: true }).fill('42');

  const application = `/api/apps/${appId}`;
  await company.call('DELETE', `${application}/properties/${properties.age}`);
  const toggle = await company.call('GET', `${application}/toggles/${toggles['search.ranking']}`);
  await company.call('PUT', `${application}/toggles/${toggle.id}`, {
    ...toggle,
    values: ['v1', 'v2'],
  });
  const refused = nextCall(page, SAVES);
  await expectRefusal(
    page,
    '#1 No property selected!',
    '#2 Select the value to return!',
    '#3 The percentages must add up to exactly 100!',
  );
  expect((await (await refused).response())?.status()).toBe(400);
});

test('W-16 RUL-05 CND-04: an invalid REGEX is refused before anything is sent, even the first one', async ({
  adminPage: page,
  company,
}) => {
  const { appId, development, properties, list, createExperiment } =
    await createRuledApplication(company);
  const condition = { propertyId: properties.country, expression: 'REGEX', term: '^B' };
  const { id } = await createExperiment(development, 'new-checkout', [
    { type: 'PROPERTY', propertyRule: condition, valueSpec: exactly('enabled') },
    everyone('disabled'),
  ]);
  const group = await company.call('POST', `/api/apps/${appId}/target-groups`, {
    name: 'By pattern',
    policy: 'AND',
    conditions: [condition],
  });
  const groups = `/applications/${appId}/target-groups`;
  const saves = [
    recordCalls(page, SAVES),
    recordCalls(page, 'PUT /api/apps/*/target-groups/*'),
  ] as const;

  await page.goto(`${list(development)}/${id}`);
  await openRules(page, 1);
  await page.getByLabel('Rule #1: Value', { exact: true }).fill('(');
  await expectRefusal(page, '#1 Invalid Regular Expression!');

  await page.goto(`${groups}/${group.id}`);
  await page.getByLabel('Condition 1: Value').fill('(');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Invalid Regular Expression!')).toBeVisible();
  expect(saves.flat()).toHaveLength(0);
  await page.getByLabel('Condition 1: Value').fill('^(B|P)');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).toHaveURL(groups);
});

test('SAV-01 SAV-02 SAV-03 SAV-04 SAV-05 SAV-06 DLG-01: a refusal by the server is shown at the part that it is about', async ({
  adminPage: page,
  company,
}) => {
  const { development, toggles, list, createExperiment } = await createRuledApplication(company);
  const dependingOn = (toggle: string, value: string) => ({
    type: 'TOGGLE_DEPENDENCY',
    toggleDependencyRule: { toggleId: toggles[toggle], value },
    valueSpec: exactly('on'),
  });
  await createExperiment(development, 'payments', [everyone('on')]);
  await createExperiment(development, 'search.ranking', [
    { ...dependingOn('payments', 'on'), valueSpec: exactly('v1') },
    everyone('v2'),
  ]);
  await page.goto(list(development));
  await page.getByRole('link', { name: 'payments' }).click();
  await page.getByRole('button', { name: 'Add rule' }).click();
  await page.getByLabel('Type of rule 1').selectOption('TOGGLE_DEPENDENCY');
  await page.getByRole('combobox', { name: 'Rule #1: Toggle' }).fill('search');
  await page.keyboard.press('Enter');
  await page.getByLabel('Rule #1: returns').selectOption('v1');
  await expectRefusal(page, '#1 Circular dependency detected in toggle search.ranking');

  await page.getByLabel('Type of rule 1').selectOption('ALL_USERS');
  await chooseOfRule(page, 1, 'Duplicate rule 1');
  await expectRefusal(page, '#2 Duplicated rules: #2 (the same as #1)');

  await chooseOfRule(page, 2, 'Delete rule 2');
  for (const [code, meta_data, entry] of [
    ['DUPLICATED_RULE', { rule_order: [1, 2] }, '#1 Duplicated rules: #1, #2'],
    ['DUPLICATE_NAME', { rule_order: [2] }, '#2 Name already in use!'],
    ['DUPLICATE_NAME', {}, 'Name already in use!'],
    ['TOGGLE_HAS_EXPERIMENT', {}, 'Toggle already has an experiment running in this environment!'],
    [
      'UNKNOWN_ENVIRONMENT',
      {},
      'Destination environment already has experiment for the same toggle!',
    ],
    [
      'TOGGLE_DEPENDENCY_NON_ACTIVE_EXPERIMENT',
      { toggle_id: toggles['search.ranking'] },
      'One of the rules depends on a toggle whose experiment is not active!',
    ],
  ] as const) {
    await refuseCalls(page, SAVES, { status: 409, error_code: code, meta_data });
    await save(page).click();
    await expect(summary(page).getByRole('link').first()).toHaveText(entry);
    await letCallsThrough(page);
  }
  await refuseCalls(page, SAVES, undefined);
  await save(page).click();
  await expect(summary(page)).toContainText('The server cannot be reached.');
  await expect(page.getByRole('group', { name: 'Rule #2', exact: true })).toBeVisible();
});

test('CDW-77: with 100 rules, Add rule is off and says why; with one less it is on', async ({
  adminPage: page,
  company,
}) => {
  const { development, properties, list, createExperiment } = await createRuledApplication(company);
  const countries = Array.from({ length: 99 }, (_, index) => ({
    type: 'PROPERTY',
    propertyRule: { propertyId: properties.country, expression: 'EQUALS', term: `${index}` },
    valueSpec: exactly('enabled'),
  }));
  const rules = [...countries, everyone('disabled')];
  const { id } = await createExperiment(development, 'new-checkout', rules);
  await page.goto(`${list(development)}/${id}`);
  const add = page.getByRole('button', { name: 'Add rule' });
  await expect(add).toBeDisabled();
  const why = 'There are 100 rules, and an experiment can have no more: delete one to add another.';
  await expect(add).toHaveAccessibleDescription(why);
  await expect(page.getByText(why)).toBeVisible();
  await page.getByRole('button', { name: 'Actions of rule 1', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: 'Delete rule 1' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: /^Duplicate/ })).toHaveCount(0);
  await page.getByRole('menuitem', { name: 'Delete rule 1' }).click();
  await expect(add).toBeEnabled();
  await expect(page.getByText(why)).toHaveCount(0);
});
