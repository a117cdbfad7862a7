import { expect, type Page } from '@playwright/test';
import type { Company } from './company.ts';
import { measureApplication } from './measured-application.ts';

/** The paths that need no login. */
export const BEFORE_LOGIN = [
  '/login',
  '/forgot-password',
  '/signup',
  '/password/some-id',
  '/unknown',
  '/help',
];

/** Opens a path, and waits until its screen has loaded all its data. */
export async function openPath(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/**
 * The paths of all other screens, with content and empty. The results come near the end: they are
 * counted while the screens before them are visited.
 */
export async function protectedPaths(company: Company): Promise<string[]> {
  const { id, production, ...checkout } = await measureApplication(company);
  const empty = await company.createApplication('Empty', ['Test']);
  await company.addUser({ name: 'Bia Lima', apps: [id] });
  await company.call('POST', '/api/accounts/keys/new', { password: 'abc123' });
  const [own] = await company.call<{ readonly id: string }[]>('GET', '/api/users');
  const application = `/applications/${id}`;
  const environment = `${application}/environments/${production}`;
  const emptyEnvironment = `/applications/${empty.id}/environments/${empty.environments[0]?.id}`;
  return [
    '/dashboard',
    '/forbidden',
    '/not-found',
    '/change-password',
    '/profile',
    '/users',
    '/users/new',
    `/users/${own?.id}`,
    '/audit-logs',
    '/account/keys',
    '/account/keys/new',
    '/applications/new',
    application,
    `${application}/config`,
    `${application}/env/${production}/reset`,
    `${application}/properties`,
    `${application}/properties/new`,
    `${application}/properties/${checkout.propertyId}`,
    `${application}/target-groups`,
    `${application}/target-groups/new`,
    `${application}/target-groups/${checkout.targetGroupId}`,
    `${application}/metrics`,
    `${application}/metrics/new`,
    `${application}/metrics/${checkout.metricId}`,
    `${application}/toggles`,
    `${application}/toggles/new`,
    `${application}/toggles/${checkout.toggleId}`,
    `${environment}/experiments/new`,
    `${environment}/experiments/${checkout.experimentId}`,
    `${environment}/playground?uid=u-1`,
    `${application}/audit-logs`,
    `/applications/${empty.id}/properties`,
    `/applications/${empty.id}/target-groups`,
    `/applications/${empty.id}/metrics`,
    `/applications/${empty.id}/toggles`,
    `${emptyEnvironment}/experiments`,
    `${environment}/experiments/${checkout.experimentId}/results`,
    `${environment}/experiments/${checkout.experimentId}/results/plan`,
    `${environment}/experiments/${checkout.splitExperimentId}/results`,
    `${environment}/experiments`,
  ];
}
