import { expectAccessible, expectNoSidewaysScroll } from './accessibility.ts';
import { PASSWORD } from './company.ts';
import { expect, test } from './fixtures.ts';
import { createRuledApplication, everyone } from './ruled-application.ts';

test('PLG-01 PLG-02 PLG-03: the playground shows which rule gave a user a value', async ({
  adminPage: page,
  company,
  service,
}) => {
  const { id, environments } = await company.createApplication('Checkout', ['prod']);
  const envId = environments[0]?.id;
  const create = (path: string, body: object) =>
    company.call('POST', `/api/apps/${id}/${path}`, body);
  const country = await create('properties', { key: 'country', type: 'STRING' });
  const version = await create('properties', { key: 'app.version', type: 'SEMANTIC_VERSION' });
  const toggle = await create('toggles', {
    name: 'search.ranking',
    values: ['v1', 'v2', 'v3'],
    defaultValue: 'v2',
  });
  await create('toggles', {
    name: 'new-checkout',
    values: ['enabled', 'disabled'],
    defaultValue: 'disabled',
  });
  const returning = (exactValue: string) => ({ type: 'EXACT_VALUE', exactValue });
  const isFrom = (term: string) => ({ propertyId: country.id, expression: 'IN', term });
  await create(`envs/${envId}/experiments`, {
    toggleId: toggle.id,
    rules: [
      {
        order: 1,
        type: 'PROPERTY',
        propertyRule: isFrom('BR,PT'),
        versionRule: { propertyId: version.id, expression: 'GREATER_THAN', term: '2.4.0' },
        valueSpec: returning('v1'),
      },
      { order: 2, type: 'PROPERTY', propertyRule: isFrom('PT,ES'), valueSpec: returning('v3') },
      { order: 3, type: 'ALL_USERS', valueSpec: returning('v2') },
    ],
  });
  const key = await company.call<string>('POST', `/api/apps/${id}/env/${envId}/new-token`, {
    password: PASSWORD,
  });

  await page.goto(`/applications/${id}/environments/${envId}/playground`);
  await page.getByLabel('User id (uid)').fill('u-381');
  await page.getByLabel('country').fill('PT');
  await page.getByLabel('app.version').fill('2.3.1');
  await page.getByRole('button', { name: 'Evaluate' }).click();
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await page
    .getByRole('button', { name: '1 toggle without an experiment returns its default value' })
    .click();
  await expect(page.getByRole('term')).toHaveText('new-checkout');
  await expect(page.getByRole('definition')).toHaveText('disabled');
  await expect(row('search.ranking')).toContainText('v3');
  await expect(row('search.ranking')).toContainText('Rule #2 matched: country is one of PT, ES');
  await page.getByRole('button', { name: /^Show every rule.*search\.ranking/ }).click();
  const rules = page.getByRole('list', { name: 'Rules of search.ranking, in order' });
  const rule = (order: number) => rules.locator('> li').nth(order - 1);
  await expect(rule(1)).toContainText('Not matched');
  await expect(rule(1)).toContainText('2.3.1');
  await expect(rule(2)).toContainText('Matched');
  await expect(rule(3)).toContainText('Not reached');
  await expectAccessible(page);

  const address = page.url();
  expect(new URL(address).search).toBe('?uid=u-381&p.country=PT&p.app.version=2.3.1');
  await page.goto('/dashboard');
  await page.goto(address);
  await expect(page.getByLabel('User id (uid)')).toHaveValue('u-381');
  await expect(row('search.ranking')).toContainText('v3');
  const answer = await fetch(`${service.url}/api/toggles?uid=u-381&country=PT&app.version=2.3.1`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(await answer.json()).toEqual({ 'new-checkout': 'disabled', 'search.ranking': 'v3' });

  await page.getByRole('combobox', { name: 'Toggle' }).fill('ranking');
  await page.keyboard.press('Enter');
  await page.getByLabel('country').fill('US');
  await page.getByRole('button', { name: 'Evaluate' }).click();
  await expect(page.getByText('Rule #3 matched: everyone else')).toBeVisible();
});

test('the playground evaluates the same user in a second environment, and shows the differences', async ({
  adminPage: page,
  company,
}) => {
  const { appId, development, production, createExperiment } =
    await createRuledApplication(company);
  await createExperiment(production, 'new-checkout', [{ ...everyone('enabled'), order: 1 }]);
  const address = (envId: string) => `/applications/${appId}/environments/${envId}/playground`;

  await page.goto(address(production));
  await page.getByLabel('Compare with').selectOption('Development');
  await expect(page).toHaveURL(`${address(production)}?compare=${development}`);
  await page.getByLabel('User id (uid)').fill('u-1');
  await page.getByRole('button', { name: 'Evaluate' }).click();
  await expect(page).toHaveURL(`${address(production)}?uid=u-1&compare=${development}`);
  await expect(page.getByText('1 toggle returns different values.')).toBeVisible();
  await page.reload();

  await expect(page.getByRole('columnheader')).toHaveText([
    'Toggle',
    'Production',
    'Development',
    'Difference',
  ]);
  const cells = (toggle: string) =>
    page.getByRole('row').filter({ hasText: toggle }).getByRole('cell');
  await expect(cells('new-checkout').nth(1)).toContainText('enabled');
  await expect(cells('new-checkout').nth(1)).toContainText('Rule #1 matched: everyone else');
  await expect(cells('new-checkout').nth(2)).toContainText('disabled');
  await expect(cells('new-checkout').nth(2)).toContainText('No experiment in Development');
  await expect(cells('new-checkout').nth(3)).toHaveText('Differs');
  await expect(page.getByRole('button', { name: /toggles? without an experiment/ })).toBeVisible();
  await page.getByRole('button', { name: 'Difference' }).click();
  await expect(page.getByRole('row').nth(1)).toContainText('new-checkout');

  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  }

  await page.getByRole('combobox', { name: 'Toggle' }).fill('new-checkout');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Evaluate' }).click();
  for (const [name, value] of [
    ['Production', 'enabled'],
    ['Development', 'disabled'],
  ] as const) {
    const side = page.getByRole('region', { name });
    await expect(side).toContainText(`new-checkout returns ${value}`);
  }
  await expect(page.getByRole('status').getByText('Differs')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  await page.getByLabel('Environment').selectOption('Development');
  await expect(page.getByLabel('Compare with')).toHaveValue(production);
  await page.getByLabel('Compare with').selectOption('Nothing');
  await expect(page.getByRole('region', { name: 'Production' })).toBeHidden();
});

test('CON-18 CDW-51: of 25 properties the form shows those that rules use, and the results are in view', async ({
  adminPage: page,
  company,
}) => {
  const { appId, production, createExperiment } = await createRuledApplication(company);
  // The application already has six properties.
  const keys = Array.from({ length: 19 }, (_, index) => `attribute-${index + 1}`);
  const create = (key: string) =>
    company.call('POST', `/api/apps/${appId}/properties`, { key, type: 'STRING' });
  const [first, second] = await Promise.all(keys.map(create));
  const group = await company.call('POST', `/api/apps/${appId}/target-groups`, {
    name: 'Chosen',
    policy: 'AND',
    conditions: [{ propertyId: second?.id, expression: 'EQUALS', term: 'yes' }],
  });
  const valueSpec = { type: 'EXACT_VALUE', exactValue: 'enabled' };
  await createExperiment(production, 'new-checkout', [
    {
      type: 'PROPERTY',
      propertyRule: { propertyId: first?.id, expression: 'EQUALS', term: 'yes' },
      valueSpec,
      order: 1,
    },
    {
      type: 'TARGET_GROUP',
      targetGroupRule: { policy: 'ANY_OF', targetGroupsIds: [group.id] },
      valueSpec,
      order: 2,
    },
    { ...everyone('disabled'), order: 3 },
  ]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/applications/${appId}/environments/${production}/playground`);
  const asked = page.getByRole('main').getByLabel(/^attribute-/);
  await expect(asked).toHaveCount(2);
  await page.getByLabel('attribute-2').fill('yes');
  const evaluate = page.getByRole('button', { name: 'Evaluate' });
  await expect(evaluate).toBeInViewport({ ratio: 1 });
  await evaluate.click();
  const decided = page.getByRole('row').filter({ hasText: 'Rule #2 matched' });
  await expect(decided).toBeInViewport({ ratio: 1 });

  // The same holds with fields for all properties.
  await page.getByLabel('Show the other properties').check();
  await expect(asked).toHaveCount(19);
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(evaluate).toBeInViewport({ ratio: 1 });
  await expect(decided).toBeInViewport({ ratio: 1 });
});
