import type { ServiceFacts } from '@comporta/contract/service/service-facts';
import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './accessibility.ts';
import { expect, test } from './fixtures.ts';

const REGISTRY = 'https://toggles.example.com/packages/';
const DIGEST = `sha512-${'Z'.repeat(86)}==`;

/** What a service that has packages, or none, says of them; whether this checkout has built any does not matter. */
async function sayOfPackages(page: Page, change: (facts: ServiceFacts) => object): Promise<void> {
  await page.route('**/api/config', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change(await response.json()) });
  });
  await page.route('**/packages/@comporta/*', (route) => {
    const name = new URL(route.request().url()).pathname.replace('/packages/', '');
    const tarball = `${REGISTRY}${name}/-/${name.replace('@comporta/', '')}-0.3.0.tgz`;
    const versions = { '0.3.0': { dist: { integrity: DIGEST, tarball } } };
    return route.fulfill({ json: { name, 'dist-tags': { latest: '0.3.0' }, versions } });
  });
}

test('COV-01, FAIR-72: the console says where the packages come from, and how to install them', async ({
  adminPage: page,
  company,
}) => {
  await sayOfPackages(page, (facts) => ({ ...facts, packagesUrl: REGISTRY }));
  const { id } = await company.createApplication('Shop', ['Production']);
  const toggle = await company.call<{ id: string }>('POST', `/api/apps/${id}/toggles`, {
    name: 'new-checkout',
    values: ['enabled', 'disabled'],
    defaultValue: 'disabled',
  });
  await page.goto(`/applications/${id}/toggles/${toggle.id}?tab=code`);
  await page.getByRole('tab', { name: 'React' }).click();
  const code = page.getByRole('tabpanel', { name: 'React' });
  await expect(code).toContainText(
    `Once per project: packages of @comporta come from this service: npm config set @comporta:registry=${REGISTRY} --location=project`,
  );
  await expect(code).toContainText('Install first: npm install @comporta/web @openfeature/web-sdk');
  await page.setViewportSize({ width: 390, height: 800 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('FAIR-72: the help shows the commands of this service, the version and the SHA-512', async ({
  page,
}) => {
  await sayOfPackages(page, (facts) => ({ ...facts, packagesUrl: REGISTRY }));
  await page.goto('/help/sdk');
  await expect(page.getByRole('region', { name: 'Example' }).first()).toHaveText(
    `npm config set @comporta:registry=${REGISTRY} --location=project\nnpm install @comporta/sdk`,
  );
  const packages = page.getByRole('region', { name: 'The packages of this service' });
  await expect(packages.getByRole('row')).toHaveText([
    'PackageVersionSHA-512',
    `@comporta/sdk0.3.0${DIGEST}`,
    `@comporta/web0.3.0${DIGEST}`,
  ]);
  await expect(packages.getByRole('link', { name: '@comporta/web' })).toHaveAttribute(
    'href',
    `${REGISTRY}@comporta/web/-/web-0.3.0.tgz`,
  );
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await expectNoSidewaysScroll(page);
});

test('FAIR-72: without packages, or beside a node of 0.2.0, the help says how to pack them', async ({
  page,
}) => {
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await sayOfPackages(page, ({ packagesUrl: _, ...facts }) => ({ ...facts, version: '0.2.0' }));
  await page.route('**/api/config', async (route) => {
    ask();
    await answered;
    await route.fallback();
  });
  await page.goto('/help/openfeature');
  await asked;
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('OpenFeature');
  // The text would change while people read it.
  await expect(page.getByRole('region', { name: 'Example' })).toHaveCount(0);
  answer();
  await expect(page.getByRole('region', { name: 'Example' }).nth(2)).toHaveText(
    'npm pack --workspace @comporta/web --pack-destination YOUR_PROJECT\nnpm install ./comporta-web-0.2.0.tgz @openfeature/web-sdk',
  );
  await page.goto('/help/sdk');
  await expect(page.getByRole('region', { name: 'Example' }).first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'The packages of this service' })).toHaveCount(0);
});
