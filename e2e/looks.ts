import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { catalogueOf } from '@comporta/messages/catalogue';
import { openCompanyLogin } from '@comporta/server/testing/providers/company-login';
import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './accessibility.ts';
import type { Application, Company } from './company.ts';
import { cutTexts } from './cut-texts.ts';
import { identityScreens } from './demo/identity-screens.ts';
import { fillLargeCompany } from './demo/large-company.ts';
import {
  createManyEnvironments,
  createRightToLeft,
  type StrangeApplication,
} from './demo/strange-applications.ts';
import { openPath } from './every-path.ts';
import { idsOf } from './imported.ts';
import { openOwnConsole } from './own-console.ts';

/**
 * Takes pictures of the main screens in every look, to be looked at: `npm run looks -- [look …] [screen …]`. They are
 * of a large company, of an application with 100 environments, of one whose texts run from right to left, and with
 * `identity` of each step about who comes in. Prints what is cut in them, and writes what a screen reader gets of the latter.
 */

const FOLDER = join(import.meta.dirname, '../test-reports/looks');

interface Look {
  readonly language: 'en' | 'pt';
  readonly width: number;
  readonly height: number;
  readonly dark?: true;
  readonly forced?: true;
  /** The direction of the whole page; absent: left to right. */
  readonly direction?: 'rtl';
  /** How far the page is enlarged; absent: not at all. */
  readonly zoom?: number;
}

const DESKTOP = { width: 1280, height: 800 } as const;
const PHONE = { width: 390, height: 844 } as const;

const LOOKS: Readonly<Record<string, Look>> = {
  light: { language: 'en', ...DESKTOP },
  dark: { language: 'pt', ...DESKTOP, dark: true },
  forced: { language: 'en', ...DESKTOP, dark: true, forced: true },
  'forced-light': { language: 'pt', ...DESKTOP, forced: true },
  wide: { language: 'pt', width: 1920, height: 1080 },
  half: { language: 'pt', width: 1024, height: 768 },
  tablet: { language: 'pt', width: 768, height: 1024 },
  phone: { language: 'en', ...PHONE },
  'phone-dark': { language: 'pt', ...PHONE, dark: true },
  'phone-pt': { language: 'pt', ...PHONE },
  zoomed: { language: 'pt', width: 320, height: 256, zoom: 4 },
  'right-to-left': { language: 'en', ...DESKTOP, direction: 'rtl' },
  'phone-right-to-left': { language: 'en', ...PHONE, direction: 'rtl' },
};

/** The addresses of screens by their names. */
type Screens = Readonly<Record<string, string>>;

async function screensOf(company: Company, { id, environments }: Application): Promise<Screens> {
  const application = `/applications/${id}`;
  const production = environments.find(({ name }) => name === 'Production')?.id;
  const environment = `${application}/environments/${production}`;
  const [toggles, experiments, groups, properties, metrics, users, requests] = await Promise.all([
    idsOf(company, `/api/apps/${id}/toggles`, 'name'),
    idsOf(company, `/api/apps/${id}/envs/${production}/experiments`, 'toggleName'),
    idsOf(company, `/api/apps/${id}/target-groups`, 'name'),
    idsOf(company, `/api/apps/${id}/properties`, 'key'),
    idsOf(company, `/api/apps/${id}/metrics`, 'key'),
    idsOf(company, '/api/users', 'name'),
    askForChanges(company, id, production),
  ]);
  const ruled = 'checkout.redesign';
  const measured = experiments['checkout.one-page'];
  return {
    dashboard: '/dashboard',
    overview: '/overview',
    toggles: `${application}/toggles`,
    toggle: `${application}/toggles/${toggles[ruled]}`,
    'toggle-new': `${application}/toggles/new`,
    experiments: `${environment}/experiments`,
    experiment: `${environment}/experiments/${experiments[ruled]}`,
    'experiment-new': `${environment}/experiments/new`,
    results: `${environment}/experiments/${measured}/results`,
    planner: `${environment}/experiments/${experiments[ruled]}/results/plan`,
    analyses: `${application}/analyses`,
    metrics: `${application}/metrics`,
    metric: `${application}/metrics/${metrics.revenue}`,
    'id-lists': `${application}/id-lists`,
    'id-list-new': `${application}/id-lists/new`,
    'target-groups': `${application}/target-groups`,
    'target-group': `${application}/target-groups/${groups['Large carts']}`,
    properties: `${application}/properties`,
    property: `${application}/properties/${properties.country}`,
    playground: `${environment}/playground?uid=u-381&p.country=PT`,
    'audit-log': `${application}/audit-logs`,
    'whole-audit-log': '/audit-logs',
    'change-requests': `${application}/change-requests`,
    'change-request': `${application}/change-requests/${requests}`,
    deleted: `${application}/deleted`,
    compare: `${application}/compare`,
    application,
    settings: `${application}/config`,
    'environment-key': `${application}/env/${production}/reset`,
    users: '/users',
    user: `/users/${Object.values(users)[1]}`,
    profile: '/profile',
    help: '/help',
    forbidden: '/forbidden',
  };
}

/** Files a change request in Production, and deletes a toggle. Resolves with the id of the request. */
async function askForChanges(company: Company, appId: string, environmentId = ''): Promise<string> {
  const path = `/api/apps/${appId}/envs/${environmentId}/experiments`;
  const running = await idsOf(company, path, 'toggleName');
  const pause = { type: 'experiment', action: 'PAUSE', environmentId };
  const request = await company.call<{ id: string }>('POST', `/api/apps/${appId}/change-requests`, {
    ...{ title: 'Pause the new checkout for the night', submit: true },
    steps: [{ edits: [{ ...pause, id: running['checkout.redesign'] }] }],
  });
  const toggles = await idsOf(company, `/api/apps/${appId}/toggles`, 'name');
  await company.call('DELETE', `/api/apps/${appId}/toggles/${toggles['checkout.guest.app']}`);
  return request.id;
}

function strangeScreens(prefix: string, strange: StrangeApplication): Screens {
  const { id, production, toggleId, experimentId } = strange;
  const application = `/applications/${id}`;
  const environment = `${application}/environments/${production}`;
  return {
    [`${prefix}-toggles`]: `${application}/toggles`,
    [`${prefix}-toggle`]: `${application}/toggles/${toggleId}`,
    [`${prefix}-experiments`]: `${environment}/experiments`,
    [`${prefix}-experiment`]: `${environment}/experiments/${experimentId}`,
    [`${prefix}-playground`]: `${environment}/playground?uid=u-381`,
    [`${prefix}-audit-log`]: `${application}/audit-logs`,
    [`${prefix}-compare`]: `${application}/compare`,
    [`${prefix}-application`]: application,
  };
}

/** Takes the picture of one screen, and prints what is cut in it. */
async function takePicture(
  page: Page,
  file: string,
  { path, direction = 'ltr' }: { path: string; direction: string | undefined },
): Promise<void> {
  await openPath(page, path).catch((error: Error) => {
    process.stdout.write(`${file}: ${error.message}\n`);
  });
  await page.evaluate((dir) => {
    document.documentElement.dir = dir;
  }, direction);
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: join(FOLDER, `${file}.png`), animations: 'disabled' });
  for (const text of await cutTexts(page)) process.stdout.write(`${file}: cut: ${text}\n`);
}

/** Takes the picture of a screen that is reached by hand, whole, and writes what a screen reader gets. */
async function takeReached(page: Page, file: string, reach: () => Promise<void>): Promise<void> {
  try {
    await reach();
    await page.waitForLoadState('networkidle');
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  } catch (error) {
    process.stdout.write(`${file}: ${error}\n`);
  }
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({
    path: join(FOLDER, `${file}.png`),
    animations: 'disabled',
    fullPage: (await page.locator('dialog[open]').count()) === 0,
  });
  await writeFile(join(FOLDER, `${file}.yml`), await page.locator('body').ariaSnapshot());
  await expectAccessible(page).catch(({ message }: Error) => process.stdout.write(message));
  await expectNoSidewaysScroll(page).catch(() => process.stdout.write(`${file}: scrolls\n`));
  for (const text of await cutTexts(page)) process.stdout.write(`${file}: cut: ${text}\n`);
}

const asked = process.argv.slice(2);
const isOfIdentity = (name: string) => /^(in|own|admin)-/.test(name);
const ofIdentity = asked.includes('identity') || asked.some(isOfIdentity);
await using console = await openOwnConsole(
  ofIdentity ? { IDENTITY_ALLOW_CIDRS: '127.0.0.0/8' } : {},
);
const { company, service } = console;
await using login = ofIdentity ? await openCompanyLogin() : undefined;
const reached = login === undefined ? {} : await identityScreens({ service, company, login });
const screens = ofIdentity ? {} : await allScreens();

async function allScreens(): Promise<Screens> {
  const large = await fillLargeCompany(company, service.databaseUrl);
  return {
    ...(await screensOf(company, large)),
    ...strangeScreens('world', await createManyEnvironments(company)),
    ...strangeScreens('arabic', await createRightToLeft(company)),
  };
}

const askedOr = (names: readonly string[]) => {
  const chosen = names.filter((name) => asked.includes(name));
  return chosen.length > 0 ? chosen : names;
};
for (const name of askedOr(Object.keys(LOOKS))) {
  const { language, width, height, dark, forced, direction, zoom } = LOOKS[name] as Look; // Its own key.
  await mkdir(join(FOLDER, name), { recursive: true });
  await company.call('POST', `/api/users/me/lang/${language}`);
  const options = {
    locale: language === 'pt' ? 'pt-BR' : 'en-GB',
    viewport: { width, height },
    deviceScaleFactor: zoom ?? 1,
    colorScheme: dark ? 'dark' : 'light',
    forcedColors: forced ? 'active' : 'none',
    reducedMotion: 'reduce',
  } as const;
  const page = await console.openAdminPage(options);
  for (const screen of askedOr(Object.keys(screens))) {
    await takePicture(page, join(name, screen), { path: screens[screen] ?? '', direction });
  }
  await page.context().close();
  for (const screen of askedOr(Object.keys(reached))) {
    const own = await console.openPage(options);
    await own.addInitScript((chosen) => {
      localStorage.setItem('comporta.visitor-language', JSON.stringify(chosen));
    }, language);
    const view = { page: own, m: catalogueOf(language), language };
    await takeReached(own, join(name, screen), async () => reached[screen]?.(view));
    await own.context().close();
  }
}
process.stdout.write(`${FOLDER}\n`);
