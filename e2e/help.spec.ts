import { expectAccessible, expectNoSidewaysScroll } from './accessibility.ts';
import { expect, test } from './fixtures.ts';

const PAGES = [
  'Concepts',
  'Your first toggle',
  'Rules and splits',
  'Environments and keys',
  'Metrics',
  'Results',
  'People and audit log',
  'SDK',
  'OpenFeature',
  'Edge nodes',
  'Command line',
  'API',
];

test('CDW-59 CON-08: the help is for everybody, in both languages and themes', async ({ page }) => {
  await page.goto('/help');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Help');
  // The list of all pages is what this one has, and does not stand beside itself.
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
  await expect(
    page.getByText('npm install @comporta/web @openfeature/web-sdk').first(),
  ).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('CDW-59: headings and empty lists lead to their page of the help', async ({
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
  // The console stays around it for whoever is logged in, and the way back is one press.
  await expect(page.getByRole('complementary').getByText('Acme', { exact: true })).toBeVisible();
  await page.getByRole('complementary').getByRole('link', { name: 'Documentation' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Help');
});
