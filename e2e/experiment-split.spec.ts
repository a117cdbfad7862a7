import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { nextCall, recordCalls } from './requests.ts';
import { createRuledApplication, everyone, type RuledApplication } from './ruled-application.ts';
import { ruleAt } from './rules.ts';

async function openSplit(
  page: Page,
  { development, list, createExperiment }: RuledApplication,
  toggle: string,
  value: string,
) {
  const { id } = await createExperiment(development, toggle, [everyone(value)]);
  await page.goto(`${list(development)}/${id}`);
  await page.getByRole('radio', { name: 'Percentage split' }).check();
}

function slider(page: Page, value: string) {
  return page.getByRole('slider', { name: `Percentage of ${value}` });
}

function number(page: Page, value: string) {
  return page.getByRole('spinbutton', { name: `Percentage of ${value}` });
}

async function expectSplit(page: Page, split: Readonly<Record<string, number>>): Promise<void> {
  const values = Object.keys(split);
  // With two values, a single slider sets both shares.
  const slid = values.length === 2 ? values.slice(0, 1) : values;
  await expect(page.getByRole('slider')).toHaveCount(slid.length);
  for (const [value, percent] of Object.entries(split)) {
    if (slid.includes(value)) {
      await expect(slider(page, value)).toHaveAttribute('aria-valuetext', `${value}: ${percent}%`);
    }
    await expect(number(page, value)).toHaveValue(String(percent));
  }
}

test('SPL-01 SPL-02 SPL-03 SPL-04 SPL-05 SPL-07 SPL-10: a new split is even, and sliders keep the total at 100', async ({
  adminPage: page,
  company,
}) => {
  const application = await createRuledApplication(company);
  const { development, list } = application;
  await openSplit(page, application, 'new-checkout', 'enabled');
  await expectSplit(page, { enabled: 50, disabled: 50 });
  const enabled = slider(page, 'enabled');
  await expect(enabled).toHaveAttribute('max', '99');
  await enabled.fill('70');
  await expectSplit(page, { enabled: 70, disabled: 30 });
  for (const [key, percent] of [
    ['ArrowRight', 71],
    ['ArrowLeft', 70],
    ['PageUp', 80],
    ['PageDown', 70],
    ['End', 99],
    ['Home', 0],
    ['PageUp', 10],
  ] as const) {
    await enabled.press(key);
    await expectSplit(page, { enabled: percent, disabled: 100 - percent });
  }
  await enabled.press('Home');
  await expect(
    page.getByText('Everyone gets disabled: an exact value says the same.'),
  ).toBeVisible();
  await enabled.fill('65');
  const split = nextCall(page, 'PUT /api/apps/*/envs/*/experiments/*');
  await page.getByRole('button', { name: 'Save to Development' }).click();
  expect((await split).postDataJSON().rules[0].valueSpec).toEqual({
    type: 'SPLIT',
    split: { enabled: 65, disabled: 35 },
  });
  await expect(page).toHaveURL(list(development));

  await page.getByRole('link', { name: 'new-checkout' }).click();
  await page.getByRole('radio', { name: 'Exact value' }).check();
  const exact = page.getByLabel('Value that rule 1 returns');
  await expect(exact).toHaveValue('disabled');
  await expect(exact.locator('option')).toHaveText(['enabled', 'disabled']);
  const exactly = nextCall(page, 'PUT /api/apps/*/envs/*/experiments/*');
  await page.getByRole('button', { name: 'Save to Development' }).click();
  expect((await exactly).postDataJSON().rules[0].valueSpec).toEqual({
    type: 'EXACT_VALUE',
    exactValue: 'disabled',
  });
});

test('SPL-02 SPL-06 SPL-08 SPL-09: a typed share stays as typed, and the rest is spread evenly', async ({
  adminPage: page,
  company,
}) => {
  const application = await createRuledApplication(company);
  await openSplit(page, application, 'search.ranking', 'v1');
  await expectSplit(page, { v1: 34, v2: 33, v3: 33 });
  const calls = recordCalls(page, 'PUT /api/apps/*/envs/*/experiments/*');
  await number(page, 'v2').fill('20');
  await expect(page.getByRole('button', { name: /^Pin v2/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await slider(page, 'v1').fill('60');
  await expectSplit(page, { v1: 60, v2: 20, v3: 20 });

  await number(page, 'v1').fill('40');
  await number(page, 'v3').fill('30');
  await expectSplit(page, { v1: 40, v2: 20, v3: 30 });
  await expect(page.getByText('Total 90%: 10% left to assign')).toBeVisible();
  await page.getByRole('button', { name: 'Save to Development' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    '#1 The percentages must add up to exactly 100!',
  );
  expect(calls).toHaveLength(0);
  await page.getByRole('alert').getByRole('link').click();
  await expect(number(page, 'v1')).toBeFocused();
  await page.getByRole('button', { name: 'Fix total' }).click();
  await expectSplit(page, { v1: 45, v2: 22, v3: 33 });
  await expect(page.getByRole('main').getByRole('alert')).toBeHidden();
  await number(page, 'v1').fill('150');
  await number(page, 'v1').blur();
  await expect(number(page, 'v1')).toHaveValue('99');
  await page.getByRole('button', { name: 'Even split' }).click();
  await expectSplit(page, { v1: 34, v2: 33, v3: 33 });

  await openSplit(page, application, 'week', 'a');
  await expectSplit(page, { a: 15, b: 15, c: 14, d: 14, e: 14, f: 14, g: 14 });
});

test('RUL-32 RUL-33 RUL-41 RUL-42: a split divides the values of a text property, and the playground names the unit', async ({
  adminPage: page,
  company,
}) => {
  const application = await createRuledApplication(company);
  const { development, list, properties } = application;
  await openSplit(page, application, 'new-checkout', 'enabled');
  const unit = page.getByRole('combobox', { name: /Same value for each/ });
  await expect(unit.getByRole('option')).toHaveText(['user (uid)', 'country']);
  await unit.selectOption('country');
  await expect(unit).toHaveAccessibleName('Same value for each. Rule #1: what the split divides');
  await expect(unit).toHaveAccessibleDescription(
    'Whoever has no country cannot be divided: disabled, with an error code.',
  );
  await slider(page, 'enabled').fill('65');
  const saved = nextCall(page, 'PUT /api/apps/*/envs/*/experiments/*');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Save to Development' }).click();
  expect((await saved).postDataJSON().rules[0].valueSpec).toEqual({
    type: 'SPLIT_BY',
    by: properties.country,
    split: { enabled: 65, disabled: 35 },
  });
  await expect(page).toHaveURL(list(development));

  await page.goto(`/applications/${application.appId}/environments/${development}/playground`);
  await page.getByLabel('country').fill('BR');
  await page.getByRole('button', { name: 'Evaluate' }).click();
  await page.getByRole('button', { name: /^Show every rule.*new-checkout/ }).click();
  await expect(page.getByText(/Bucket [\d,]+ of 10,000, by country “BR”/)).toBeVisible();
  await page.getByLabel('country').fill('');
  await page.getByRole('button', { name: 'Evaluate' }).click();
  await expect(
    page.getByText('country was not sent, so the split could not decide.'),
  ).toBeVisible();

  await page.goto(list(development));
  await page.getByRole('link', { name: 'new-checkout' }).click();
  await expect(unit).toHaveValue(properties.country ?? '');
  await expect(
    page.getByText('To divide only users with country, add a rule for them above.'),
  ).toBeVisible();

  await page.getByRole('button', { name: 'Add rule' }).click();
  await page.getByLabel('Type of rule 1').selectOption('ALL_USERS');
  const first = ruleAt(page, 1);
  await first.getByRole('radio', { name: 'Percentage split' }).check();
  await first.getByRole('combobox', { name: /Same value for each/ }).selectOption('country');
  await first.getByRole('button', { name: 'Only for users with country' }).click();
  await expect(first.getByRole('button', { name: 'Only for users with country' })).toBeHidden();
  await expect(page.getByLabel('Type of rule 1')).toHaveValue('PROPERTY');
  const limited = nextCall(page, 'PUT /api/apps/*/envs/*/experiments/*');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save to Development' }).click();
  expect((await limited).postDataJSON().rules[0]).toMatchObject({
    type: 'PROPERTY',
    propertyRule: { propertyId: properties.country, expression: 'IS_SET' },
    valueSpec: { type: 'SPLIT_BY', by: properties.country },
  });
});
