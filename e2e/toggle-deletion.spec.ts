import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { furnishApplication } from './furnished-application.ts';
import { letCallsThrough, recordCalls, refuseCalls } from './requests.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

const USES_CALL = 'GET /api/apps/*/toggles/*/used-by';
const DELETE_CALL = 'DELETE /api/apps/*/toggles/*';

const questionOf = (page: Page, name: string) => page.getByRole('alertdialog', { name });

test.beforeEach(async ({ adminPage: page }) => {
  // A dialog that fades in has too little contrast for a moment.
  await page.emulateMedia({ reducedMotion: 'reduce' });
});

test('CDW-73 COV-11: before a toggle is deleted, the question says where it is used, and deletes it with its experiments by keyboard', async ({
  adminPage: page,
  company,
}) => {
  const shop = await furnishApplication(company);
  const { id: appId, production, experimentId, toggleId } = shop;
  await page.goto(`/applications/${appId}/toggles`);
  const calls = recordCalls(page, DELETE_CALL);
  const question = questionOf(page, 'Delete toggle');
  const confirm = question.getByRole('button', { name: 'Delete with 2 experiments' });

  await page.getByRole('button', { name: 'Delete new-checkout' }).focus();
  await page.keyboard.press('Enter');
  await expect(question.getByRole('listitem')).toHaveText([
    /^Production3 rules .*disabled$/,
    /^Stagingenabled$/,
  ]);
  await expect(question).toContainText('What is deleted can be restored for 30 days.');
  await expect(question.getByRole('link', { name: 'Production' })).toHaveAttribute(
    'href',
    `/applications/${appId}/environments/${production}/experiments/${experimentId}`,
  );
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  const field = question.getByRole('textbox', { name: 'Type new-checkout to confirm' });
  await expect(field).toBeFocused();
  await expect(confirm).toBeDisabled();
  await page.keyboard.type('new-checkou');
  await page.keyboard.press('Enter');
  await expect(confirm).toBeDisabled();
  await page.keyboard.type('t');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'success' })).toContainText('Toggle deleted.');
  await page.keyboard.press('Enter');
  expect(calls).toHaveLength(1);
  await expect(page.getByRole('link', { name: 'new-checkout', exact: true })).toHaveCount(0);

  await test.step('CDW-73: each can be restored', async () => {
    await page.goto(`/applications/${appId}/deleted`);
    const rows = page.getByRole('table', { name: 'Deleted' }).getByRole('row');
    await expect(rows).toHaveCount(4);
    await rows.filter({ hasText: 'Toggle' }).getByRole('button').first().click();
    await expect(page.getByText('new-checkout restored.')).toBeVisible();
    await rows.filter({ hasText: 'Production' }).getByRole('button').first().click();
    await expect(rows).toHaveCount(2);
    const restored = `/api/apps/${appId}/envs/${production}/experiments/${experimentId}`;
    expect(await company.call('GET', restored)).toMatchObject({ toggleId });
  });
});

test('CDW-73: a question that waited for where the toggle is used asks for the name, and takes the focus', async ({
  adminPage: page,
  company,
}) => {
  const { id: appId } = await furnishApplication(company);
  await page.goto(`/applications/${appId}/toggles`);
  const { promise: answer, resolve: letAnswer } = Promise.withResolvers<void>();
  await page.route('**/api/apps/*/toggles/*/used-by', async (route) => {
    await answer;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Delete new-checkout' }).click();
  const question = questionOf(page, 'Delete toggle');
  await expect(question).toContainText('Looking where it is used…');
  letAnswer();
  await expect(question.getByRole('textbox', { name: 'Type new-checkout' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(page.getByRole('button', { name: 'Delete new-checkout' })).toBeFocused();
});

test('CDW-73 COV-11: what other toggles depend on is not deleted, and nothing is asked', async ({
  adminPage: page,
  company,
}) => {
  const { id: appId } = await furnishApplication(company);
  await page.goto(`/applications/${appId}/toggles`);
  const question = questionOf(page, 'Delete toggle');
  await page.getByRole('button', { name: 'Delete payment-provider' }).click();
  await expect(question).toContainText(
    'Cannot delete. Toggle is a dependency of at least one experiment!',
  );
  await expect(question.getByRole('link')).toHaveText(['new-checkout (Production)', 'Production']);
  await expect(question.getByRole('textbox')).toHaveCount(0);
  await expect(question.getByRole('button')).toHaveText(['Cancel']);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
});

test('CDW-73: where it is used cannot be read: the question says so, and the service decides', async ({
  adminPage: page,
  company,
}) => {
  const { id: appId } = await furnishApplication(company);
  await page.goto(`/applications/${appId}/toggles`);
  // A node of the release before does not know the call.
  await refuseCalls(page, USES_CALL, { status: 404, error_code: 'NOT_FOUND' });
  await page.getByRole('button', { name: 'Delete search.ranking' }).click();
  const question = questionOf(page, 'Delete toggle');
  await expect(question).toContainText('Where it is used could not be read.');
  await question.getByRole('button', { name: 'Delete toggle' }).click();
  await expect(questionOf(page, 'error')).toContainText(
    'Cannot delete. Toggle has at least one experiment registered!',
  );
  await letCallsThrough(page);
});

test('CDW-73: a toggle is archived with its experiments, and its page shows what users get then', async ({
  adminPage: page,
  company,
}) => {
  const { id: appId } = await furnishApplication(company);
  const toggles = await company.call<Named[]>('GET', `/api/apps/${appId}/toggles`);
  const ranking = toggles.find(({ name }) => name === 'search.ranking');
  await page.goto(`/applications/${appId}/toggles/${ranking?.id}`);
  await page.getByRole('button', { name: 'Actions for search.ranking' }).click();
  await page.getByRole('menuitem', { name: 'Archive toggle' }).click();
  const question = questionOf(page, 'Archive toggle');
  await expect(question).toContainText('everyone gets its default value v1');
  await question.getByRole('textbox').fill('search.ranking');
  await question.getByRole('button', { name: 'Archive and delete its experiment' }).click();
  await expect(page.getByText('search.ranking archived. Everyone gets v1.')).toBeVisible();
  await expect(page.getByText('archived', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(`/applications/${appId}/toggles/${ranking?.id}`);
  await expect(page.getByRole('link', { name: 'Edit rules Production' })).toHaveCount(0);
});

test('CDW-73: of many toggles, those with experiments are skipped, and it says where they have them', async ({
  adminPage: page,
  company,
}) => {
  const { id: appId } = await furnishApplication(company);
  await page.goto(`/applications/${appId}/toggles`);
  for (const name of ['new-checkout', 'dark-theme']) {
    await page.getByRole('checkbox', { name: new RegExp(name) }).check({ force: true });
  }
  await page.getByRole('button', { name: 'Delete…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete toggles' });
  await expect(dialog).toContainText('Skipped (1): has experiments in Staging, Production');
  await expect(dialog.getByRole('listitem')).toHaveText(['dark-theme']);
  await expect(dialog).toContainText('What is deleted can be restored for 30 days.');
});

test('CDW-71: on the page of a toggle, the first roll-out is undone, and the page stays', async ({
  adminPage: page,
  company,
}) => {
  const { id: appId } = await furnishApplication(company);
  const toggles = await company.call<Named[]>('GET', `/api/apps/${appId}/toggles`);
  const dark = toggles.find(({ name }) => name === 'dark-theme');
  const address = `/applications/${appId}/toggles/${dark?.id}`;
  await page.goto(address);
  await page.getByRole('button', { name: 'Roll out… dark-theme in Staging' }).click();
  const dialog = page.getByRole('dialog', { name: 'Roll out dark-theme in Staging' });
  await dialog.getByRole('button', { name: 'Roll out' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('link', { name: 'Edit rules Staging' })).toBeVisible();
  const notes = page.getByRole('region', { name: 'Notifications' });
  await notes.getByRole('button', { name: 'Undo' }).click();
  await expect(notes).toContainText('has no experiment in Staging any more');
  await expect(page.getByRole('link', { name: 'Edit rules Staging' })).toHaveCount(0);
  await expect(page).toHaveURL(address);
});
