import { expectAccessible, expectNoSidewaysScroll } from './accessibility.ts';
import { openPath } from './every-path.ts';
import { expect, test } from './fixtures.ts';
import { createRuledApplication, everyone } from './ruled-application.ts';

const PAGES = [
  'Concepts',
  'Your first toggle',
  'Rules and splits',
  'Id lists',
  'Environments and keys',
  'Metrics',
  'Results',
  'Safe changes',
  'Lifecycle',
  'People and audit log',
  'SDK',
  'OpenFeature',
  'Edge nodes',
  'Command line',
  'API',
];

test('CDW-59 CON-08: the help is open to everybody, in both languages and themes', async ({
  page,
}) => {
  await page.goto('/help');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Help');
  // This page consists of the list of all pages, so it has no such list at its side.
  const index = page.getByRole('article').getByRole('link');
  await expect(index).toHaveText(PAGES);
  const pages = page.getByRole('navigation', { name: 'Help' }).getByRole('link');
  await expect(pages).toHaveCount(0);
  await index.first().click();
  await expect(pages).toHaveText(PAGES);
  for (const title of PAGES) {
    await pages.getByText(title, { exact: true }).click();
    await expect(heading).toHaveText(title);
    await expect(page.getByRole('article').locator('p').first()).not.toBeEmpty();
    await expectNoSidewaysScroll(page);
  }
  await expect(page.getByRole('link', { name: 'The API reference' })).toHaveAttribute(
    'href',
    '/api/docs',
  );

  await page.getByRole('button', { name: 'Português' }).click();
  await page.getByRole('navigation', { name: 'Ajuda' }).getByText('Regras e divisões').click();
  await expect(heading).toHaveText('Regras e divisões');
  await expect(page.getByText('A primeira regra que vale para o usuário decide')).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  await page.setViewportSize({ width: 390, height: 800 });
  await expectNoSidewaysScroll(page);
  await page.getByRole('navigation', { name: 'Ajuda' }).getByText('OpenFeature').click();
  await expect(page.getByText(/npm install \S+web\S* @openfeature\/web-sdk/).first()).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('CDW-59: headings and empty lists link to their page of the help', async ({
  adminPage: page,
  company,
}) => {
  const { id, environments } = await company.createApplication('Empty', ['Test']);
  const application = `/applications/${id}`;
  const experiments = `${application}/environments/${environments[0]?.id}/experiments`;
  const empty = [
    [`${application}/toggles`, '/help/first-toggle'],
    [`${application}/properties`, '/help/concepts'],
    [`${application}/target-groups`, '/help/rules'],
    [`${application}/metrics`, '/help/metrics'],
    [experiments, '/help/rules'],
    [`${experiments}/new`, '/help/concepts'],
    [`${application}/environments/${environments[0]?.id}/playground`, '/help/concepts'],
    ['/account/keys', '/help/environments'],
    [`${application}/config`, '/help/api'],
    [`${application}/change-requests`, '/help/safe-changes'],
    [`${application}/deleted`, '/help/safe-changes'],
  ] as const;
  for (const [path, help] of empty) {
    await page.goto(path);
    await expect(
      page.getByRole('main').getByRole('link', { name: /^Read more: / }),
    ).toHaveAttribute('href', help);
  }

  await page.goto(`${application}/toggles`);
  const mark = page.getByRole('link', { name: 'Help: Concepts (in a new tab)' });
  await expect(mark).toHaveAttribute('target', '_blank');
  await page.getByRole('link', { name: 'Read more: Your first toggle' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your first toggle');
  // For a logged-in user the console's sidebar stays, and the way back is one press.
  await expect(page.getByRole('complementary').getByText('Acme', { exact: true })).toBeVisible();
  await page.getByRole('complementary').getByRole('link', { name: 'Documentation' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Help');
});

test('CDW-59: an empty dashboard, planner, results page and audit log say why, what to do next, and where to read more', async ({
  adminPage: page,
  company,
  service,
  openAs,
}) => {
  const main = page.getByRole('main');
  const more = main.getByRole('link', { name: /^Read more: / });
  const expectMore = async (...pages: readonly string[]) => {
    await expect(more).toHaveCount(pages.length);
    const paths = await more.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(paths).toEqual(pages.map((name) => `/help/${name}`));
  };

  await test.step('the dashboard of a new company, and of somebody who may open nothing', async () => {
    await openPath(page, '/dashboard');
    await expect(main.getByText('Nothing was changed in production.')).toBeVisible();
    await expect(main.getByText('Press the star beside a toggle')).toBeVisible();
    await expect(main.getByText('Nothing right now.')).toBeVisible();
    await expectMore('concepts', 'concepts', 'concepts');
    const bia = await openAs(await company.addUser({ name: 'Bia' }));
    await openPath(bia, '/dashboard');
    const section = bia.getByText('None of the applications has been opened to you').locator('..');
    await expect(section.getByRole('link', { name: 'Ana Souza' })).toBeVisible();
    await expect(section.getByRole('link', { name: 'Read more: Concepts' })).toBeVisible();
  });

  const { appId, development, list, createExperiment } = await createRuledApplication(company);
  const whole = await createExperiment(development, 'new-checkout', [everyone('enabled')]);
  const split = await createExperiment(development, 'payments', [
    { type: 'ALL_USERS', valueSpec: { type: 'SPLIT', split: { on: 50, off: 50 } } },
  ]);
  const splitPath = `${list(development)}/${split.id}`;

  await test.step('an experiment without a split', async () => {
    for (const screen of ['results', 'results/plan']) {
      await openPath(page, `${list(development)}/${whole.id}/${screen}`);
      await expect(main.getByText('Only a rule with a percentage split')).toBeVisible();
      await expectMore('results');
      await main.getByRole('link', { name: 'Split a rule' }).click();
      await expect(page).toHaveURL(`${list(development)}/${whole.id}`);
    }
  });

  await test.step('one that is not measured, in an application without a metric', async () => {
    await openPath(page, `${splitPath}/results`);
    await expect(main.getByText('This experiment is not measured yet.')).toBeVisible();
    await expectMore('results');
    await main.getByRole('link', { name: 'Start analysis' }).click();
    await expect(main.getByText('A metric turns the events of your system')).toBeVisible();
    await expectMore('metrics');
    await main.getByRole('link', { name: 'New metric' }).click();
    await expect(page).toHaveURL(new RegExp(`/applications/${appId}/metrics/new\\?`));
  });

  await test.step('one whose environment nobody can ask', async () => {
    const { id: metricId } = await company.call<{ id: string }>(
      'POST',
      `/api/apps/${appId}/metrics`,
      { key: 'purchase', name: 'Purchase', kind: 'CONVERSION', eventKey: 'purchase' },
    );
    const experiment = `/api/apps/${appId}/envs/${development}/experiments/${split.id}`;
    const { rules } = await company.call<{ rules: { id: string }[] }>('GET', experiment);
    const plan = { ruleId: rules[0]?.id, goal: { metricId } };
    const { id } = await company.call<{ id: string }>('POST', `${experiment}/analyses`, plan);
    await company.call('POST', `${experiment}/analyses/${id}/start`);
    await openPath(page, `${splitPath}/results`);
    await expect(main.getByRole('link', { name: 'Generate a key' })).toBeVisible();
    await expectMore('results');
  });

  await test.step('a log of which a filter leaves nothing, and one whose entries were removed', async () => {
    await openPath(page, '/audit-logs?action=PAUSED');
    await expect(main.getByText('Nothing matches these filters.')).toBeVisible();
    await expectMore('people');
    await main.getByRole('button', { name: 'Clear filters' }).press('Enter');
    await expect(main.getByText('created the experiment of “payments”')).toBeVisible();
    await expect(main.getByLabel('Action', { exact: true })).toBeFocused();
    await expect(more).toHaveCount(0);
    await service.execute(`delete from audit_entries where application_id = '${appId}'`);
    await openPath(page, `/applications/${appId}/audit-logs`);
    await expect(main.getByText('Nothing has happened here yet.')).toBeVisible();
    await expectMore('people');
  });
});
