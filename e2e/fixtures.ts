import { randomBytes } from 'node:crypto';
import { test as base, type Page } from '@playwright/test';
import { type Company, createCompany, type Person } from './company.ts';
import { logIn } from './logged-in.ts';
import type { Settings } from './service-alone.ts';
import { keepServices, type Service, type Services } from './services.ts';

export { expect } from '@playwright/test';

/** Plans of the test service. The first one is the default, and the only one with account keys. */
const PLANS = {
  ON_PREMISE: { MAX_ACCOUNT_KEYS: 3 },
  SMALL: { MAX_APPS: 2, MAX_ENVIRONMENTS: 5 },
  FEW_USERS: { MAX_USERS: 3 },
  TEAM: { MAX_APPS: 10, MAX_USERS: 5 },
} as const;

/** Settings of the service that most tests share. */
const COMMON: Settings = {
  PLANS: JSON.stringify(PLANS),
  REGION_URLS: JSON.stringify({ eu: 'https://eu.toggles.example.com' }),
  // This machine, and the range reserved for documentation: a webhook there can be saved, and reaches nobody.
  WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32,192.0.2.0/24',
  // Without one, nobody can set up an authenticator app. It seals what is thrown away with the test.
  ENCRYPTION_KEY: randomBytes(32).toString('base64url'),
};

interface Fixtures {
  /** Settings of a separate service for this file: `test.use({ settings: … })`. Its start takes time. */
  readonly settings: Settings;
  /** Plan of the company, for tests of its limits: `test.use({ plan: 'SMALL' })`. */
  readonly plan: keyof typeof PLANS;
  readonly service: Service;
  /** A new company for each test that uses it. */
  readonly company: Company;
  /** The test's page, with the company's admin logged in. */
  readonly adminPage: Page;
  /** Opens another page, in a separate browser context, with this person logged in. */
  readonly openAs: (person: Person) => Promise<Page>;
  /** Another page, in a separate browser context, without a login. */
  readonly visitorPage: Page;
}

interface WorkerFixtures {
  readonly services: Services;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  settings: [{}, { option: true }],
  plan: ['ON_PREMISE', { option: true }],
  services: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from this pattern.
    async ({}, use) => {
      const services = keepServices();
      await use(services);
      await services.stop();
    },
    { scope: 'worker' },
  ],
  service: async ({ services, settings }, use, { file }) => {
    const isCommon = Object.keys(settings).length === 0;
    await use(await services.named(isCommon ? 'common' : file, isCommon ? COMMON : settings));
  },
  baseURL: async ({ service }, use) => use(service.url),
  company: async ({ service, plan }, use) => {
    // Only an operator can change a plan, in the database. The default plan needs no change.
    const changePlan = (email: string) =>
      service.execute(
        `update accounts set plan = '${plan}' from users where account_id = accounts.id and email = '${email}'`,
      );
    await use(await createCompany(service, plan === 'ON_PREMISE' ? {} : { signedUp: changePlan }));
  },
  adminPage: async ({ page, company, service }, use) => {
    await logIn(page, company.admin, service.url);
    await use(page);
  },
  openAs: async ({ browser, service }, use) => {
    const pages: Page[] = [];
    await use(async (person) => {
      const context = await browser.newContext({ baseURL: service.url });
      const page = await context.newPage();
      pages.push(page);
      await logIn(page, person, service.url);
      return page;
    });
    for (const page of pages) await page.context().close();
  },
  visitorPage: async ({ browser, service }, use) => {
    const context = await browser.newContext({ baseURL: service.url });
    await use(await context.newPage());
    await context.close();
  },
});
