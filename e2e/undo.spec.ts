import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { letCallsThrough, nextCall, recordCalls, refuseCalls } from './requests.ts';
import { createRuledApplication, everyone, exactly } from './ruled-application.ts';
import { chooseOfRule, openRules } from './rules.ts';

const SAVES = 'PUT /api/apps/*/envs/*/experiments/*';

interface SavedRules {
  readonly rules: readonly { readonly propertyRule?: { readonly term: string } }[];
}

function inCountry(propertyId: string | undefined, term: string) {
  return {
    type: 'PROPERTY',
    propertyRule: { propertyId, expression: 'EQUALS', term },
    valueSpec: exactly('enabled'),
  };
}

function toasts(page: Page) {
  return page.getByRole('region', { name: 'Notifications' });
}

function undo(page: Page) {
  return toasts(page).getByRole('button', { name: 'Undo' });
}

/** Waits 2 s only: after 8 s every toast disappears by itself. */
async function expectNoUndo(page: Page): Promise<void> {
  await expect(undo(page)).toHaveCount(0, { timeout: 2000 });
}

/** Saves to Production, and confirms the review. */
async function saveToProduction(page: Page): Promise<void> {
  await page.keyboard.press('Control+s');
  const review = page.getByRole('dialog', { name: 'Save to Production?' });
  await review.getByRole('button', { name: 'Save to Production' }).click();
}

test('CON-01 CDW-01: the Undo after a save restores the former rules, based on the saved version', async ({
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
  const path = `/api/apps/${appId}/envs/${production}/experiments/${id}`;
  const terms = async () =>
    (await company.call<SavedRules>('GET', path)).rules.map((rule) => rule.propertyRule?.term);

  await page.goto(`${list(production)}/${id}`);
  await chooseOfRule(page, 2, 'Delete rule 2');
  await expect(toasts(page)).toContainText('Rule deleted.');
  await saveToProduction(page);
  await expect(page).toHaveURL(list(production));
  await expect(toasts(page)).toContainText('new-checkout saved to Production.');
  await expect(toasts(page)).not.toContainText('Rule deleted.');
  expect(await terms()).toEqual(['BR', undefined]);

  await expect(undo(page)).toHaveCount(1);
  const { version } = await company.call<{ version: number }>('GET', path);
  const sent = nextCall(page, SAVES);
  await undo(page).click();
  expect((await sent).headers()['if-match']).toBe(`"${version}"`);
  await expect(toasts(page)).toContainText('The former rules of new-checkout are back');
  await expectNoUndo(page);
  expect(await terms()).toEqual(['BR', 'PT', undefined]);
  await expect(page.getByRole('row', { name: /new-checkout/ })).toContainText('3 rules');
});

test('CON-01: an Undo of a save that another user has overwritten asks whose rules stay', async ({
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
  await openRules(page, 1);
  await page.getByLabel('Rule #1: Value').fill('PT');
  await page.getByRole('button', { name: 'Save to Development' }).click();
  await expect(undo(page)).toBeVisible();
  await company.call('PUT', path, {
    toggleId: toggles['new-checkout'],
    rules: [inCountry(properties.country, 'PT'), everyone('enabled')],
  });
  await undo(page).click();
  const conflict = page.getByRole('alertdialog', { name: 'Someone else changed this' });
  await expect(conflict.getByRole('listitem')).toContainText([
    '#2 changed: everyone else: disabled → enabled',
    '#1 changed: country equals PT: enabled → country equals BR: enabled',
  ]);
  await conflict.getByRole('button', { name: 'Overwrite' }).click();
  await expect(page).toHaveURL(list(development));
  const { rules } = await company.call<SavedRules>('GET', path);
  expect(rules.map((rule) => rule.propertyRule?.term)).toEqual(['BR', undefined]);

  // The Undo restores the rules that were overwritten.
  await undo(page).click();
  await expect(toasts(page)).toContainText('The former rules of new-checkout are back');
  expect(await company.call('GET', path)).toMatchObject({
    rules: [{ propertyRule: { term: 'PT' } }, { valueSpec: exactly('enabled') }],
  });
});

test('CON-01: after a failed Undo of a save, a message says so and nothing is undone', async ({
  adminPage: page,
  company,
}) => {
  const { development, properties, list, createExperiment } = await createRuledApplication(company);
  const { id } = await createExperiment(development, 'new-checkout', [
    inCountry(properties.country, 'BR'),
    everyone('disabled'),
  ]);
  await page.goto(`${list(development)}/${id}`);
  await chooseOfRule(page, 1, 'Delete rule 1');
  await page.getByRole('button', { name: 'Save to Development' }).click();
  await expect(page).toHaveURL(list(development));
  await refuseCalls(page, SAVES, { status: 404, error_code: 'NOT_FOUND' });
  await undo(page).click();
  await expect(toasts(page)).toContainText('Not undone: Experiment not found!');
  await letCallsThrough(page);
});

test('CON-01 CDW-01: the Undo of a local change disappears with its editor, and with the session', async ({
  adminPage: page,
  company,
}) => {
  const { development, properties, targetGroups, list, createExperiment } =
    await createRuledApplication(company);
  const { id } = await createExperiment(development, 'new-checkout', [
    inCountry(properties.country, 'BR'),
    {
      type: 'TARGET_GROUP',
      targetGroupRule: { policy: 'ALL_OF', targetGroupsIds: [targetGroups.Staff] },
      valueSpec: exactly('enabled'),
    },
    everyone('disabled'),
  ]);
  const leave = async () => {
    await page.getByRole('link', { name: 'Toggles', exact: true }).click();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect(page).toHaveURL(/\/toggles$/);
  };
  const acts = [
    () => chooseOfRule(page, 1, 'Delete rule 1'),
    async () => {
      await openRules(page, 1);
      await page.getByLabel('Type of rule 1').selectOption('TARGET_GROUP');
    },
    async () => {
      await openRules(page, 2);
      await page.getByRole('button', { name: 'Remove Staff' }).click();
    },
  ];
  for (const act of acts) {
    await page.goto(`${list(development)}/${id}`);
    await act();
    await expect(undo(page)).toBeVisible();
    await leave();
    await expectNoUndo(page);
  }

  // Reset replaces the Undo of earlier changes, and leaving the page removes the Undo of Reset.
  await page.goto(`${list(development)}/${id}`);
  await chooseOfRule(page, 1, 'Delete rule 1');
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(toasts(page)).toContainText('Changes undone.');
  await expect(undo(page)).toHaveCount(1);
  await page.getByRole('link', { name: 'Toggles', exact: true }).click();
  await expectNoUndo(page);

  await page.goto(list(development));
  await page.getByRole('button', { name: /^pause/ }).click();
  await expect(undo(page)).toBeVisible();
  const calls = recordCalls(page, 'POST /api/apps/*/envs/*/experiments/*/restart');
  await page.getByRole('button', { name: /User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(company.admin.email);
  await page.getByRole('textbox', { name: 'Password' }).fill('abc123');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');
  await expectNoUndo(page);
  expect(calls).toHaveLength(0);
});
