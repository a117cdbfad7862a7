import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ServiceProcess,
  startServiceProcess,
} from '@comporta/server/acceptance/service-process';
import { copyTemplate } from '@comporta/server/testing/test-cluster';
import { test as base, type Page } from '@playwright/test';
import { type Company, createCompany, type Person } from './company.ts';
import { logIn } from './logged-in.ts';

export { expect } from '@playwright/test';

interface Fixtures {
  /** Made anew for each test that asks for it. */
  readonly company: Company;
  /** A page on which the company's admin is logged in. `page` itself is logged out. */
  readonly adminPage: Page;
  /** Another page, in a browser context of its own, on which somebody is logged in. */
  readonly openAs: (person: Person) => Promise<Page>;
}

interface WorkerFixtures {
  /** Of the service, beside those every test needs: `test.use({ settings: … })` for a whole file. */
  readonly settings: Readonly<Record<string, string>>;
  /** The real service on an empty database, one for each worker. */
  readonly service: ServiceProcess;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  settings: [{}, { scope: 'worker', option: true }],

  service: [
    async ({ settings }, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'comporta-e2e-'));
      // A PostgreSQL for each of them takes longer to start than the service itself.
      const database = await copyTemplate(JSON.parse(process.env.E2E_CLUSTER ?? ''));
      const service = await startServiceProcess({
        DATA_DIR: dataDir,
        DATABASE_URL: database.url,
        SIGNUP: 'open',
        TRUST_PROXY: '127.0.0.1',
        ...settings,
      });
      await use(service);
      await service.stop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ service }, use) => use(service.url),
  company: async ({ service }, use) => use(await createCompany(service)),
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
  adminPage: async ({ openAs, company }, use) => use(await openAs(company.admin)),
});
