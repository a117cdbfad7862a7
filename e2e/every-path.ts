import { expect, type Page } from '@playwright/test';
import type { Company } from './company.ts';
import { furnishApplication } from './furnished-application.ts';
import { measureApplication } from './measured-application.ts';

/** A path, and what it is the example of: such a screen is looked at in every theme, and with every pointer. */
export type Screen = readonly [path: string, exampleOf?: string];

/** The paths that need no login. */
export const BEFORE_LOGIN: readonly Screen[] = [
  ['/login', 'a form before the login'],
  ['/forgot-password'],
  ['/signup'],
  ['/password/some-id'],
  ['/sso'],
  ['/sso/nobody'],
  ['/unknown'],
  ['/help'],
];

/** Opens a path, and waits until its screen has loaded all its data. */
export async function openPath(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expectLoaded(page);
}

/** Waits until the open screen has loaded all its data. */
export async function expectLoaded(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/** The screens of an account, with people, keys and an application. */
export async function accountScreens(company: Company): Promise<readonly Screen[]> {
  const { id } = await furnishApplication(company);
  await company.addUser({ name: 'Bia Lima', apps: [id] });
  await company.call('POST', '/api/accounts/keys/new', { password: 'abc123' });
  const [own] = await company.call<{ readonly id: string }[]>('GET', '/api/users');
  return [
    ['/dashboard', 'an overview'],
    ['/overview', 'everything that runs'],
    ['/forbidden'],
    ['/not-found'],
    ['/change-password'],
    ['/profile'],
    ['/device'],
    ['/users'],
    ['/users/new'],
    [`/users/${own?.id}`, 'a form with switches'],
    ['/audit-logs', 'a log'],
    ['/account/sign-in'],
    ['/account/sign-in/providers/new'],
    ['/account/keys'],
    ['/account/keys/new'],
    ['/account/sign-in/policy', 'settings with many numbers'],
    ['/account/sign-in/sign-ins'],
    ['/account/sign-in/tokens'],
    ['/applications/new'],
  ];
}

/** The screens of an application and of what is in it. */
export async function applicationScreens(company: Company): Promise<readonly Screen[]> {
  const { id, production, ...checkout } = await furnishApplication(company);
  const application = `/applications/${id}`;
  const pause = { type: 'experiment', action: 'PAUSE', id: checkout.experimentId };
  const request = await company.call('POST', `/api/apps/${id}/change-requests`, {
    ...{ title: 'Pause for the night', submit: true },
    steps: [{ edits: [{ ...pause, environmentId: production }] }],
  });
  return [
    [application],
    [`${application}/config`],
    [`${application}/env/${production}/reset`],
    [`${application}/properties`],
    [`${application}/properties/new`],
    [`${application}/properties/${checkout.propertyId}`],
    [`${application}/target-groups`],
    [`${application}/target-groups/new`],
    [`${application}/target-groups/${checkout.targetGroupId}`, 'a form with conditions'],
    [`${application}/id-lists`],
    [`${application}/id-lists/new`],
    [`${application}/id-lists/${checkout.idListId}`],
    [`${application}/metrics`],
    [`${application}/metrics/new`],
    [`${application}/metrics/${checkout.metricId}`],
    [`${application}/analyses`],
    [`${application}/toggles`, 'a list'],
    [`${application}/toggles/new`],
    [`${application}/toggles/${checkout.toggleId}`, 'the page of a toggle'],
    [`${application}/change-requests`],
    [`${application}/change-requests/${request.id}`],
    [`${application}/audit-logs`],
    [`${application}/deleted`],
    [`${application}/compare`],
  ];
}

/** The lists of an application that has nothing yet. */
export async function emptyScreens(company: Company): Promise<readonly Screen[]> {
  const { id, environments } = await company.createApplication('Empty', ['Test']);
  const application = `/applications/${id}`;
  return [
    [`${application}/properties`],
    [`${application}/target-groups`],
    [`${application}/id-lists`],
    [`${application}/metrics`],
    [`${application}/analyses`],
    [`${application}/toggles`, 'an empty list'],
    [`${application}/environments/${environments[0]?.id}/experiments`],
  ];
}

/** The screens of experiments. The results come last: they are counted while the screens before them are visited. */
export async function experimentScreens(company: Company): Promise<readonly Screen[]> {
  const { id, production, ...checkout } = await measureApplication(company);
  const application = `/applications/${id}`;
  const environment = `${application}/environments/${production}`;
  const planned = `${environment}/experiments/${checkout.experimentId}`;
  return [
    [`${environment}/experiments/new`],
    [planned, 'the editor of rules'],
    [`${environment}/playground?uid=u-1`, 'the playground'],
    [`${planned}/results`],
    [`${planned}/results/plan`, 'the planner'],
    [`${application}/analyses`, 'what was learned'],
    [`${environment}/experiments/${checkout.splitExperimentId}/results`, 'results'],
    [`${environment}/experiments`],
  ];
}
