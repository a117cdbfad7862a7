import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { furnishApplication } from './furnished-application.ts';
import { createManyToggles } from './many-toggles.ts';
import { letCallsThrough, nextCall, recordCalls, refuseCalls } from './requests.ts';

const LIST_CALL = 'GET /api/apps/*/toggles';
const DELETE_CALL = 'DELETE /api/apps/*/toggles/*';

function rowOf(page: Page, name: string) {
  return page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
}

async function askToDelete(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Delete ${name}` }).click();
}

async function remove(page: Page, name: string): Promise<void> {
  await askToDelete(page, name);
  await page
    .getByRole('alertdialog', { name: 'Delete toggle' })
    .getByRole('button', { name: 'Delete toggle' })
    .click();
}

test('TOG-01 TOG-02 TOG-08 TOG-09 CON-35: toggles are listed with their values and states, searched, narrowed and ordered', async ({
  adminPage: page,
  company,
}) => {
  const { id, toggleId, production, experimentId, environments } =
    await furnishApplication(company);
  await company.call('POST', `/api/apps/${id}/toggles`, {
    name: 'banner',
    description: 'Promoção de verão',
    values: ['a', 'b'],
    defaultValue: 'a',
  });
  const called = nextCall(page, LIST_CALL);
  await page.goto(`/applications/${id}/toggles`);
  expect(new URL((await called).url()).pathname).toBe(`/api/apps/${id}/toggles`);

  await test.step('TOG-01 TOG-02 CON-35: each has its values, the default marked in words', async () => {
    const row = rowOf(page, 'search.ranking');
    await expect(row).toContainText('How results are ordered');
    await expect(row.getByRole('cell').nth(2)).toHaveText('v1 default v2 +1');
    const rows = await page.getByRole('row').count();
    await expect(page.getByRole('button', { name: /^Actions for / })).toHaveCount(rows - 1);
    await page.getByRole('button', { name: 'Actions for search.ranking' }).click();
    await expect(page.getByRole('menuitem')).toHaveText([
      'Edit',
      'Roll out…',
      'Copy name',
      'Open in playground',
    ]);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
  });

  await test.step('TOG-08: the search ignores case and accents, is counted, and stays in the address', async () => {
    await page.keyboard.press('/');
    await expect(page.getByRole('searchbox')).toBeFocused();
    await page.keyboard.type('PROMOCAO');
    const count = page.getByRole('status').filter({ hasText: /^1 of / });
    await expect(count).toBeVisible();
    await expect(page).toHaveURL(/\?q=PROMOCAO$/);
    await page.reload();
    await expect(count).toBeVisible();
    await expect(rowOf(page, 'banner')).toBeVisible();
  });

  await test.step('TOG-08: state and sort narrow and order the list, from the address too', async () => {
    await page.goto(`/applications/${id}/toggles?state=${production}:paused`);
    await expect(page.getByText(/^1 of \d$/)).toBeVisible();
    await expect(rowOf(page, 'search.ranking')).toBeVisible();
    const filter = page.getByRole('combobox', { name: 'State in Production' });
    await filter.selectOption('Decided by rules');
    await expect(rowOf(page, 'search.ranking')).toBeHidden();
    await page.getByRole('searchbox').fill('ranking');
    await expect(page.getByText('Nothing matches “ranking”.')).toBeVisible();
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect(page.getByRole('searchbox')).toBeFocused();
    await expect(rowOf(page, 'search.ranking')).toBeVisible();
    await page.getByRole('button', { name: 'Staging' }).click();
    await expect(page).toHaveURL(/sort=/);
    await expect(page.getByRole('row').nth(1)).toContainText('new-checkout');
  });

  await test.step('TOG-09: each row has the state of every environment, leading there, and copies the name', async () => {
    const row = rowOf(page, 'new-checkout');
    const at = (envId: string | undefined) =>
      `/applications/${id}/environments/${envId}/experiments`;
    await expect(
      row.getByRole('link', {
        name: /^new-checkout in Production: 3 rules, everyone else disabled/,
      }),
    ).toHaveAttribute('href', `${at(production)}/${experimentId}`);
    await expect(
      rowOf(page, 'search.ranking').getByRole('link', {
        name: /in Production: rules paused, everyone gets v1/,
      }),
    ).toBeVisible();
    const none = row.getByRole('link', { name: /^No experiment for new-checkout in Development/ });
    await expect(none).toHaveAttribute(
      'href',
      `${at(environments[0]?.id)}/new?toggleId=${toggleId}`,
    );
    await row.getByRole('button', { name: 'Copy new-checkout' }).click();
    await expect(row.getByText('Copied')).toBeAttached();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('new-checkout');
    await none.click();
    await expect(
      page.getByRole('heading', { name: 'New experiment in Development' }),
    ).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Toggle' })).toHaveValue('new-checkout');
  });

  await page.getByRole('link', { name: 'Toggles', exact: true }).click();
  await page.getByRole('link', { name: 'New toggle' }).click();
  await expect(page).toHaveURL(`/applications/${id}/toggles/new`);
});

test('TOG-03 DLG-03 DLG-05 DLG-06: a deletion is confirmed, sent once without a body, and reported, and the list reloads', async ({
  adminPage: page,
  company,
}) => {
  const { id: appId } = await company.createApplication('Checkout', ['Production']);
  const create = (name: string) =>
    company.call<{ readonly id: string }>('POST', `/api/apps/${appId}/toggles`, {
      name,
      values: ['a', 'b'],
      defaultValue: 'a',
    });
  const { id } = await create('old-banner');
  await create('kept');
  await page.goto(`/applications/${appId}/toggles`);
  const calls = recordCalls(page, DELETE_CALL);
  const confirmation = page.getByRole('alertdialog', { name: 'Delete toggle' });

  await askToDelete(page, 'old-banner');
  await expect(confirmation).toContainText('Delete toggle old-banner?');
  await expect(confirmation.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(confirmation).toBeHidden();
  expect(calls).toHaveLength(0);

  await askToDelete(page, 'old-banner');
  const confirm = confirmation.getByRole('button', { name: 'Delete toggle' });
  await confirm.evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  const outcome = page.getByRole('dialog', { name: 'success' });
  await expect(outcome).toContainText('Toggle deleted.');
  expect(calls.map((call) => new URL(call.url()).pathname)).toEqual([
    `/api/apps/${appId}/toggles/${id}`,
  ]);
  expect(calls[0]?.postData()).toBeNull();
  const reloaded = nextCall(page, LIST_CALL);
  await page.keyboard.press('Enter');
  await reloaded;
  await expect(page.getByText('1 of 1')).toBeVisible();
  await expect(page.getByRole('link', { name: 'old-banner' })).toBeHidden();
});

test('TOG-04 TOG-05 TOG-06 DLG-04: a refused deletion says why, and where', async ({
  adminPage: page,
  company,
}) => {
  const { id, production } = await furnishApplication(company);
  await company.call('POST', `/api/apps/${id}/toggles`, {
    name: 'unused',
    values: ['a', 'b'],
    defaultValue: 'a',
  });
  await page.goto(`/applications/${id}/toggles`);
  const refusal = page.getByRole('alertdialog', { name: 'error' });
  const confirm = page
    .getByRole('alertdialog', { name: 'Delete toggle' })
    .getByRole('button', { name: 'Delete toggle' });
  const close = async () => {
    await page.keyboard.press('Enter');
    await expect(refusal).toBeHidden();
  };
  const toggles = await company.call<{ readonly id: string; readonly name: string }[]>(
    'GET',
    `/api/apps/${id}/toggles`,
  );
  const idOf = (name: string) => toggles.find((toggle) => toggle.name === name)?.id;
  const everyone = (exactValue: string) => ({
    type: 'ALL_USERS',
    valueSpec: { type: 'EXACT_VALUE', exactValue },
  });
  const experiments = `/api/apps/${id}/envs/${production}/experiments`;

  // What was seen before the question changes while the question is open.
  await askToDelete(page, 'dark-theme');
  await expect(confirm).toBeVisible();
  const made = await company.call<{ readonly id: string }>('POST', experiments, {
    toggleId: idOf('dark-theme'),
    rules: [everyone('true')],
  });
  await confirm.click();
  await expect(refusal).toContainText(
    'Cannot delete. Toggle has at least one experiment registered!',
  );
  await expect(refusal.getByRole('link', { name: 'dark-theme (Production)' })).toHaveAttribute(
    'href',
    `/applications/${id}/environments/${production}/experiments/${made.id}`,
  );
  await close();
  await company.call('DELETE', `${experiments}/${made.id}`);

  await askToDelete(page, 'free-shipping.from');
  await expect(confirm).toBeVisible();
  await company.call('POST', experiments, {
    toggleId: idOf('free-shipping.from'),
    rules: [everyone('30')],
  });
  const dependency = { toggleId: idOf('free-shipping.from'), value: '30' };
  const { id: dependentId } = await company.call<{ readonly id: string }>('POST', experiments, {
    toggleId: idOf('dark-theme'),
    rules: [
      { ...everyone('true'), type: 'TOGGLE_DEPENDENCY', toggleDependencyRule: dependency },
      everyone('false'),
    ],
  });
  const all = await company.call<{ readonly id: string; readonly toggleName: string }[]>(
    'GET',
    experiments,
  );
  const own = all.find(({ toggleName }) => toggleName === 'free-shipping.from');
  await company.call('DELETE', `${experiments}/${own?.id}`);
  await confirm.click();
  await expect(refusal).toContainText(
    'Cannot delete. Toggle is a dependency of at least one experiment!',
  );
  await expect(refusal.getByRole('link', { name: 'dark-theme (Production)' })).toHaveAttribute(
    'href',
    `/applications/${id}/environments/${production}/experiments/${dependentId}`,
  );
  await close();

  await refuseCalls(page, DELETE_CALL, { status: 404, error_code: 'NOT_FOUND' });
  await remove(page, 'unused');
  await expect(refusal).toContainText('Toggle not found!');
  await close();
  await letCallsThrough(page);

  await refuseCalls(page, DELETE_CALL, { status: 500 });
  await remove(page, 'unused');
  await expect(refusal.getByRole('heading')).toHaveText('error');
  await expect(refusal).toContainText('An unexpected error occurred. Please try again.');
});

test('TOG-07: an empty list says what a toggle is for and offers to create one', async ({
  adminPage: page,
  company,
}) => {
  const { id } = await company.createApplication('Empty', ['Production']);
  await page.goto(`/applications/${id}/toggles`);
  await expect(page.getByText('A toggle lets you change what users see')).toBeVisible();
  await expect(page.getByRole('table')).toBeHidden();
  await page.getByRole('main').getByRole('link', { name: 'New toggle' }).last().click();
  await expect(page).toHaveURL(`/applications/${id}/toggles/new`);
});

test('CDW-22: a toggle that is opened right after typing in the search is shown', async ({
  adminPage: page,
  company,
}) => {
  const { id, toggleId } = await furnishApplication(company);
  await page.clock.install();
  await page.goto(`/applications/${id}/toggles`);
  await expect(rowOf(page, 'new-checkout')).toBeVisible();
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const asked = page.waitForRequest('**/assets/toggle-page-*.js');
  await page.route('**/assets/toggle-page-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('searchbox').fill('new');
  await page.getByRole('link', { name: 'new-checkout', exact: true }).click();
  await asked;
  await page.clock.fastForward(1000);
  letGo();
  await expect(page).toHaveURL(`/applications/${id}/toggles/${toggleId}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('new-checkout');
});

test('the heading of an environment with a long name stays in its column', async ({
  adminPage: page,
  company,
}) => {
  const long = 'Staging with anonymous data of real customers';
  const { id } = await company.createApplication('Checkout', ['Development', long, 'Production']);
  const values = { values: ['enabled', 'disabled'], defaultValue: 'disabled' };
  await company.call('POST', `/api/apps/${id}/toggles`, { name: 'my.flag', ...values });
  await page.goto(`/applications/${id}/toggles`);
  const heading = await page.getByRole('button', { name: long }).boundingBox();
  const next = await page.getByRole('button', { name: 'Production', exact: true }).boundingBox();
  expect((heading?.x ?? 0) + (heading?.width ?? 0)).toBeLessThanOrEqual(next?.x ?? 0);
});

test('a link of the list opens without a page load, or in a new tab when the browser is asked to', async ({
  adminPage: page,
  company,
}) => {
  const { id, environments } = await company.createApplication('Shop', ['Staging', 'Production']);
  const body = { name: 'linked', values: ['on', 'off'], defaultValue: 'off' };
  const { id: toggleId } = await company.call<{ id: string }>(
    'POST',
    `/api/apps/${id}/toggles`,
    body,
  );
  const list = `/applications/${id}/toggles`;
  await page.goto(list);
  const loads: string[] = [];
  page.on('load', () => loads.push(page.url()));
  const name = page.getByRole('table').getByRole('link', { name: 'linked', exact: true });
  // The browser follows the link itself when no program prevents it. A headless one does not always report its tab.
  const left = page.evaluate(
    () =>
      new Promise((resolve) => {
        const leftTo = (click: MouseEvent) => (click.defaultPrevented ? 'page' : 'browser');
        window.addEventListener('click', (click) => resolve(leftTo(click)), { once: true });
      }),
  );
  await name.click({ modifiers: ['ControlOrMeta'] });
  expect(await left).toBe('browser');
  await expect(name).toHaveAttribute('href', `${list}/${toggleId}`);
  await expect(page).toHaveURL(list);
  await name.press('Enter');
  await expect(page).toHaveURL(`${list}/${toggleId}`);
  await page.goBack();
  await page.getByRole('link', { name: 'No experiment for linked in Staging: create one' }).click();
  const staging = `/applications/${id}/environments/${environments[0]?.id}/experiments`;
  await expect(page).toHaveURL(`${staging}/new?toggleId=${toggleId}`);
  expect(loads).toEqual([]);
});

test('CDW-22: a long list shows the row that one returns to, and the row that was saved', async ({
  adminPage: page,
  company,
}) => {
  const id = await createManyToggles(company, 600);
  await page.goto(`/applications/${id}/toggles`);
  await expect(page.getByText('600 of 600')).toBeVisible();
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('End');
  const last = page.locator('[aria-rowindex="601"]').getByRole('link').first();
  await last.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('area-9.toggle-9');
  await page.goBack();
  await expect(last).toBeFocused();
  await expect(last).toBeInViewport();

  await page.getByRole('link', { name: 'New toggle' }).click();
  await page.getByLabel('Name').fill('area-5.toggle-new');
  await page.keyboard.press('Control+s');
  const saved = page.getByRole('row').filter({ hasText: 'area-5.toggle-new' });
  await expect(saved).toBeInViewport();
});
