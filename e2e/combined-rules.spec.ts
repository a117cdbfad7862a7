import type { Page } from '@playwright/test';
import { createClient } from '../packages/sdk/src/sdk.ts';
import { expectAccessible, expectNoSidewaysScroll } from './accessibility.ts';
import { moveTo, press, type } from './by-keyboard.ts';
import { PASSWORD } from './company.ts';
import { expect, test } from './fixtures.ts';
import { createRuledApplication, everyone, exactly } from './ruled-application.ts';
import { chooseOfRule, openRules } from './rules.ts';

const BRAZIL = { expression: 'EQUALS', term: 'BR' };

function conditionOf(page: Page, number: number) {
  return (name: string) =>
    page.getByLabel(`Rule #1, Condition ${number}: ${name}`, { exact: true });
}

test('COV-04 RUL-40 RUL-43: “country is BR and member” is made and saved by keyboard alone, and is served', async ({
  adminPage: page,
  company,
  service,
}) => {
  const { appId, development, list } = await createRuledApplication(company);
  const key = await company.call<string>(
    'POST',
    `/api/apps/${appId}/env/${development}/new-token`,
    {
      password: PASSWORD,
    },
  );
  const sdk = createClient({ url: service.url, key });
  await sdk.ready();

  await page.goto(list(development));
  await expect(page.getByRole('heading', { name: 'Experiments' })).toBeVisible();
  await page.keyboard.press('n');
  await type(page, page.getByRole('combobox', { name: 'Toggle' }), 'new-ch');
  await page.keyboard.press('Enter');
  await press(page, page.getByRole('button', { name: 'Add rule' }));
  await type(page, page.getByLabel('Rule #1: Property', { exact: true }), 'country');
  await type(page, page.getByLabel('Rule #1: Expression', { exact: true }), 'Equals');
  await type(page, page.getByLabel('Rule #1: Value', { exact: true }), 'BR');
  await press(page, page.getByRole('button', { name: 'Condition', exact: true }));
  const second = conditionOf(page, 2);
  await expect(second('Property')).toBeFocused();
  await page.keyboard.type('member');
  await type(page, second('Expression'), 'Is true');
  await expect(page.getByLabel('Rule #1: how its conditions are combined')).toHaveValue('AND');
  await expect(page.getByLabel('Type of rule 1', { exact: true })).toBeHidden();

  // A third one is added, changed, and removed again: the focus goes to what takes its place.
  await press(page, page.getByRole('button', { name: 'Condition', exact: true }));
  await type(page, page.getByLabel('Rule #1, condition 3: type'), 'Toggle dep');
  await press(page, page.getByRole('button', { name: 'Rule #1: Remove condition 3' }));
  await expect(page.getByRole('button', { name: 'Condition', exact: true })).toBeFocused();
  await press(page, page.getByRole('button', { name: 'Rule #1: Remove condition 1' }));
  await expect(page.getByLabel('Rule #1: Property', { exact: true })).toBeFocused();
  await expect(page.getByLabel('Type of rule 1', { exact: true })).toBeVisible();
  await press(page, page.getByRole('button', { name: 'Undo' }));
  await expect(conditionOf(page, 1)('Value')).toHaveValue('BR');

  await moveTo(page, page.getByLabel('Value that rule 1 returns'));
  await page.keyboard.type('enabled');
  await page.keyboard.press('ControlOrMeta+S');
  await expect(page.getByRole('link', { name: 'new-checkout' })).toBeVisible();
  const member = { uid: 'ana', properties: { country: 'BR', member: true } };
  await expect.poll(() => sdk.value('new-checkout', member, '')).toBe('enabled');
  expect(sdk.value('new-checkout', { uid: 'ana', properties: { country: 'BR' } }, '')).toBe(
    'disabled',
  );
  const answer = await fetch(`${service.url}/ofrep/v1/evaluate/flags/new-checkout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ context: { targetingKey: 'ana', country: 'BR', member: true } }),
  });
  expect(await answer.json()).toMatchObject({
    variant: 'enabled',
    reason: 'TARGETING_MATCH',
    metadata: { ruleOrder: 1, ruleType: 'COMBINED' },
  });
  await sdk.close();

  await page.getByRole('link', { name: 'new-checkout' }).click();
  await expect(page.getByRole('button', { name: /^Edit rule 1:/ })).toContainText(
    'country equals BR and member is true',
  );
});

test('RUL-17 RUL-22: the summary reaches the field of a condition, and a test traces each one', async ({
  adminPage: page,
  company,
}) => {
  const { development, list, properties, targetGroups, toggles, createExperiment } =
    await createRuledApplication(company);
  const { id } = await createExperiment(development, 'new-checkout', [
    {
      type: 'COMBINED',
      combinedRule: {
        policy: 'OR',
        conditions: [
          { type: 'PROPERTY', propertyRule: { propertyId: properties.country, ...BRAZIL } },
          {
            type: 'TARGET_GROUP',
            targetGroupRule: { policy: 'ANY_OF', targetGroupsIds: [targetGroups.Staff] },
          },
          {
            type: 'TOGGLE_DEPENDENCY',
            toggleDependencyRule: { toggleId: toggles.payments, value: 'on' },
          },
        ],
      },
      valueSpec: exactly('enabled'),
    },
    everyone('disabled'),
  ]);
  await page.goto(`${list(development)}/${id}`);
  await openRules(page, 1);
  await conditionOf(page, 1)('Value').fill('');
  const groups = page.getByRole('combobox', { name: 'Rule #1, Condition 2: Add target group' });
  await groups.press('Backspace');
  await page.getByRole('button', { name: 'Save to Development' }).click();
  const links = page.getByRole('main').getByRole('alert').getByRole('link');
  await expect(links).toHaveText([
    '#1 Value not provided!',
    '#1 Select at least one target group!',
  ]);
  await links.last().click();
  await expect(groups).toBeFocused();
  await links.first().click();
  await expect(conditionOf(page, 1)('Value')).toBeFocused();
  await page.keyboard.type('BR');
  await groups.fill('Staff');
  await page.keyboard.press('Enter');

  await page.getByRole('button', { name: 'Test these rules' }).first().click();
  const panel = page.getByRole('complementary', { name: 'Test these rules' });
  await panel.getByLabel('country', { exact: true }).fill('BR');
  await panel.getByRole('button', { name: 'Evaluate' }).click();
  await expect(panel).toContainText('Any of 3 conditions');
  await expect(panel).toContainText('user is in any of Staff');
  await expect(panel).toContainText('payments returns off');
});

test('COV-04 RUL-44: the conditions of a rule become a target group, with Undo; a refused name is at its field', async ({
  adminPage: page,
  company,
}) => {
  const { development, list, properties, createExperiment } = await createRuledApplication(company);
  const conditions = ['BR', 'PT'].map((term) => ({
    type: 'PROPERTY',
    propertyRule: { propertyId: properties.country, expression: 'EQUALS', term },
  }));
  const { id } = await createExperiment(development, 'new-checkout', [
    {
      name: 'Staff',
      type: 'COMBINED',
      combinedRule: { policy: 'OR', conditions },
      valueSpec: exactly('enabled'),
    },
    everyone('disabled'),
  ]);
  await page.goto(`${list(development)}/${id}`);
  await chooseOfRule(page, 1, 'Save as target group…');
  const dialog = page.getByRole('dialog', { name: 'Save as target group' });
  const name = dialog.getByLabel('Name', { exact: true });
  await expect(name).toHaveValue('Staff');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(name).toHaveAccessibleDescription(/already a target group with this name/);
  await expect(name).toBeFocused();
  await expectAccessible(page);
  await name.fill('Lusophones');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Target group “Lusophones” saved. Rule #1 uses it.')).toBeVisible();
  const sentence = page.getByRole('button', { name: /^Edit rule 1:/ });
  await expect(sentence).toContainText('user is in any of Lusophones');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(sentence).toContainText('country equals BR or country equals PT');
  await chooseOfRule(page, 1, 'Save as target group…');
  await name.fill('Others');
  await page.keyboard.press('Enter');
  await expect(sentence).toContainText('user is in any of Others');
  await page.getByRole('button', { name: 'Save to Development' }).click();
  await expect(page.getByRole('link', { name: 'new-checkout' })).toBeVisible();
});

test('RUL-41 RUL-43: a rule with several conditions is accessible, wide and narrow, in both languages and themes', async ({
  adminPage: page,
  company,
}, { outputDir }) => {
  const { development, list, properties, targetGroups, toggles, createExperiment } =
    await createRuledApplication(company);
  const { id } = await createExperiment(development, 'new-checkout', [
    {
      name: 'Pro in Brazil',
      type: 'COMBINED',
      combinedRule: {
        policy: 'AND',
        conditions: [
          { type: 'PROPERTY', propertyRule: { propertyId: properties.country, ...BRAZIL } },
          {
            type: 'TARGET_GROUP',
            targetGroupRule: { policy: 'NONE_OF', targetGroupsIds: [targetGroups.Staff] },
          },
          {
            type: 'TOGGLE_DEPENDENCY',
            toggleDependencyRule: { toggleId: toggles.payments, value: 'on' },
          },
        ],
      },
      valueSpec: { type: 'SPLIT', split: { enabled: 10, disabled: 90 } },
    },
    everyone('disabled'),
  ]);
  for (const [language, opener] of [
    ['en', /^Edit rule 1/],
    ['pt', /^Editar regra 1/],
  ] as const) {
    await page.goto('/dashboard');
    if (language === 'pt') {
      await page.getByRole('button', { name: /Language/ }).click();
      await page.getByRole('menuitem', { name: 'Português' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Painel' })).toBeVisible();
    }
    await page.goto(`${list(development)}/${id}`);
    await page.getByRole('button', { name: opener }).click();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await expectNoSidewaysScroll(page);
        await expectAccessible(page);
        const file = `${outputDir}/combined-${language}-${colorScheme}-${width}.png`;
        await page.screenshot({ path: file, fullPage: true });
      }
    }
  }
});

test('RUL-58 LIF-49: before the save, the editors name older programs, what they would give, and what depends on it', async ({
  adminPage: page,
  company,
  service,
}) => {
  const { appId, production, list, targetGroups, toggles, createExperiment } =
    await createRuledApplication(company);
  const path = `/api/apps/${appId}/env/${production}`;
  const key = await company.call<string>('POST', `${path}/new-token`, { password: PASSWORD });
  for (const userAgent of ['comporta-edge/0.2.0', 'comporta-sdk/0.2.0 node/22']) {
    const snapshot = await fetch(`${service.url}/api/sdk/snapshot`, {
      headers: { authorization: `Bearer ${key}`, 'user-agent': userAgent },
    });
    expect(snapshot.status).toBe(200);
  }
  await expect
    .poll(() => company.call('GET', `${path}/status`))
    .toMatchObject({ olderReader: { sdk: 'comporta-sdk', version: '0.2.0' } });
  const { id } = await createExperiment(production, 'new-checkout', [
    {
      type: 'TARGET_GROUP',
      targetGroupRule: { policy: 'ANY_OF', targetGroupsIds: [targetGroups.Staff] },
      valueSpec: exactly('enabled'),
    },
    everyone('disabled'),
  ]);
  await createExperiment(production, 'payments', [
    {
      type: 'TOGGLE_DEPENDENCY',
      toggleDependencyRule: { toggleId: toggles['new-checkout'], value: 'enabled' },
      valueSpec: exactly('on'),
    },
    everyone('off'),
  ]);

  const title = 'Some programs do not know this yet';
  const warning = page.getByRole('main').getByRole('status').filter({ hasText: title });
  await page.goto(`${list(production)}/${id}`);
  await openRules(page, 1);
  await expect(page.getByRole('button', { name: 'Condition', exact: true })).toBeVisible();
  await expect(warning).toBeHidden();
  await page.getByRole('button', { name: 'Condition', exact: true }).click();
  await expect(warning).toContainText(
    'They would treat new-checkout as unreadable: SDKs give everybody “disabled”',
  );
  await expect(warning).toContainText('Toggles that depend on it would follow: payments.');
  for (const name of ['comporta-sdk', 'comporta-edge']) {
    await expect(warning).toContainText(`${name} 0.2.0 (Production)`);
  }
  await expectAccessible(page);
  await conditionOf(page, 2)('Property').selectOption('country');
  await conditionOf(page, 2)('Expression').selectOption('Equals');
  await conditionOf(page, 2)('Value').fill('BR');
  await page.getByRole('button', { name: 'Review & save to Production' }).click();
  const review = page.getByRole('dialog');
  await expect(review).toContainText(title);
  await review.getByRole('button', { name: 'Save to Production' }).click();
  await expect(page.getByRole('link', { name: 'new-checkout' })).toBeVisible();

  await page.goto(`/applications/${appId}/target-groups/${targetGroups.Staff}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Staff');
  const expression = page.getByLabel('Condition 1: Expression', { exact: true });
  await expression.selectOption('More…');
  await expect(warning).toBeHidden();
  await expression.selectOption('Is none of');
  await expect(warning).toContainText('They would treat new-checkout as unreadable');
  await expect(warning).toContainText('payments');
});
