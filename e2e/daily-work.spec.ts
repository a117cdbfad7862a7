import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { recordCalls } from './requests.ts';
import { createRuledApplication, everyone } from './ruled-application.ts';

function rowOf(page: Page, name: string) {
  return page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
}

function choose(page: Page, name: string) {
  return page.getByRole('checkbox', { name: `Select ${name}` });
}

function toasts(page: Page) {
  return page.getByRole('region', { name: 'Notifications' });
}

async function searchEverything(page: Page, query: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search or jump to…' }).fill(query);
}

test('CDW-19: many experiments are paused at once after their number was typed, and those that could not be stay selected', async ({
  adminPage: page,
  company,
}) => {
  const { appId, production, list, createExperiment } = await createRuledApplication(company);
  const checkout = await createExperiment(production, 'new-checkout', [everyone('enabled')]);
  const ranking = await createExperiment(production, 'search.ranking', [everyone('v1')]);
  const paused = await createExperiment(production, 'payments', [everyone('on')]);
  const experiments = `/api/apps/${appId}/envs/${production}/experiments`;
  await company.call('POST', `${experiments}/${paused.id}/pause`);

  await page.goto(`/applications/${appId}/toggles`);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  const bar = page.getByRole('region', { name: /selected$/ });
  await expect(bar).toContainText('4 selected');
  // Another user deletes one in the meantime.
  await company.call('DELETE', `${experiments}/${checkout.id}`);
  const bulk = recordCalls(page, 'POST /api/apps/*/envs/*/experiments/bulk');
  await bar.getByRole('button', { name: 'Pause…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pause experiments in Production' });
  await expect(dialog).toContainText('Will change (2):');
  await expect(dialog.getByRole('listitem')).toHaveText(['new-checkout', 'search.ranking']);
  await expect(dialog).toContainText('Skipped (1): paused already');
  await expect(dialog).toContainText('Skipped (1): no experiment in Production');
  const pause = dialog.getByRole('button', { name: 'Pause', exact: true });
  await expect(pause).toBeDisabled();
  await dialog.getByLabel('Type the number of changes, 2, to confirm').fill('2');
  await pause.click();
  await expect(dialog).toBeHidden();
  expect(bulk).toHaveLength(1);
  await expect(toasts(page)).toContainText('1 changed, 1 not: it stays selected');
  await expect(bar).toContainText('1 selected');
  await expect(page.getByText('new-checkout: Not there any more')).toBeVisible();
  await expect(rowOf(page, 'search.ranking')).toContainText('paused');
  await toasts(page).getByRole('button', { name: 'Undo' }).click();
  await expect(rowOf(page, 'search.ranking')).toContainText('in Production: v1;');

  // By keyboard. Nothing has to be typed in an environment without real users.
  await choose(page, 'new-checkout').uncheck();
  await page.getByRole('link', { name: 'week', exact: true }).focus();
  await page.keyboard.press('x');
  await expect(choose(page, 'week')).toBeChecked();
  await page.keyboard.press('k');
  await page.keyboard.press('j');
  await expect(page.getByRole('link', { name: 'week', exact: true })).toBeFocused();
  await page.keyboard.press('f');
  const star = page.getByRole('button', { name: 'Favourite: week' });
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('f');
  await expect(star).toHaveAttribute('aria-pressed', 'false');
  await page.keyboard.press('.');
  await expect(page.getByRole('menuitem', { name: 'Copy name' })).toBeVisible();
  await page.keyboard.press('Escape');
  await bar.getByRole('button', { name: 'Add tags…' }).click();
  const tags = page.getByRole('dialog', { name: 'Add tags' });
  await tags.getByLabel('Tags, with blanks between them').fill('#seo web');
  await tags.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(rowOf(page, 'week')).toContainText('#seo #web');
  await expect(bar).toBeHidden();

  await page.goto(list(production));
  await choose(page, 'payments').check();
  await bar.getByRole('button', { name: 'Delete…' }).click();
  const remove = page.getByRole('dialog', { name: 'Delete experiments of Production' });
  await remove.getByLabel('Type the number of changes, 1, to confirm').fill('1');
  await remove.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(rowOf(page, 'payments')).toHaveCount(0);

  // An Undo that is refused says so.
  await choose(page, 'search.ranking').check();
  await bar.getByRole('button', { name: 'Pause…' }).click();
  await page.getByLabel('Type the number of changes, 1, to confirm').fill('1');
  await page.keyboard.press('Enter');
  const undo = toasts(page).getByRole('button', { name: 'Undo' });
  await expect(undo).toBeVisible();
  await company.call('DELETE', `${experiments}/${ranking.id}`);
  await undo.click();
  await expect(toasts(page)).toContainText('1 change was not undone: Not there any more');
});

test('CDW-24 CDW-25: views are saved, shared, renamed and deleted, and favourites come first and can be filtered', async ({
  adminPage: page,
  company,
  openAs,
}) => {
  const { appId } = await createRuledApplication(company);
  await company.createApplication('Zebra', ['Production']);
  await company.createApplication('Aardvark', ['Production']);
  const toggles = `/applications/${appId}/toggles`;
  await page.goto(toggles);
  const star = page.getByRole('button', { name: 'Favourite: payments' });
  await rowOf(page, 'payments').hover();
  await star.click();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Favourites' }).click();
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page).toHaveURL(`${toggles}?favourites=only`);

  await page.getByRole('button', { name: 'Remove filter: Favourites' }).click();
  await expect(page).toHaveURL(toggles);
  await page.getByRole('searchbox').fill('search');
  await expect(page).toHaveURL(`${toggles}?q=search`);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save this view…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toContainText('Name cannot be empty nor blank!');
  await dialog.getByLabel('Name').fill('Searching');
  await dialog.getByRole('switch').check();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Searching' })).toBeVisible();

  const colleague = await openAs(await company.addUser({ name: 'Bia', apps: [appId] }));
  await colleague.goto(toggles);
  await colleague.getByRole('button', { name: 'Filter', exact: true }).click();
  await expect(colleague.getByRole('menuitem', { name: 'Value' })).toBeVisible();
  await expect(colleague.getByRole('menuitem', { name: 'Favourites' })).toHaveCount(0);
  await colleague.keyboard.press('Escape');
  await colleague.getByRole('button', { name: 'Views' }).click();
  await colleague.getByRole('menuitem', { name: 'Searching · Ana Souza' }).click();
  await expect(colleague).toHaveURL(`${toggles}?q=search`);
  await expect(colleague.getByRole('searchbox')).toHaveValue('search');
  await expect(colleague.getByRole('row')).toHaveCount(2);
  await colleague.getByRole('button', { name: 'Searching' }).click();
  await expect(colleague.getByRole('menuitem', { name: /^Delete/ })).toHaveCount(0);

  await page.getByRole('button', { name: 'Searching' }).click();
  await page.getByRole('menuitem', { name: /^Rename or share/ }).click();
  await dialog.getByLabel('Name').fill('Mine');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Mine', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete “Mine”' }).click();
  await expect(page.getByRole('button', { name: 'Views' })).toBeVisible();

  // In the sidebar, favourites follow the open application and precede all others.
  const sidebar = page.getByRole('complementary');
  await sidebar.getByRole('button', { name: 'Zebra' }).click();
  await sidebar.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('button', { name: 'Favourite: Zebra' }).click();
  await page.goto(toggles);
  await expect(sidebar.locator('button[aria-controls]')).toHaveText([
    'Checkout',
    'Zebra',
    'Aardvark',
  ]);
});

test('CON-06 CDW-26 CDW-27 CDW-28: the palette finds everything that the user may open, and runs the actions of the screen', async ({
  adminPage: page,
  company,
}) => {
  const { appId, production, createExperiment, toggles } = await createRuledApplication(company);
  await createExperiment(production, 'payments', [everyone('on')]);
  const other = await company.createApplication('Logistics', ['Production']);
  await company.call('POST', `/api/apps/${other.id}/toggles`, {
    name: 'parcel.tracking',
    values: ['on', 'off'],
    defaultValue: 'off',
  });
  await company.addUser({ name: 'Bia Gonçalves' });
  await page.goto(`/applications/${appId}/toggles/${toggles.payments}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const option = (name: RegExp | string) => page.getByRole('option', { name });
  for (const [query, found] of [
    ['pay', /^payments ?Production/],
    ['staff', 'Staff'],
    ['country', 'country'],
    ['tracking parcel', /^parcel.tracking ?Logistics/],
    ['goncalves', 'Bia Gonçalves'],
  ] as const) {
    await searchEverything(page, query);
    await expect(option(found).first()).toBeVisible();
    await page.keyboard.press('Escape');
  }

  await searchEverything(page, '>');
  for (const action of [
    'Pause payments in Production',
    'Switch to Development',
    'Generate new key',
    'Open in playground',
    'Copy name',
    'Português',
    'Dark',
    'Compact rows',
    'Logout',
  ]) {
    await expect(option(new RegExp(`^${action}`))).toBeVisible();
  }
  await option('Pause payments in Production').click();
  await expect(toasts(page)).toContainText('payments');
  await searchEverything(page, '>restart');
  await option('Restart payments in Production').click();
  await expect(
    toasts(page)
      .getByText(/restarted|active/i)
      .first(),
  ).toBeVisible();
  await searchEverything(page, 'tracking parcel');
  await option(/^parcel.tracking/).click();
  await expect(page).toHaveURL(new RegExp(`/applications/${other.id}/toggles/`));
});

test('CDW-30 CDW-31 CDW-32 CDW-33 CON-20: the open application and administration are in view, and the key v changes the environment, after a question about unsaved edits', async ({
  adminPage: page,
  company,
}) => {
  const long = 'x'.repeat(100);
  const others = [];
  for (const name of ['A', 'B', 'C', 'D', 'E', 'F', long]) {
    others.push(await company.createApplication(name, ['Production']));
  }
  const [first, longest] = [others.at(0), others.at(-1)];
  const environments = ['Development', 'Test', 'Staging', 'Production'];
  const last = await company.createApplication('Zebra', environments);
  const [, , staging, production] = last.environments;
  const { id: toggleId } = await company.call<{ id: string }>(
    'POST',
    `/api/apps/${last.id}/toggles`,
    { name: 'stripes', values: ['on', 'off'], defaultValue: 'off' },
  );
  const { id } = await company.call<{ id: string }>(
    'POST',
    `/api/apps/${last.id}/envs/${production?.id}/experiments`,
    { toggleId, rules: [everyone('on')] },
  );
  // With a request, the application has one entry more.
  await company.call('POST', `/api/apps/${last.id}/change-requests`, {
    ...{ title: 'Pause the stripes', submit: true },
    steps: [
      { edits: [{ type: 'experiment', action: 'PAUSE', id, environmentId: production?.id }] },
    ],
  });
  await page.setViewportSize({ width: 1280, height: 800 });
  const experiments = (envId = '') => `/applications/${last.id}/environments/${envId}/experiments`;

  const sidebar = page.getByRole('complementary');
  const links = sidebar.getByRole('link');
  const applications = sidebar.locator('button[aria-controls]');
  const expectInView = async (names: readonly string[]) => {
    const entries = [
      'Toggles',
      'Properties',
      'Target groups',
      'Metrics',
      'Results',
      'Playground',
      'Audit',
    ];
    const all = [...names, ...entries, 'Settings', 'Users', 'Account keys', 'Documentation'];
    for (const name of all) {
      await expect(links.filter({ hasText: name }).first()).toBeInViewport({ ratio: 1 });
    }
    await expect(applications).toHaveCount(8);
    const heights = await applications.evaluateAll((all) => all.map((one) => one.clientHeight));
    expect(new Set(heights).size).toBe(1);
  };
  // By name, these are the first application and one between; the last one is opened below.
  for (const id of [first?.id, longest?.id]) {
    await page.goto(`/applications/${id}/properties`);
    await expectInView(['Production']);
  }
  await page.goto(`${experiments(production?.id)}/${id}`);
  await expectInView([...environments, 'Change requests']);

  await page.getByRole('button', { name: 'Add rule' }).click();
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('v');
  const choices = page.getByRole('radiogroup');
  await expect(choices.getByRole('radio', { name: 'Production' })).toBeChecked();
  await choices.getByRole('radio', { name: 'Staging' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page).toHaveURL(`${experiments(production?.id)}/${id}`);
  await expect(page.getByRole('button', { name: 'Environment: Production' })).toBeVisible();
  await page.getByRole('button', { name: /^Environment:/ }).click();
  await choices.getByRole('radio', { name: 'Staging' }).click();
  await question.getByRole('button', { name: /discard|leave/i }).click();
  await expect(page).toHaveURL(`${experiments(staging?.id)}/new?toggleId=${toggleId}`);
});

test('CDW-10 CDW-21 CDW-22 CDW-29 CDW-40 CON-19 CON-23: 13 rows are in view, 16 compact, all 300 are in the page, filters combine, and a page that was opened offline is filled when the network is back', async ({
  adminPage: page,
  company,
}) => {
  const environments = ['Development', 'Test', 'Staging', 'Production', 'Demo', 'Training'];
  const { id } = await company.createApplication('Checkout', environments);
  const toggles = Array.from({ length: 300 }, (_, index) => ({
    name: `checkout.rollout-${100 + index}`,
    description: 'What the checkout of the shop looks like',
    values: ['enabled', 'disabled'],
    defaultValue: 'disabled',
    valueType: 'BOOLEAN',
    tags: index % 2 === 0 ? ['even'] : ['odd'],
  }));
  const document = await company.call<{ toggles: object[] }>('GET', `/api/apps/${id}/export`);
  await company.call('POST', `/api/apps/${id}/import`, { ...document, toggles });
  const stored = await company.call<{ id: string; name: string }[]>(
    'GET',
    `/api/apps/${id}/toggles`,
  );
  const owned = stored.find(({ name }) => name === 'checkout.rollout-112');
  const [own] = await company.call<{ id: string }[]>('GET', '/api/users');
  await company.call('PUT', `/api/apps/${id}/toggles/${owned?.id}`, { ...owned, ownerId: own?.id });
  await page.setViewportSize({ width: 1280, height: 800 });
  const address = `/applications/${id}/toggles`;
  await page.goto(address);
  const rows = page.locator('tbody tr[data-key]');
  await expect(rows).toHaveCount(300);
  const inView = () =>
    rows.evaluateAll(
      (all) => all.filter((row) => row.getBoundingClientRect().bottom <= 800).length,
    );
  await expect.poll(inView).toBeGreaterThanOrEqual(13);
  // Of six environments the list shows the chosen one, three others, and the number of the rest.
  await expect(page.getByRole('columnheader', { name: 'Production' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: '+2' })).toBeVisible();

  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Compact rows' }).click();
  await expect.poll(inView).toBeGreaterThanOrEqual(16);
  await page.reload();
  await expect.poll(inView).toBeGreaterThanOrEqual(16);
  // A row that takes the focus on the way up is not hidden behind the header of the table.
  await rows.nth(150).getByRole('link').first().focus();
  await rows.nth(120).getByRole('link').first().focus();
  const headEnd = await page
    .locator('thead')
    .first()
    .evaluate((head) => head.querySelector('th')?.getBoundingClientRect().bottom ?? 0);
  const top = await page.locator(':focus').evaluate((link) => link.getBoundingClientRect().top);
  expect(top).toBeGreaterThanOrEqual(headEnd);

  await page.getByRole('combobox', { name: 'Tag' }).selectOption('even');
  await page.getByRole('combobox', { name: /^State in Production/ }).selectOption('none');
  // The words come from its name, description, tags, values and owner, in any order.
  await page.getByRole('searchbox').fill('112 rollout shop even disabled souza checkout');
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(/tag=even.*q=112/);
  await page.reload();
  await expect(rows).toHaveCount(1);
  // Enter moves the focus from the search to its result; another Enter opens it.
  await page.getByRole('searchbox').press('Enter');
  await expect(rows.getByRole('link', { name: 'checkout.rollout-112', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`${address}/`));
  await page.goBack();
  await expect(rows).toHaveCount(1);

  // Offline, a page whose code is already loaded keeps its shell, and loads its content when the network is back.
  const other = page.getByRole('complementary').getByRole('link', { name: 'Properties' });
  await other.click();
  await expect(page.getByRole('heading', { level: 1, name: /^Properties/ })).toBeVisible();
  await page.goBack();
  await company.call('POST', `/api/apps/${id}/properties`, { key: 'country', type: 'STRING' });
  await page.context().setOffline(true);
  await other.click();
  await expect(page.getByRole('heading', { level: 1, name: /^Properties/ })).toBeVisible();
  await expect(page.getByRole('complementary')).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('link', { name: 'country' })).toBeVisible();
});
