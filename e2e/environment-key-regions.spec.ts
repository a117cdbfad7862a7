import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServiceProcess } from '@comporta/server/acceptance/service-process';
import { copyTemplate } from '@comporta/server/testing/test-cluster';
import { type Application, type Company, createCompany, PASSWORD } from './company.ts';
import { expect, test } from './fixtures.ts';
import { logIn } from './logged-in.ts';

const URLS = {
  eu: 'https://eu.toggles.example.com',
  sa: 'https://sa.toggles.example.com',
  trial: 'https://trial.toggles.example.com',
} as const;
type Tag = keyof typeof URLS;

const REGIONS = { eu: 'Europe', sa: 'South America', trial: 'Trial' } as const;

// the service that most tests share has the region eu alone, for environment-key.spec.ts.
const CASES: readonly (readonly Tag[])[] = [[], ['sa'], ['trial'], ['eu', 'sa', 'trial']];

test('KEY-05: the address beside a new key is that of each region; without regions, of the service itself', async ({
  browser,
}) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'comporta-regions-'));
  const database = await copyTemplate(JSON.parse(process.env.E2E_CLUSTER ?? ''));
  let port: string | undefined;
  let company: Company | undefined;
  let application: Application | undefined;
  for (const [index, tags] of CASES.entries()) {
    const regionUrls = Object.fromEntries(tags.map((tag) => [tag, URLS[tag]]));
    // One service, started anew with other settings: whoever is logged in stays so.
    const service = await startServiceProcess({
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      SIGNUP: 'open',
      TRUST_PROXY: '127.0.0.1',
      PUBLIC_URL: 'https://toggles.example.com',
      REGION_URLS: JSON.stringify(regionUrls),
      ...(port !== undefined && { PORT: port }),
    });
    port = new URL(service.url).port;
    company ??= await createCompany(service);
    application ??= await company.createApplication('Checkout', ['none', 'sa', 'trial', 'all']);
    const environment = application.environments[index];
    const page = await browser.newPage({ baseURL: service.url });
    await logIn(page, company.admin, service.url);
    await page.goto(`/applications/${application.id}/env/${environment?.id}/reset`);
    await page.getByLabel('Enter your password to continue').fill(PASSWORD);
    await page.getByRole('button', { name: 'Generate key' }).click();
    const addresses = page.getByText(/^https:.*\/api\/toggles\?uid=user-1$/);
    const expected =
      tags.length === 0 ? ['https://toggles.example.com'] : Object.values(regionUrls);
    await expect(addresses).toHaveText(expected.map((url) => `${url}/api/toggles?uid=user-1`));
    for (const [tag, name] of Object.entries(REGIONS)) {
      const isShown = tags.some((shown) => shown === tag);
      await expect(page.getByText(name, { exact: true })).toHaveCount(isShown ? 1 : 0);
    }
    await page.close({ runBeforeUnload: false });
    await service.stop();
  }
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});
