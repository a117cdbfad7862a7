import { expect, test } from './fixtures.ts';
import { letCallsThrough, nextCall, recordCalls, refuseCalls } from './requests.ts';
import { createRuledApplication, everyone } from './ruled-application.ts';

const CLONES = 'POST /api/apps/*/envs/*/experiments/*/to/*';

test('CLN-01 CLN-02 CLN-03 CLN-04 CLN-05: an experiment is cloned to another environment', async ({
  adminPage: page,
  company,
}) => {
  const { appId, development, production, list, createExperiment } =
    await createRuledApplication(company);
  const { id } = await createExperiment(development, 'new-checkout', [everyone('enabled')]);
  await page.goto(`${list(development)}/new`);
  await expect(page.getByRole('combobox', { name: 'Toggle' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Clone to…' })).toBeHidden();

  await page.goto(`${list(development)}/${id}`);
  await page.getByRole('button', { name: 'Clone to…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Clone to another environment' });
  await expect(dialog.getByRole('radio')).toHaveCount(1);
  await expect(dialog).toContainText('everyone then return enabled');
  const clone = dialog.getByRole('button', { name: 'Clone', exact: true });
  await clone.click();
  await expect(dialog.getByRole('alert')).toContainText('Choose a destination!');
  await dialog.getByRole('radio', { name: 'Production' }).check();
  for (const [code, text] of [
    ['TOGGLE_HAS_EXPERIMENT', 'Toggle already has an experiment running in this environment!'],
    ['UNKNOWN_ENVIRONMENT', 'Destination environment already has experiment for the same toggle!'],
  ] as const) {
    await refuseCalls(page, CLONES, { status: 409, error_code: code });
    await clone.click();
    await expect(dialog.getByRole('alert')).toContainText(text);
    await letCallsThrough(page);
  }
  await expect(page).toHaveURL(`${list(development)}/${id}`);

  const called = nextCall(
    page,
    `POST /api/apps/${appId}/envs/${development}/experiments/${id}/to/${production}`,
  );
  await clone.click();
  await called;
  await expect(page).toHaveURL(list(production));
  await expect(page.getByRole('link', { name: 'new-checkout' })).toBeVisible();
});

test('CLN-06: with unsaved changes the saved version is cloned, unless it is saved first', async ({
  adminPage: page,
  company,
}) => {
  const { appId, development, production, list, createExperiment } =
    await createRuledApplication(company);
  const { id } = await createExperiment(development, 'new-checkout', [everyone('enabled')]);
  await page.goto(`${list(development)}/${id}`);
  await page.getByLabel('Value that rule 1 returns').selectOption('disabled');
  await page.getByRole('button', { name: 'Clone to…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Clone to another environment' });
  await expect(dialog).toContainText(
    'The saved version is cloned. Your unsaved changes are not included.',
  );
  await expect(dialog).toContainText('everyone then return enabled');
  await expect(dialog.getByRole('button', { name: 'Clone the saved version' })).toBeVisible();
  await dialog.getByRole('radio', { name: 'Production' }).check();
  await dialog.getByRole('button', { name: 'Save and clone' }).click();
  await expect(page).toHaveURL(list(production));
  for (const environment of [development, production]) {
    const [experiment] = await company.call<{ rules: { valueSpec: object }[] }[]>(
      'GET',
      `/api/apps/${appId}/envs/${environment}/experiments`,
    );
    expect(experiment?.rules[0]?.valueSpec).toEqual({
      type: 'EXACT_VALUE',
      exactValue: 'disabled',
    });
  }
});

test('CLN-07: a destination that has one already is no choice', async ({
  adminPage: page,
  company,
}) => {
  const { development, production, list, createExperiment } = await createRuledApplication(company);
  const { id } = await createExperiment(development, 'new-checkout', [everyone('enabled')]);
  await createExperiment(production, 'new-checkout', [everyone('enabled')]);
  await page.goto(`${list(development)}/${id}`);
  const calls = recordCalls(page, CLONES);
  await page.getByRole('button', { name: 'Clone to…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Clone to another environment' });
  await expect(dialog.getByRole('radio', { name: /Production/ })).toBeDisabled();
  await expect(dialog).toContainText('already has an experiment for this toggle');
  await expect(dialog.getByRole('button', { name: 'Clone', exact: true })).toBeHidden();
  expect(calls).toHaveLength(0);
});
