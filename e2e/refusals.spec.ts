import { randomUUID } from 'node:crypto';
import { expect, test } from './fixtures.ts';
import { letCallsThrough, refuseCalls } from './requests.ts';

test('HTTP-01 HTTP-02 HTTP-03: there are pages for what is forbidden and for what does not exist', async ({
  adminPage,
  visitorPage,
}) => {
  await adminPage.goto('/forbidden');
  await expect(adminPage.getByRole('alert')).toHaveText('You cannot access this resource!');
  await adminPage.goto('/not-found');
  await expect(
    adminPage.getByRole('heading', { level: 1, name: '404 - Page not found!' }),
  ).toBeVisible();
  for (const visitor of [adminPage, visitorPage]) {
    for (const path of ['/abc', '/applications/x/unknown/path']) {
      await visitor.goto(path);
      await expect(visitor).toHaveURL(path);
      await expect(
        visitor.getByRole('heading', { level: 1, name: '404 - Page not found!' }),
      ).toBeVisible();
    }
  }
  await expect(adminPage.getByRole('navigation', { name: 'Main navigation' })).toBeVisible();
  await expect(adminPage.getByRole('link', { name: 'Go to the dashboard' })).toBeVisible();
  await expect(visitorPage.getByRole('banner')).toContainText('Comporta');
  await expect(visitorPage.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login');
  await visitorPage.getByRole('button', { name: 'Português' }).click();
  await expect(
    visitorPage.getByRole('heading', { name: '404 - Página não encontrada!' }),
  ).toBeVisible();
});

test('HTTP-06: an experiment, a user or an audit log that does not exist leads to /not-found', async ({
  adminPage: page,
  company,
}) => {
  const { id: appId, environments } = await company.createApplication('Checkout', ['Production']);
  const envId = environments[0]?.id;
  const missing = randomUUID();
  for (const path of [
    `/applications/${appId}/toggles/${missing}`,
    `/applications/${appId}/environments/${envId}/experiments/${missing}`,
    `/users/${missing}`,
    `/applications/${missing}/audit-logs`,
  ]) {
    await page.goto(path);
    await expect(page).toHaveURL('/not-found');
  }
});

test('HTTP-07: a list that cannot be loaded offers to try again; the sidebar still works', async ({
  adminPage: page,
  company,
}) => {
  const { id } = await company.createApplication('Checkout', ['Production']);
  for (const [list, call] of [
    ['properties', 'GET /api/apps/*/properties'],
    ['target-groups', 'GET /api/apps/*/target-groups'],
  ] as const) {
    await refuseCalls(page, call, { status: 500 });
    await page.goto(`/applications/${id}/${list}`);
    const failure = page.getByRole('main').getByRole('alert');
    await expect(failure).toContainText('This list could not be loaded.');
    await expect(page.getByRole('table')).toBeHidden();
    await expect(page.getByRole('link', { name: 'Settings', exact: true })).toBeVisible();
    await letCallsThrough(page);
    await failure.getByRole('button', { name: 'Try again' }).click();
    await expect(failure).toBeHidden();
    await expect(
      page
        .getByRole('main')
        .getByRole('link', { name: /^New\b/ })
        .first(),
    ).toBeVisible();
  }
});
