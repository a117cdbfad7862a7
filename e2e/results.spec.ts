import { readFileSync } from 'node:fs';
import type { Analysis } from '@comporta/contract/analyses/analysis';
import type { Experiment } from '@comporta/contract/experiments/experiment';
import type { Metric } from '@comporta/contract/metrics/metric';
import { expectAccessible, expectNoSidewaysScroll } from './accessibility.ts';
import { type ApiCall, type Company, PASSWORD } from './company.ts';
import { expect, test } from './fixtures.ts';
import { logIn } from './logged-in.ts';
import { expose, someUsers, track } from './measured-users.ts';
import { weighPage } from './results-weight.ts';

interface Created {
  readonly id: string;
}

/** Creates an application with a metric and an experiment that gives half of the users each value. */
async function openShop(company: Company) {
  const { id: appId, environments } = await company.createApplication('Shop', ['Production']);
  const envId = environments[0]?.id ?? '';
  const create = (path: string, body: object) =>
    company.call<Created>('POST', `/api/apps/${appId}/${path}`, body);
  const toggle = await create('toggles', {
    name: 'new-checkout',
    values: ['enabled', 'disabled'],
    defaultValue: 'disabled',
  });
  const split = { type: 'SPLIT', split: { disabled: 50, enabled: 50 } };
  const { id } = await create(`envs/${envId}/experiments`, {
    toggleId: toggle.id,
    rules: [{ type: 'ALL_USERS', valueSpec: split }],
  });
  await create('metrics', {
    key: 'purchase',
    name: 'Purchase',
    kind: 'CONVERSION',
    eventKey: 'purchase',
  });
  const key = await company.call<string>('POST', `/api/apps/${appId}/env/${envId}/new-token`, {
    password: PASSWORD,
  });
  const experiment = `/applications/${appId}/environments/${envId}/experiments/${id}`;
  const api = `/api/apps/${appId}/envs/${envId}/experiments/${id}`;
  const toggles = `/applications/${appId}/toggles`;
  return { appId, envId, toggles, toggle: `${toggles}/${toggle.id}`, experiment, api, key };
}

/** Reports exposures of users with one value only, as if a redirect lost the others. */
async function exposeOneValue(call: ApiCall, users: readonly string[]): Promise<void> {
  const at = new Date().toISOString();
  const given = await Promise.all(
    users.map((uid) => call<Record<string, string>>('POST', '/api/toggles', { uid })),
  );
  const events = users
    .map((uid, index) => ({ uid, value: given[index]?.['new-checkout'] }))
    .filter(({ value }) => value === 'enabled')
    .map((one) => ({ type: 'exposure', toggle: 'new-checkout', ...one, at }));
  await call('POST', '/api/events', { events });
}

test('RES-01 RES-11 RES-70 RES-71 RES-72 RES-73 RES-74 RES-78 RES-79 RES-80 RES-81: an experiment is planned, measured, read and shipped', async ({
  adminPage: page,
  browser,
  company,
  service,
}) => {
  test.setTimeout(180_000);
  const { appId, toggles, toggle, experiment, api, key } = await openShop(company);
  const country = { key: 'country', type: 'STRING' };
  await company.call('POST', `/api/apps/${appId}/properties`, country);
  const label = (text: string) => page.getByLabel(text, { exact: true });
  const toasts = page.getByRole('region', { name: 'Notifications' });

  await test.step('a plan says what it takes, and starts', async () => {
    await page.goto(experiment);
    await page.getByRole('main').getByRole('link', { name: 'Results', exact: true }).click();
    await expect(page.getByRole('main')).toContainText('This experiment is not measured yet.');
    await page.getByRole('link', { name: 'Start analysis' }).first().click();
    await expect(label('Control')).toHaveValue('disabled');
    await label('Goal').selectOption('Purchase');
    await label('Level today (%)').fill('5');
    await label('Smallest difference that matters (%)').fill('10');
    await label('New users a day').fill('5300');
    await expect(page.getByRole('main')).toContainText('66,714 users, about 20 days');
    // Nothing was measured yet, so it cannot say what one costs (RES-107).
    await expect(page.getByRole('main')).not.toContainText('No guardrail');
    await page.getByRole('combobox', { name: 'Segments' }).fill('coun');
    await page.getByRole('option', { name: 'country' }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Start analysis' }).click();
    await expect(toasts).toContainText('The analysis has started.');
    await expect(page).toHaveURL(`${experiment}/results`);
  });

  const verdict = page.getByRole('heading', { level: 2 });
  await test.step('before anything has come, it says what is missing', async () => {
    await expect(verdict.filter({ hasText: 'No results yet.' })).toBeVisible();
  });

  await test.step('exposures and events become a sentence', async () => {
    const users = someUsers(600);
    const asked = { toggle: 'new-checkout', users };
    const given = await expose(company.callWith(key), asked, (uid) => ({
      country: users.indexOf(uid) < 300 ? 'BR' : 'PT',
    }));
    await expect
      .poll(async () => JSON.stringify(await company.call('GET', `${api}/results`)), {
        timeout: 60_000,
      })
      .toContain('NO_EVENTS');
    // 90 % of users buy with one value and 20 % with the other: significant early, and higher than usual.
    const buys = (uid: string, index: number) =>
      given.get(uid) === 'enabled' ? index % 10 !== 0 : index % 5 === 0;
    await track(company.callWith(key), 'purchase', users.filter(buys));
    await expect(async () => {
      await page.reload();
      const better = verdict.filter({ hasText: '“enabled” looks better' });
      await expect(better).toBeVisible({ timeout: 10_000 });
    }).toPass({ timeout: 60_000 });
    const table = page.getByRole('table', { name: 'Results' });
    await expect(table.getByRole('row').filter({ hasText: 'enabled' })).toContainText('better');
    for (const name of [/^Users/, /^Level/, /^Difference/, /^Lift/]) {
      await expect(table.getByRole('columnheader', { name })).toBeVisible();
    }
    await expectAccessible(page);
  });

  await test.step('p-values stand in the raw figures only, folded away', async () => {
    const folds = page.getByRole('main').locator('details');
    const raw = folds.filter({ has: page.getByRole('heading', { name: 'Raw figures' }) });
    for (const fold of await folds.all()) {
      if ((await raw.and(fold).count()) === 0) await fold.locator('summary').first().click();
    }
    const pValue = /\bp[- ]?values?\b|\bp\b ?[<=>(]|always-valid p|\(holm\)/i;
    expect(await page.getByRole('main').innerText()).not.toMatch(pValue);
    await raw.locator('summary').click();
    expect(await raw.innerText()).toMatch(pValue);
    await page.reload();
  });

  await test.step('the list of experiments and the toggle have a badge that leads to it', async () => {
    for (const path of [experiment.replace(/\/[^/]+$/, ''), toggle]) {
      await page.goto(path);
      const badge = page.getByRole('link', { name: 'Results: Looks better' });
      await expect(badge).toHaveAttribute('href', `${experiment}/results`);
    }
    await page.getByRole('link', { name: 'Results: Looks better' }).click();
    await expect(verdict.filter({ hasText: '“enabled” looks better' })).toBeVisible();
  });

  await test.step('charts are read with keys, or as a table', async () => {
    const chart = page.getByRole('img', { name: /^Lift of “enabled” in Purchase/ });
    await chart.focus();
    await page.keyboard.press('End');
    await expect(page.getByText(/, enabled: \+[\d.,]+%, between/)).toBeVisible();
    const users = page.getByRole('region', { name: 'Users per day and value' });
    await users.getByRole('button', { name: 'Show as table' }).click();
    await expect(users.getByRole('table')).toContainText('enabled');
  });

  await test.step('its code is at most 60 KB beside the shell, and no other page loads its charts', async () => {
    const weigh = (path: string) =>
      weighPage(browser, { baseURL: service.url, path }, (fresh) =>
        logIn(fresh, company.admin, service.url),
      );
    const [results, shell, ...others] = await Promise.all([
      weigh(`${experiment}/results`),
      weigh('/dashboard'),
      weigh(toggles),
      weigh(toggle),
      weigh(experiment),
    ]);
    expect(results.script - shell.script).toBeLessThanOrEqual(60 * 1024);
    expect(results.hasCharts).toBe(true);
    expect([shell, ...others].filter(({ hasCharts }) => hasCharts)).toEqual([]);
  });

  await test.step('users of one country are looked at, and nobody wins there', async () => {
    await page.getByText('Segments (1)').click();
    await label('Segment').selectOption('country');
    await expect(page).toHaveURL(/[?&]segment=/);
    await expect(page.getByRole('main')).toContainText(
      '2 segments looked at; differences here are ideas, not results.',
    );
    for (const name of ['BR', 'PT']) {
      const segment = page.getByRole('region', { name, exact: true });
      await expect(segment).toContainText('300 users');
      await expect(segment.getByRole('table')).toContainText('enabled');
      await expect(segment).not.toContainText('better');
    }
    await label('Segment').selectOption('');
    await expect(page).not.toHaveURL(/segment=/);
  });

  await test.step('the figures of each day are saved as a file', async () => {
    const raw = page.getByRole('table', { name: 'Raw figures' });
    await expect(page.getByText('Chance to be better')).toBeHidden();
    await page.getByText('Raw figures').click();
    await expect(raw.getByRole('columnheader', { name: 'Chance to be better' })).toBeVisible();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('results-new-checkout.csv');
    const [plan = '', rows] = readFileSync(await file.path(), 'utf8').split('\r\n\r\n');
    expect(plan).toContain('goal,purchase');
    expect(rows).toMatch(/^phase,day,metric,role,value,users,level,/);
    expect(rows).toMatch(/\n1,\d{4}-\d{2}-\d{2},purchase,GOAL,enabled,\d+,0\.\d+,0\.\d+,/);
  });

  await test.step('on a phone each metric is a card', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole('region', { name: 'Purchase', exact: true })).toContainText(
      'better',
    );
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('the list of experiments says so, too', async () => {
    await page.goto(experiment.slice(0, experiment.lastIndexOf('/')));
    await page.getByRole('link', { name: 'Results: Looks better' }).click();
    await expect(page).toHaveURL(`${experiment}/results`);
  });

  await test.step('everyone is given the value, for a reason, and that is taken back', async () => {
    await page.getByRole('button', { name: 'Actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Give everyone “enabled”' }).click();
    const dialog = page.getByRole('dialog', { name: 'Give everyone “enabled”?' });
    await expect(dialog).toContainText('50% of the users of this rule get another value than now.');
    await dialog.getByRole('button', { name: 'Give everyone “enabled”' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Say why!');
    await dialog.getByRole('textbox').fill('Half of them buy.');
    await dialog.getByRole('button', { name: 'Give everyone “enabled”' }).click();
    await expect(toasts).toContainText('Everyone gets “enabled” now.');
    expect(await company.call('GET', api)).toMatchObject({
      rules: [{ valueSpec: { type: 'EXACT_VALUE', exactValue: 'enabled' } }],
    });
    await toasts.getByRole('button', { name: 'Undo' }).click();
    await expect(toasts).toContainText('A new phase has begun.');
    expect(await company.call('GET', api)).toMatchObject({
      rules: [{ valueSpec: { type: 'SPLIT', split: { disabled: 50, enabled: 50 } } }],
    });
  });
});

test('RES-119 RES-120: what was learned is found again, also once its experiment is deleted', async ({
  adminPage: page,
  company,
  context,
}) => {
  test.setTimeout(180_000);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { appId, envId, toggles, experiment, api, key } = await openShop(company);
  const { rules } = await company.call<{ rules: Created[] }>('GET', api);
  const [metric] = await company.call<Metric[]>('GET', `/api/apps/${appId}/metrics`);
  const hypothesis = 'One page sells more.';
  const draft = { ruleId: rules[0]?.id, goal: { metricId: metric?.id }, hypothesis };
  const { id } = await company.call<Created>('POST', `${api}/analyses`, draft);
  await company.call('POST', `${api}/analyses/${id}/start`);
  const users = someUsers(300);
  const asSystem = company.callWith(key);
  const given = await expose(asSystem, { toggle: 'new-checkout', users });
  const buys = (uid: string, index: number) => index % (given.get(uid) === 'enabled' ? 2 : 3) === 0;
  await track(asSystem, 'purchase', users.filter(buys));
  const list = page.getByRole('list', { name: 'Results' });
  const main = page.getByRole('main');

  await test.step('an analysis that runs is in the list of the sidebar, with the lift of its goal', async () => {
    await page.goto(toggles);
    await page.getByRole('link', { name: 'Results', exact: true }).click();
    await expect(page).toHaveURL(`/applications/${appId}/analyses`);
    await expect(async () => {
      await page.reload();
      await expect(list).toContainText('Purchase: +', { timeout: 10_000 });
    }).toPass({ timeout: 60_000 });
    await expect(list).toContainText('Running');
    await expect(list).toContainText(hypothesis);
    await expectAccessible(page);
  });

  await test.step('a copied link names the phase that was looked at', async () => {
    await list.getByRole('link', { name: 'new-checkout' }).click();
    await expect(page).toHaveURL(`${experiment}/results?analysis=${id}`);
    await page.getByRole('button', { name: 'Actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Copy link' }).click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(new RegExp(`/applications/${appId}/analyses/${id}[?]phase=`));
    await page.goto(copied);
    await expect(page).toHaveURL(/\/results\?analysis=.*&phase=/);
    await expect(main).toContainText('Running');
  });

  await test.step('what was decided stands there once it is stopped and its experiment deleted', async () => {
    const stop = { reason: 'Enough is known.' };
    await company.call('POST', `${api}/analyses/${id}/stop`, stop);
    await company.call('DELETE', api);
    await page.goto(`/applications/${appId}/analyses`);
    await expect(list).toContainText('Stopped');
    await expect(list).toContainText('Enough is known.');
    await expect(list).toContainText('Experiment deleted');
    await page.getByLabel('State').selectOption('Running');
    await expect(main).toContainText('No analysis matches.');
    await page.getByRole('searchbox').fill('page SELLS');
    await page.getByRole('searchbox').press('Enter');
    await expect(page).toHaveURL(/q=page[+]SELLS/);
    await page.getByLabel('State').selectOption('Stopped');
    await expect(page).toHaveURL(/state=STOPPED/);
    await page.getByLabel('Environment', { exact: true }).selectOption('Production');
    await expect(list.getByRole('listitem')).toHaveCount(1);
    const query = new URL(page.url()).searchParams;
    expect(Object.fromEntries(query)).toEqual({ state: 'STOPPED', q: 'page SELLS', envId });
    await page.reload();
    await expect(list.getByRole('listitem')).toHaveCount(1);
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('its results stay readable, also by an older link', async () => {
    await list.getByRole('link', { name: 'new-checkout' }).click();
    await expect(page).toHaveURL(`/applications/${appId}/analyses/${id}`);
    await expect(main).toContainText('The experiment of this analysis was deleted.');
    await expect(page.getByRole('table', { name: 'Results' })).toContainText('enabled');
    await expectAccessible(page);
    await page.goto(`${experiment}/results?analysis=${id}`);
    await expect(page).toHaveURL(new RegExp(`/applications/${appId}/analyses/${id}`));
    await expect(page.getByRole('table', { name: 'Results' })).toContainText('enabled');
    await page.goto(`${experiment}/results`);
    await expect(page).toHaveURL('/not-found');
  });
});

test('CDW-34 RES-02 RES-12 RES-13 RES-17 RES-71 RES-112 RES-117 RES-118 RSL-09: a plan is saved, changed and deleted; a running analysis is changed, restarted and stopped', async ({
  adminPage: page,
  company,
}) => {
  const { appId, experiment, api, key } = await openShop(company);
  const visits = { key: 'visits', name: 'Visits', kind: 'COUNT', eventKey: 'visit' };
  await company.call('POST', `/api/apps/${appId}/metrics`, visits);
  const main = page.getByRole('main');
  const label = (text: string) => page.getByLabel(text, { exact: true });
  const toasts = page.getByRole('region', { name: 'Notifications' });
  const act = async (name: string) => {
    await page.getByRole('button', { name: 'Actions', exact: true }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  const analyses = () => company.call<Analysis[]>('GET', `${api}/analyses`);

  await test.step('a metric that is made from the plan returns there, chosen; what was typed stays', async () => {
    await page.goto(`${experiment}/results/plan`);
    await label('Goal').selectOption('Purchase');
    await label('Hypothesis').fill('Fewer of them leave.');
    await page.getByRole('link', { name: 'New metric: Guardrails' }).click();
    await expect(main).toContainText('Once saved, it is chosen in the plan that you came from.');
    await label('Key').fill('errors');
    await label('Name').fill('Errors');
    await label('Kind').selectOption('Count');
    await label('Event key').fill('error');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('list', { name: 'Guardrails' })).toHaveText('Errors');
    await expect(label('Goal').locator('option:checked')).toHaveText('Purchase');
    await expect(label('Hypothesis')).toHaveValue('Fewer of them leave.');
    await page.getByRole('button', { name: 'Reset' }).click();
  });

  await test.step('a plan is saved without a start, opened again, and deleted', async () => {
    await page.goto(`${experiment}/results/plan`);
    const trail = page.getByRole('navigation', { name: 'You are here' });
    await expect(trail.locator('[aria-current="page"]')).toHaveText('new-checkout');
    await label('Goal').selectOption('Purchase');
    await label('Without a plan').check();
    await page.getByRole('button', { name: 'Save without starting' }).click();
    await expect(toasts).toContainText('The plan is saved. Nothing is measured yet.');
    await expect(main).toContainText('An analysis is planned and not started: rule #1.');
    expect(await analyses()).toMatchObject([{ state: 'DRAFT', plannedUnits: null }]);
    await expectAccessible(page);
    const [draft] = await analyses();
    await page.goto(`/applications/${appId}/analyses/${draft?.id}`);
    await expect(page).toHaveURL(`${experiment}/results/plan?rule=${draft?.ruleId}`);
    await page.goto(`${experiment}/results`);
    await page.getByRole('link', { name: 'Open the plan' }).click();
    await label('Hypothesis').fill('More of them buy.');
    await label('Smallest difference that matters (%)').press('Enter');
    await expect(toasts).toContainText('Nothing is measured yet.');
    await expect(main).toContainText('An analysis is planned');
    expect(await analyses()).toMatchObject([{ state: 'DRAFT', hypothesis: 'More of them buy.' }]);
    // The experiment's results and its plan were opened; the dashboard lists it once.
    await page.goto('/dashboard');
    const opened = main.locator('section').filter({ hasText: 'Opened last' });
    await expect(opened.getByRole('link')).toHaveText(['new-checkout']);
    await page.goto(`${experiment}/results`);
    await page.getByRole('button', { name: 'Delete the plan' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Delete the plan' }).click();
    await expect(page.getByRole('dialog')).toContainText('Plan deleted.');
    await page.getByRole('button', { name: 'OK' }).click();
    await expect(main).toContainText('This experiment is not measured yet.');
    expect(await analyses()).toEqual([]);
  });

  await test.step('of a running one hypothesis, secondary metrics and segments are changed', async () => {
    const metrics = await company.call<Metric[]>('GET', `/api/apps/${appId}/metrics`);
    const { rules } = await company.call<{ rules: Created[] }>('GET', api);
    const goal = { metricId: metrics.find(({ key }) => key === 'purchase')?.id };
    const plan = { ruleId: rules[0]?.id, goal };
    const { id } = await company.call<Created>('POST', `${api}/analyses`, plan);
    await company.call('POST', `${api}/analyses/${id}/start`);
    await company.call('POST', `/api/apps/${appId}/properties`, { key: 'device', type: 'STRING' });
    await page.goto(`${experiment}/results`);
    await act('Change hypothesis, secondary metrics and segments');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Hypothesis').fill('They come back.');
    await dialog.getByLabel('Secondary metrics').first().fill('Vis');
    await page.getByRole('option', { name: 'Visits' }).click();
    await dialog.getByLabel('Segments').first().fill('dev');
    await page.getByRole('option', { name: 'device' }).click();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(toasts).toContainText('The plan is changed.');
    expect(await analyses()).toMatchObject([
      {
        hypothesis: 'They come back.',
        metrics: [{ key: 'purchase' }, { key: 'visits', addedAt: expect.any(String) }],
      },
    ]);
    await page.getByText('Segments (1)').click();
    await expect(label('Segment').getByRole('option', { name: /^device \(since / })).toHaveCount(1);
  });

  await test.step('a new phase begins with no users', async () => {
    await act('New phase');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Assign users anew').check();
    await dialog.getByRole('button', { name: 'New phase' }).click();
    await expect(label('Phase')).toContainText('Phase 2: since');
    await expect(main).toContainText('Asked for by Ana Souza');
    expect(await analyses()).toMatchObject([
      { phases: [{ ended: 'REQUESTED' }, { number: 2, reason: 'REQUESTED' }] },
    ]);
  });

  await test.step('the review of a save says what becomes of the analysis', async () => {
    await page.getByRole('link', { name: 'Rules', exact: true }).click();
    await page.getByRole('radio', { name: 'Exact value' }).check();
    await page.getByRole('button', { name: 'Review & save to Production' }).click();
    await expect(page.getByRole('dialog')).toContainText('Saving stops the analysis;');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Reset' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Results', exact: true }).click();
  });

  await test.step('traffic that does not match the split: nothing is concluded, figures stand behind a button', async () => {
    await exposeOneValue(company.callWith(key), someUsers(140));
    await expect
      .poll(async () => JSON.stringify(await company.call('GET', `${api}/results`)), {
        timeout: 60_000,
      })
      .toContain('INVALID_SRM');
    await page.reload();
    const verdict = page.getByRole('heading', { level: 2, name: /^Do not use these results/ });
    await expect(verdict).toBeVisible();
    await expect(main).toContainText('Traffic does not match the split');
    // What passed is not said as if all had.
    await expect(main).toContainText(/Health: the (other check|\d+ other checks) passed\./);
    await expect(main).not.toContainText('All checks passed');
    const table = page.getByRole('table', { name: 'Results' });
    await expect(table).toBeHidden();
    await page.getByRole('button', { name: 'Show the figures anyway' }).click();
    await expect(table).toContainText('enabled');
    await expect(table).not.toContainText(/better|worse/);
    await expectAccessible(page);
  });

  await test.step('it is closed when the last window ends, or stopped at once', async () => {
    await act('Stop analysis');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel(/^Wait until/)).toBeChecked();
    await dialog.getByRole('button', { name: 'Stop analysis' }).click();
    await expect(main).toContainText('No new users. Events still count until');
    expect(await analyses()).toMatchObject([{ state: 'CLOSING' }]);
    await act('Stop analysis');
    await dialog.getByLabel('Reason').fill('We know enough.');
    await dialog.getByRole('button', { name: 'Stop analysis' }).click();
    // RES-113: what is over says who ended it, when, and why.
    await expect(main.getByRole('heading', { name: /^Ana Souza stopped it on / })).toBeVisible();
    await expect(main).toContainText('We know enough.');
    await expect(main).not.toContainText('as often as you like');
    expect(await analyses()).toMatchObject([{ state: 'STOPPED' }]);
  });
});

test('CDW-04: an Undo of a shipped value keeps what somebody else saved since, or changes nothing and says who', async ({
  adminPage: page,
  company,
}) => {
  const { appId, experiment, api } = await openShop(company);
  const rui = company.callAs(await company.addUser({ name: 'Rui', apps: [appId] }));
  const country = { key: 'country', type: 'STRING' };
  const { id: propertyId } = await company.call<Created>(
    'POST',
    `/api/apps/${appId}/properties`,
    country,
  );
  const [metric] = await company.call<Metric[]>('GET', `/api/apps/${appId}/metrics`);
  const { toggleId, rules } = await company.call<Experiment>('GET', api);
  const ruleId = rules[0]?.id;
  const inBrazil = {
    type: 'PROPERTY',
    propertyRule: { propertyId, expression: 'EQUALS', term: 'BR' },
    valueSpec: { type: 'EXACT_VALUE', exactValue: 'disabled' },
  };
  const everyone = (exactValue: string) => ({
    type: 'ALL_USERS',
    id: ruleId,
    valueSpec: { type: 'EXACT_VALUE', exactValue },
  });
  const toasts = page.getByRole('region', { name: 'Notifications' });
  const plan = { ruleId, goal: { metricId: metric?.id } };
  const { id } = await company.call<Created>('POST', `${api}/analyses`, plan);
  await company.call('POST', `${api}/analyses/${id}/start`);
  const ship = async () => {
    await page.goto(`${experiment}/results`);
    await page.getByRole('button', { name: 'Actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Give everyone “enabled”' }).click();
    const dialog = page.getByRole('dialog', { name: 'Give everyone “enabled”?' });
    await dialog.getByRole('textbox').fill('It is right.');
    await dialog.getByRole('button', { name: 'Give everyone “enabled”' }).click();
    await expect(toasts).toContainText('Everyone gets “enabled” now.');
  };
  const undo = toasts.getByRole('button', { name: 'Undo' });

  await ship();
  await rui('PUT', api, { toggleId, rules: [inBrazil, everyone('enabled')] });
  await undo.click();
  await expect(toasts).toContainText('A new phase has begun.');
  expect(await company.call('GET', api)).toMatchObject({
    rules: [inBrazil, { id: ruleId, valueSpec: { split: { disabled: 50, enabled: 50 } } }],
  });

  // The analysis goes on.
  await ship();
  await rui('PUT', api, { toggleId, rules: [inBrazil, everyone('disabled')] });
  await undo.click();
  await expect(toasts).toContainText('new-checkout not undone: Rui has saved it since.');
  expect(await company.call('GET', api)).toMatchObject({ rules: [inBrazil, everyone('disabled')] });
});
