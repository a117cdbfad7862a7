import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Company } from './company.ts';
import { measureSplits } from './demo/measured-history.ts';
import { ENVIRONMENTS, storefrontDocument } from './demo/storefront.ts';
import { furnishApplication } from './furnished-application.ts';
import { openOwnConsole } from './own-console.ts';

/** Takes the screenshots for the README from the current console: `npm run screenshots`. */

const FOLDER = join(import.meta.dirname, '../docs/screenshots');

interface Picture {
  readonly name: string;
  readonly path: string;
  readonly language: 'en' | 'pt';
  readonly colorScheme: 'light' | 'dark';
  /** The name of a button that is pressed before the picture is taken. */
  readonly press?: string;
  /** In px; absent: 1280 × 800. */
  readonly size?: { readonly width: number; readonly height: number };
}

/** Results: a winner on a desktop and on a phone, an alarm, an analysis that still runs; and the metrics. */
async function picturesOfResults(
  company: Company,
  databaseUrl: string,
): Promise<readonly Picture[]> {
  const storefront = await company.createApplication('Storefront', ENVIRONMENTS);
  await company.call('POST', `/api/apps/${storefront.id}/import`, storefrontDocument());
  const experiments = await measureSplits(company, storefront, databaseUrl);
  const application = `/applications/${storefront.id}`;
  const production = storefront.environments.find(({ name }) => name === 'Production');
  const resultsOf = (toggle: string) =>
    `${application}/environments/${production?.id}/experiments/${experiments.get(toggle)}/results`;
  return [
    {
      name: 'results',
      path: resultsOf('checkout.one-page'),
      language: 'en',
      colorScheme: 'light',
      size: { width: 1280, height: 1262 },
    },
    {
      name: 'results-phone',
      path: resultsOf('checkout.one-page'),
      language: 'pt',
      colorScheme: 'dark',
      size: { width: 390, height: 844 },
    },
    {
      name: 'results-alarm',
      path: resultsOf('payments.stored-cards'),
      language: 'en',
      colorScheme: 'light',
    },
    {
      name: 'results-running',
      path: resultsOf('search.suggestions'),
      language: 'en',
      colorScheme: 'dark',
      size: { width: 1280, height: 1215 },
    },
    { name: 'metrics', path: `${application}/metrics`, language: 'en', colorScheme: 'light' },
  ];
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

await using console = await openOwnConsole();
const { company, service } = console;
const pictures = [
  ...(await picturesOf(company)),
  ...(await picturesOfResults(company, service.databaseUrl)),
];
for (const { name, path, language, colorScheme, press, size } of pictures) {
  await company.call('POST', `/api/users/me/lang/${language}`);
  const page = await console.openAdminPage({
    colorScheme,
    locale: language === 'pt' ? 'pt-BR' : 'en-GB',
    viewport: size ?? { width: 1280, height: 800 },
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  if (press !== undefined) await page.getByRole('button', { name: press }).first().click();
  const file = join(FOLDER, `${name}.png`);
  await page.screenshot({ path: file });
  // pngquant, where it is installed, reduces the file to a third of its size.
  spawnSync('pngquant', ['--force', '--ext', '.png', '--speed', '1', '--strip', file]);
  await page.context().close();
}
