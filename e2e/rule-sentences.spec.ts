import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import type { Company } from './company.ts';
import { expect, test } from './fixtures.ts';
import { nextCall } from './requests.ts';
import { createRuledApplication, everyone, exactly } from './ruled-application.ts';
import { chooseOfRule, openRules, ruleAt } from './rules.ts';

function sentences(page: Page) {
  return page.getByRole('list', { name: 'Rules' }).getByRole('button', { name: /^Edit rule/ });
}

function drawer(page: Page, name: string) {
  return page.getByRole('complementary', { name });
}

/** Creates an experiment with two rules on countries above the catch-all; the first one has a name. */
async function createCountries(company: Company) {
  const application = await createRuledApplication(company);
  const { appId, development, properties, list, createExperiment } = application;
  const inCountry = (term: string, rest: object = {}) => ({
    type: 'PROPERTY',
    propertyRule: { propertyId: properties.country, expression: 'EQUALS', term },
    valueSpec: exactly('enabled'),
    ...rest,
  });
  const rules = [inCountry('BR', { name: 'Brazil beta' }), inCountry('PT'), everyone('disabled')];
  const { id } = await createExperiment(development, 'new-checkout', rules);
  return {
    ...application,
    inCountry,
    id,
    api: `/api/apps/${appId}/envs/${development}/experiments/${id}`,
    path: `${list(development)}/${id}`,
  };
}

test('CDW-44: a name follows the number of its rule in editor, review, trace and audit', async ({
  adminPage: page,
  company,
}) => {
  const { appId, production, properties, list, createExperiment } =
    await createRuledApplication(company);
  const { id } = await createExperiment(production, 'new-checkout', [
    {
      type: 'PROPERTY',
      propertyRule: { propertyId: properties.country, expression: 'EQUALS', term: 'BR' },
      valueSpec: exactly('enabled'),
    },
    everyone('disabled'),
  ]);
  await page.goto(`${list(production)}/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('new-checkout in Production');
  await chooseOfRule(page, 1, 'Name rule 1…');
  const name = page.getByLabel('Name of rule 1');
  await expect(name).toBeFocused();
  await page.keyboard.type('Brazil beta');
  await page.keyboard.press('Enter');
  await expect(ruleAt(page, 1)).toContainText('#1Brazil beta');
  await expect(page.getByRole('button', { name: 'Actions of rule 1' })).toBeFocused();

  await page.getByRole('button', { name: 'Test these rules' }).click();
  await drawer(page, 'Test these rules').getByLabel('country', { exact: true }).fill('BR');
  await page.keyboard.press('Enter');
  await expect(drawer(page, 'Test these rules')).toContainText(
    'Rule #1 Brazil beta matched: country equals BR',
  );
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Review & save to Production' }).click();
  const review = page.getByRole('dialog', { name: 'Save to Production?' });
  await expect(review.getByRole('listitem')).toContainText(['Name of #1: none → Brazil beta']);
  await review.getByRole('button', { name: 'Save to Production' }).click();
  await expect(page).toHaveURL(list(production));

  await page.goto(`/applications/${appId}/environments/${production}/playground`);
  await page.getByLabel('country', { exact: true }).fill('BR');
  await page.getByRole('button', { name: 'Evaluate' }).click();
  await expect(page.getByText(/Rule #1 Brazil beta matched/)).toBeVisible();

  await page.goto(`${list(production)}/${id}`);
  await openRules(page, 1);
  await page.getByLabel('Rule #1: Value').fill('PT');
  await chooseOfRule(page, 1, 'Name rule 1…');
  await name.fill('x'.repeat(61));
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Review & save to Production' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'The name of a rule can have at most 60 characters!',
  );
  await name.fill('Iberia');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Review & save to Production' }).click();
  await expect(review.getByRole('listitem')).toContainText([
    '#1 Iberia changed: country equals BR: enabled → country equals PT: enabled',
  ]);
  await review.getByRole('button', { name: 'Save to Production' }).click();
  await expect(page).toHaveURL(list(production));
  await page.goto(`/applications/${appId}/audit-logs?entity=${id}`);
  await expect(page.getByText('Name of rule #1: “Brazil beta” → “Iberia”')).toBeAttached();
  await expect(page.getByText(/^Rule #1 Iberia: country equals BR/)).toBeAttached();
});

test('CDW-45 CNS-16: a former version is restored as a draft, with the focus on its first difference, and shows what it changes and what is missing today', async ({
  adminPage: page,
  company,
}) => {
  const { api, path, appId, properties, targetGroups, inCountry } = await createCountries(company);
  const stored = await company.call<{ rules: { id: string }[] }>('GET', api);
  const toStaff = {
    type: 'TARGET_GROUP',
    targetGroupRule: { policy: 'ANY_OF', targetGroupsIds: [targetGroups.Staff] },
    valueSpec: exactly('enabled'),
  };
  await company.call('PUT', api, { rules: [toStaff, everyone('disabled')] });
  await company.call('PUT', api, {
    rules: [inCountry('BR', { id: stored.rules[0]?.id }), everyone('enabled')],
  });
  await company.call('DELETE', `/api/apps/${appId}/target-groups/${targetGroups.Staff}`);
  expect(properties.country).toBeDefined();
  await page.goto(path);
  await expect(sentences(page)).toHaveCount(2);
  await page.keyboard.press('h');
  const history = drawer(page, 'History');
  await expect(history.getByRole('heading', { name: 'History' })).toBeFocused();
  await expect(history.getByRole('listitem')).toHaveCount(3);
  await expect(history.getByRole('button').nth(1)).toContainText('As saved now');

  await history.getByRole('button', { name: /^Version 2/ }).click();
  await expect(history).toContainText('target group Staff');
  await history.getByRole('button', { name: /^Version 1/ }).click();
  await expect(history.getByText(/country equals PT: enabled/)).toBeVisible();
  await expect(history.getByText(/everyone else: enabled → disabled/)).toBeVisible();
  await expectAccessible(page);
  await history.getByRole('button', { name: 'Restore as draft' }).click();
  await expect(history).toBeHidden();
  await expect(page.getByRole('button', { name: /^Edit rule 1\b/ })).toBeFocused();
  await expect(sentences(page)).toContainText([
    'country equals BR: enabled',
    'country equals PT: enabled',
    'everyone else: disabled',
  ]);
  await expect(ruleAt(page, 1)).toContainText('Brazil beta');
  expect((await company.call<{ version: number }>('GET', api)).version).toBe(3);

  const sent = nextCall(page, 'PUT /api/apps/*/envs/*/experiments/*');
  await page.getByRole('button', { name: 'Save to Development' }).click();
  expect((await sent).postDataJSON().rules.map(({ id }: { id?: string }) => id)[0]).toBe(
    stored.rules[0]?.id,
  );
  await expect(page).toHaveURL(/\/experiments$/);
});

test('CDW-46: rules are copied and pasted as JSON; unknown names are the rule’s errors, foreign text changes nothing', async ({
  adminPage: page,
  company,
}) => {
  const { path, development, list, createExperiment, inCountry } = await createCountries(company);
  const { id: other } = await createExperiment(development, 'payments', [everyone('on')]);
  await page.goto(path);
  const actions = async (item: string) => {
    await page.getByRole('button', { name: 'Actions of all rules' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await actions('Copy rules as JSON');
  const text = await page.evaluate(() => navigator.clipboard.readText());
  const copied = JSON.parse(text);
  expect(copied[0]).toMatchObject({ name: 'Brazil beta', propertyRule: { property: 'country' } });
  const before = await sentences(page).allTextContents();

  const dialog = page.getByRole('dialog', { name: 'Paste rules' });
  const paste = async (pasted: string) => {
    await actions('Paste rules…');
    await dialog.getByLabel('Rules as JSON').fill(pasted);
    await dialog.getByRole('button', { name: 'Use these rules' }).click();
  };
  for (const foreign of ['hello', '{"rules":[]}', '[]', JSON.stringify([inCountry('BR')])]) {
    await paste(foreign);
    await expect(dialog).toContainText('This is not what “Copy rules as JSON” gives!');
    await page.keyboard.press('Escape');
    expect(await sentences(page).allTextContents()).toEqual(before);
    await expect(page.getByRole('button', { name: /change/ })).toBeHidden();
  }

  // Pastes into another experiment, as if from another application: its ids are unknown, only names match.
  await page.goto(`${list(development)}/${other}`);
  copied[0].propertyRule.propertyId = 'elsewhere';
  copied[0].valueSpec.exactValue = 'on';
  copied[1].propertyRule = { ...copied[1].propertyRule, propertyId: 'x', property: 'nothing' };
  copied[1].valueSpec.exactValue = 'on';
  copied[2].valueSpec.exactValue = 'off';
  await paste(JSON.stringify(copied));
  await expect(ruleAt(page, 1)).toContainText('country equals BR: on');
  await expect(ruleAt(page, 1)).toContainText('Brazil beta');
  await expect(page.getByRole('main').getByRole('alert').getByRole('link')).toHaveText([
    '#2 No property selected!',
  ]);
  await page.getByRole('main').getByRole('alert').getByRole('link').click();
  await page.getByLabel('Rule #2: Property').selectOption('country');
  await page.getByLabel('Rule #2: Expression').selectOption('EQUALS');
  await page.getByLabel('Rule #2: Value').fill('AO');
  await page.getByRole('button', { name: 'Save to Development' }).click();
  await expect(page).toHaveURL(list(development));
});

test('CDW-47: from 1,440 pixels on the drawer moves and covers no rule; below, Esc gives the page back', async ({
  adminPage: page,
  company,
}) => {
  const { path } = await createCountries(company);
  const rules = page.getByRole('list', { name: 'Rules' });
  for (const width of [1440, 1680, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(path);
    await expect(page.getByText('Next step, 3 of 6:')).toBeVisible();
    const before = await rules.boundingBox();
    await page.keyboard.press('t');
    const beside = await drawer(page, 'Test these rules').boundingBox();
    expect(await rules.boundingBox()).toEqual(before);
    expect((before?.x ?? 0) + (before?.width ?? 0)).toBeLessThanOrEqual(beside?.x ?? 0);
    expect(beside?.width).toBe(360);
    await page.keyboard.press('Escape');
    await expect(drawer(page, 'Test these rules')).toBeHidden();
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  const history = page.getByRole('button', { name: 'History' });
  await history.click();
  await expect(drawer(page, 'History')).toBeVisible();
  // The page can still be used: it is not inert.
  await openRules(page, 1);
  await drawer(page, 'History').getByRole('button', { name: 'Close' }).click();
  await expect(history).toBeFocused();
});

test('CDW-47: no rule moves because the time of the last save becomes longer to say', async ({
  adminPage: page,
  company,
}) => {
  const time = Date.now();
  const { path } = await createCountries(company);
  await page.clock.setFixedTime(time);
  // All of the toolbar fits into one line with “now”, and not with “50 seconds ago”.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(path);
  await expect(page.getByText('Next step, 3 of 6:')).toBeVisible();
  const saved = page.getByText('now by Ana Souza');
  await expect(saved).toBeVisible();
  const rules = page.getByRole('list', { name: 'Rules' });
  const before = await rules.boundingBox();
  await page.clock.setFixedTime(time + 51_000);
  // The toolbar is drawn again, with the time as it is then.
  await page.keyboard.press('t');
  await expect(page.getByText(/^\d+ seconds ago by Ana Souza$/)).toBeVisible();
  expect(await rules.boundingBox()).toEqual(before);
});

test('CDW-48: the whole editor by keyboard: parts, chips, split, move, name, test, save', async ({
  adminPage: page,
  company,
}) => {
  const { api, path, targetGroups } = await createCountries(company);
  await page.goto(path);
  const { keyboard } = page;
  const tabTo = async (target: ReturnType<Page['getByRole']>, key = 'Tab') => {
    await expect(target).toBeVisible();
    for (let stops = 0; stops < 60; stops += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await keyboard.press(key);
    }
    await expect(target).toBeFocused();
  };
  await tabTo(page.getByRole('button', { name: /^Edit rule 2:/ }));
  await keyboard.press('Enter');
  await tabTo(page.getByLabel('Type of rule 2'));
  await keyboard.type('Target');
  const group = ruleAt(page, 2).getByRole('combobox', { name: /Add target group/ });
  await tabTo(group);
  await keyboard.type('Staff');
  await keyboard.press('Enter');
  await keyboard.type('Beta');
  await keyboard.press('Enter');
  await expect(ruleAt(page, 2).getByRole('button', { name: /^Remove/ })).toHaveCount(2);
  await tabTo(group);
  await keyboard.press('Backspace');
  await expect(ruleAt(page, 2).getByRole('button', { name: /^Remove/ })).toHaveCount(1);
  await tabTo(ruleAt(page, 2).getByRole('radio', { name: 'Exact value' }));
  await keyboard.press('ArrowRight');
  const share = ruleAt(page, 2).getByRole('slider', { name: 'Percentage of enabled' });
  await tabTo(share);
  await keyboard.press('PageUp');
  await expect(share).toHaveValue('60');
  await expect(ruleAt(page, 2).getByLabel('Percentage of disabled')).toHaveValue('40');

  await keyboard.press('Alt+ArrowUp');
  await expect(ruleAt(page, 1).getByRole('slider')).toBeFocused();
  await tabTo(page.getByRole('button', { name: 'Actions of rule 1' }), 'Shift+Tab');
  await keyboard.press('Enter');
  await keyboard.press('Enter');
  await keyboard.type('Our own');
  await keyboard.press('Enter');
  await expect(ruleAt(page, 1)).toContainText('Our own');
  await keyboard.press('t');
  await expect(page.getByRole('heading', { name: 'Test these rules' })).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.press('Tab');
  await keyboard.type('ana');
  await keyboard.press('Enter');
  await expect(drawer(page, 'Test these rules')).toContainText('new-checkout returns disabled');
  await keyboard.press('Escape');
  await keyboard.press('ControlOrMeta+S');
  await expect(page).toHaveURL(/\/experiments$/);
  const { rules } = await company.call<{ rules: object[] }>('GET', api);
  expect(rules[0]).toMatchObject({
    name: 'Our own',
    targetGroupRule: { policy: 'ANY_OF', targetGroupsIds: [targetGroups.Staff] },
    valueSpec: { type: 'SPLIT', split: { enabled: 60, disabled: 40 } },
  });
});

test('COV-10 CDW-69: sentences mark terms and values alike, in their own direction and with a share', async ({
  adminPage: page,
  company,
}) => {
  const { appId, production, properties, list, createExperiment } =
    await createRuledApplication(company);
  const { id } = await createExperiment(production, 'new-checkout', [
    {
      type: 'PROPERTY',
      propertyRule: { propertyId: properties.country, expression: 'IN', term: 'BR,ישראל' },
      valueSpec: { type: 'SPLIT', split: { enabled: 70.5, disabled: 29.5 } },
    },
    everyone('disabled'),
  ]);
  await page.goto(`${list(production)}/${id}`);
  const expectSentence = async (sentence: Locator, text: string) => {
    await expect(sentence).toContainText(text);
    await expect(sentence.locator('bdi')).toHaveText([
      'country',
      'BR',
      'ישראל',
      'enabled',
      'disabled',
    ]);
    for (const marked of ['BR', 'enabled']) {
      const text = sentence.locator('bdi').filter({ hasText: marked });
      await expect(text).toHaveCSS('font-family', /mono/i);
      // The share of a value is in its chip, too.
      const chip = marked === 'BR' ? text : text.locator('xpath=..');
      await expect(chip).toHaveCSS('border-top-style', 'solid');
    }
  };
  const words = 'country is one of BR, ישראל: enabled 70.5%, disabled 29.5%';
  await expectSentence(sentences(page).first(), words);
  await page.goto(`/applications/${appId}/toggles`);
  await page.getByRole('link', { name: 'new-checkout', exact: true }).click();
  const cards = page.getByRole('list', { name: 'Rules' });
  await expectSentence(cards.getByRole('listitem').first(), words);
  await page.getByRole('button', { name: 'Language: EN' }).click();
  await page.getByRole('menuitem', { name: 'Português' }).click();
  await expectSentence(
    page.getByRole('list', { name: 'Regras' }).getByRole('listitem').first(),
    'country é um destes BR, ישראל: enabled 70,5%, disabled 29,5%',
  );
});
