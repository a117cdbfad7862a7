import { expect, test } from './fixtures.ts';
import { nextCall, recordCalls } from './requests.ts';
import { createRuledApplication, everyone, exactly } from './ruled-application.ts';

const CLONES = 'POST /api/apps/*/envs/*/experiments/*/to/*';

test('CLN-01 CLN-02 CLN-03 CLN-05: an experiment is cloned to another environment', async ({
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
  await expect(dialog).toContainText('everyone: enabled');
  const clone = dialog.getByRole('button', { name: 'Clone', exact: true });
  await clone.click();
  await expect(dialog.getByRole('alert')).toContainText('Choose a destination!');
  await dialog.getByRole('radio', { name: 'Production' }).check();
  const called = nextCall(
    page,
    `POST /api/apps/${appId}/envs/${development}/experiments/${id}/to/${production}`,
  );
  await clone.click();
  await called;
  await expect(page).toHaveURL(list(production));
  await expect(page.getByRole('link', { name: 'new-checkout' })).toBeVisible();
});

test('CLN-04 SAV-01 SAV-02 SAV-03 SAV-04 SAV-05: a refusal by the destination is shown, and the editor stays open', async ({
  adminPage: page,
  company,
  service,
}) => {
  const { appId, development, production, toggles, list, createExperiment } =
    await createRuledApplication(company);
  const dependingOn = (toggle: string, value: string, returned: string) => ({
    type: 'TOGGLE_DEPENDENCY',
    toggleDependencyRule: { toggleId: toggles[toggle], value },
    valueSpec: exactly(returned),
  });
  const { id } = await createExperiment(development, 'new-checkout', [
    dependingOn('payments', 'on', 'enabled'),
    everyone('disabled'),
  ]);
  const payments = await createExperiment(production, 'payments', [
    dependingOn('new-checkout', 'enabled', 'on'),
    everyone('off'),
  ]);
  await page.goto(`${list(development)}/${id}`);
  await page.getByRole('button', { name: 'Clone to…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Clone to another environment' });
  const expectRefusal = async (text: string) => {
    // A choice removes the previous message.
    await dialog.getByRole('radio', { name: 'Production' }).click();
    const answered = page.waitForResponse((response) => response.status() >= 400);
    await dialog.getByRole('button', { name: 'Clone', exact: true }).click();
    await answered;
    await expect(dialog.getByRole('alert')).toHaveText(text);
  };
  await expectRefusal('Circular dependency detected in toggle payments');

  const ofPayments = `/api/apps/${appId}/envs/${production}/experiments/${payments.id}`;
  await company.call('PUT', ofPayments, { rules: [everyone('on')] });
  await company.call('POST', `${ofPayments}/pause`);
  await expectRefusal('One of the rules depends on a toggle whose experiment is not active!');
  await company.call('POST', `${ofPayments}/restart`);

  // The service refuses duplicate rules today; an experiment stored by an earlier version may have one.
  const storeRules = (rules: string) =>
    service.execute(`update experiments set rules = ${rules} where id = '${id}'`);
  await storeRules('(rules -> 0) || rules');
  await expectRefusal('Duplicated rules: #2 (the same as #1)');
  await storeRules('rules - 0');

  await createExperiment(production, 'new-checkout', [everyone('disabled')]);
  await expectRefusal('Toggle already has an experiment running in this environment!');

  const application = await company.call('GET', `/api/apps/${appId}`);
  const environments = application.environments as readonly { readonly id: string }[];
  await company.call('PUT', `/api/apps/${appId}`, {
    ...application,
    environments: environments.filter((environment) => environment.id !== production),
    removeEnvironments: [production],
  });
  await expectRefusal('Destination environment already has experiment for the same toggle!');
  await expect(page).toHaveURL(`${list(development)}/${id}`);
});

test('CLN-06: with unsaved changes the saved version is cloned, unless it is saved first', async ({
  adminPage: page,
  company,
}) => {
  const { appId, development, production, list, createExperiment } =
    await createRuledApplication(company);
  const { id } = await createExperiment(development, 'new-checkout', [everyone('enabled')]);
  await createExperiment(production, 'payments', [everyone('off')]);
  await page.goto(`${list(development)}/${id}`);
  await page.getByLabel('Value that rule 1 returns').selectOption('disabled');
  await page.getByRole('button', { name: 'Clone to…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Clone to another environment' });
  await expect(dialog).toContainText(
    'The saved version is cloned. Your unsaved changes are not included.',
  );
  await expect(dialog).toContainText('everyone: enabled');
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

  await test.step('a save to production is reviewed here, too', async () => {
    await page.getByRole('link', { name: 'payments' }).click();
    await page.getByLabel('Value that rule 1 returns').selectOption('on');
    const calls = recordCalls(page, 'PUT /api/apps/*/envs/*/experiments/*');
    const review = page.getByRole('dialog', { name: 'Save to Production?' });
    const saveAndClone = async () => {
      await page.getByRole('button', { name: 'Clone to…' }).click();
      await dialog.getByRole('radio', { name: 'Development' }).check();
      await dialog.getByRole('button', { name: 'Save and clone' }).click();
      await expect(review.getByRole('listitem')).toContainText('everyone: off → on');
    };
    await saveAndClone();
    await review.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    expect(calls).toHaveLength(0);

    await page.context().setOffline(true);
    await saveAndClone();
    await review.getByRole('button', { name: 'Save to Production' }).click();
    const alert = page.getByRole('main').getByRole('alert');
    await expect(alert).toContainText('The server cannot be reached.');
    await expect(alert.locator('..')).toBeFocused();
    await page.context().setOffline(false);

    await saveAndClone();
    await review.getByRole('button', { name: 'Save to Production' }).click();
    await expect(page).toHaveURL(list(development));
    await expect(page.getByRole('link', { name: 'payments' })).toBeVisible();
  });
});

test('CLN-07: an environment that already has an experiment cannot be chosen', async ({
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
