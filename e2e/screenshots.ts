import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServiceProcess } from '@comporta/server/acceptance/service-process';
import { chromium } from '@playwright/test';
import { findBrowser } from './browser.ts';
import { type Company, createCompany } from './company.ts';
import { furnishApplication } from './furnished-application.ts';
import { logIn } from './logged-in.ts';

/** Makes the pictures of the README from the console as it is now: `npm run screenshots`. */

const FOLDER = join(import.meta.dirname, '../docs/screenshots');

interface Picture {
  readonly name: string;
  readonly path: string;
  readonly language: 'en' | 'pt';
  readonly colorScheme: 'light' | 'dark';
  /** A button that shows more of what the screen can do. */
  readonly press?: string;
}

async function picturesOf(company: Company): Promise<readonly Picture[]> {
  const { id, production, experimentId, targetGroupId } = await furnishApplication(company);
  const application = `/applications/${id}`;
  const environment = `${application}/environments/${production}`;
  return [
    { name: 'toggles', path: `${application}/toggles`, language: 'en', colorScheme: 'light' },
    {
      name: 'experiment',
      path: `${environment}/experiments/${experimentId}`,
      language: 'en',
      colorScheme: 'dark',
    },
    {
      name: 'target-group',
      path: `${application}/target-groups/${targetGroupId}`,
      language: 'pt',
      colorScheme: 'light',
    },
    { name: 'audit-log', path: `${application}/audit-logs`, language: 'pt', colorScheme: 'dark' },
    {
      name: 'playground',
      path: `${environment}/playground?uid=u-381&p.country=PT&p.plan=pro&p.app.version=2.3.1`,
      press: 'Show every rule',
      language: 'en',
      colorScheme: 'light',
    },
  ];
}

const dataDir = await mkdtemp(join(tmpdir(), 'comporta-screenshots-'));
const service = await startServiceProcess({
  DATA_DIR: dataDir,
  SIGNUP: 'open',
  TRUST_PROXY: '127.0.0.1',
});
const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
try {
  const company = await createCompany(service);
  for (const { name, path, language, colorScheme, press } of await picturesOf(company)) {
    await company.call('POST', `/api/users/me/lang/${language}`);
    const { admin } = company;
    const context = await browser.newContext({
      baseURL: service.url,
      colorScheme,
      locale: language === 'pt' ? 'pt-BR' : 'en-GB',
      viewport: { width: 1280, height: 800 },
    });
    const page = await context.newPage();
    await logIn(page, { ...admin, token: { ...admin.token, language } }, service.url);
    await page.goto(path, { waitUntil: 'networkidle' });
    if (press !== undefined) await page.getByRole('button', { name: press }).first().click();
    await page.screenshot({ path: join(FOLDER, `${name}.png`) });
    await context.close();
  }
} finally {
  await browser.close();
  await service.stop();
  await rm(dataDir, { recursive: true, force: true });
}
