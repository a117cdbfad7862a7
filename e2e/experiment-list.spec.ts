import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { holdCalls, letCallsThrough, nextCall, recordCalls, refuseCalls } from './requests.ts';
import { createRuledApplication, everyone, exactly } from './ruled-application.ts';

function rowOf(page: Page, toggle: string) {
  return page.getByRole('row').filter({ hasText: toggle });
}

test('XPL-01 XPL-02 XPL-06 XPL-07: experiments of an environment are listed with what they return and their actions', async ({
  adminPage: page,
  company,
}) => {
  const { appId, production, development, list, createExperiment } =
    await createRuledApplication(company);
  const checkout = await createExperiment(production, 'new-checkout', [
    { type: 'ALL_USERS', valueSpec: { type: 'SPLIT', split: { enabled: 50, disabled: 50 } } },
  ]);
  const paused = await createExperiment(production, 'search.ranking', [everyone('v1')]);
  await company.call(
    'POST',
    `/api/apps/${appId}/envs/${production}/experiments/${paused.id}/pause`,
  );
  const called = nextCall(page, `GET /api/apps/${appId}/envs/${production}/experiments`);
  await page.goto(list(production));
  await called;
  const active = rowOf(page, 'new-checkout');
  await expect(active).toContainText('Active');
  await expect(active).toContainText('1 rule');
  await expect(active.getByRole('link', { name: 'new-checkout' })).toHaveAttribute(
    'href',
    `${list(production)}/${checkout.id}`,
  );
  await expect(active.getByRole('button', { name: /^pause/ })).toBeVisible();
  await expect(active.getByRole('button', { name: 'Delete new-checkout' })).toBeVisible();
  const stopped = rowOf(page, 'search.ranking');
  await expect(stopped).toContainText('Paused: everyone gets v2');
  await expect(stopped.getByRole('button', { name: /^restart/ })).toBeVisible();

  await page.getByRole('link', { name: 'new experiment' }).click();
  await expect(page).toHaveURL(`${list(production)}/new`);
  await page.goBack();
  await page.getByRole('button', { name: /^Environment:/ }).click();
  await page.getByRole('radio', { name: 'Development' }).click();
  await expect(page).toHaveURL(list(development));
  await expect(page.getByText('No experiments in Development')).toBeVisible();
});

test('XPL-03 XPL-08 CDW-17: pause and restart show the status that the server returns, and can be undone', async ({
  adminPage: page,
  company,
}) => {
  const { appId, production, list, createExperiment } = await createRuledApplication(company);
  const { id } = await createExperiment(production, 'new-checkout', [everyone('enabled')]);
  await page.clock.install();
  await page.goto(list(production));
  const row = rowOf(page, 'new-checkout');
  const letGo = await holdCalls(page, 'POST /api/apps/*/envs/*/experiments/*/pause');
  const paused = nextCall(
    page,
    `POST /api/apps/${appId}/envs/${production}/experiments/${id}/pause`,
  );
  // By keyboard: the focus stays on the row's button.
  await row.getByRole('button', { name: /^pause/ }).press('Enter');
  await paused;
  await expect(row).toContainText('Active');
  letGo();
  await expect(row).toContainText('Paused: everyone gets disabled');
  await expect(row.getByRole('button', { name: /^restart/ })).toBeFocused();
  await letCallsThrough(page);

  const toast = page.getByRole('region', { name: 'Notifications' });
  await expect(toast).toContainText('Experiment paused in Production.');
  const undo = toast.getByRole('button', { name: 'Undo' });
  await undo.hover();
  await page.clock.fastForward(8500);
  await expect(undo).toBeVisible();
  const restarted = nextCall(
    page,
    `POST /api/apps/${appId}/envs/${production}/experiments/${id}/restart`,
  );
  await undo.click();
  await restarted;
  await expect(row).toContainText('Active');
  // Of several changes only the last one is reported, as soon as it is answered, with one Undo.
  await expect(toast).toContainText('Experiment restarted in Production.');
  const letReload = await holdCalls(page, 'GET /api/apps/*/envs/*/experiments');
  await row.getByRole('button', { name: /^pause/ }).click();
  await expect(toast.getByText(/^Experiment/)).toHaveText('Experiment paused in Production.');
  letReload();
  await letCallsThrough(page);
  await undo.click();
  await expect(toast.getByText(/^Experiment/)).toHaveText('Experiment restarted in Production.');
  await expect(row).toContainText('Active');

  // The same in the editor: one press, and its Undo.
  await page.mouse.move(0, 0);
  await page.clock.runFor(20_000);
  await expect(undo).toHaveCount(0);
  await row.getByRole('link', { name: 'new-checkout' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('new-checkout in Production');
  await page.getByRole('button', { name: /^pause/i }).click();
  await expect(page.getByRole('button', { name: /^restart/i })).toBeVisible();
  await undo.click();
  await expect(page.getByRole('button', { name: /^pause/i })).toBeVisible();
});

test('XPL-03 XPL-04 XPL-05 DLG-03: a pause that other toggles depend on is confirmed, and so is a deletion; the list reloads', async ({
  adminPage: page,
  company,
}) => {
  const { production, toggles, list, createExperiment } = await createRuledApplication(company);
  await createExperiment(production, 'payments', [everyone('on')]);
  await createExperiment(production, 'new-checkout', [
    {
      type: 'TOGGLE_DEPENDENCY',
      toggleDependencyRule: { toggleId: toggles.payments, value: 'on' },
      valueSpec: exactly('enabled'),
    },
    everyone('disabled'),
  ]);
  await page.goto(list(production));
  const pauses = recordCalls(page, 'POST /api/apps/*/envs/*/experiments/*/pause');
  const pause = rowOf(page, 'payments').getByRole('button', { name: /^pause/ });
  const warning = page.getByRole('alertdialog', { name: 'Other experiments depend on payments' });
  await pause.click();
  await expect(warning).toContainText('payments returns off to everyone');
  await expect(warning.getByRole('link', { name: 'new-checkout' })).toBeVisible();
  await page.keyboard.press('Escape');
  expect(pauses).toHaveLength(0);
  await pause.click();
  await warning.getByRole('button', { name: 'Pause anyway' }).click();
  await expect(rowOf(page, 'payments')).toContainText('Paused');

  const deletions = recordCalls(page, 'DELETE /api/apps/*/envs/*/experiments/*');
  const ask = async (toggle: string) => {
    await page.getByRole('button', { name: `Delete ${toggle}` }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete experiment' });
    await expect(question).toContainText(`Delete the experiment of ${toggle} in Production?`);
    return question;
  };
  await (await ask('new-checkout')).getByRole('button', { name: 'Cancel' }).click();
  expect(deletions).toHaveLength(0);

  await refuseCalls(page, 'DELETE /api/apps/*/envs/*/experiments/*', {
    status: 404,
    error_code: 'NOT_FOUND',
  });
  await (await ask('payments')).getByRole('button', { name: 'Delete experiment' }).click();
  await expect(page.getByRole('alertdialog', { name: 'error' })).toContainText(
    'Experiment not found!',
  );
  await page.keyboard.press('Escape');
  await letCallsThrough(page);

  await (await ask('new-checkout')).getByRole('button', { name: 'Delete experiment' }).click();
  await expect(page.getByRole('dialog', { name: 'success' })).toContainText('Experiment deleted.');
  const reloaded = nextCall(page, 'GET /api/apps/*/envs/*/experiments');
  await page.keyboard.press('Enter');
  await reloaded;
  await expect(page.getByRole('link', { name: 'new-checkout' })).toBeHidden();
});
