import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const USUAL_PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:/Program Files/Google/Chrome/Application/chrome.exe',
];

/**
 * What a whole Chromium does for somebody who looks at its windows: pages of its own behind each
 * address bar, and processes held ready. It takes half of the time of a test.
 */
const FOR_ITS_WINDOWS = [
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
  'PreloadTopChromeWebUI',
  'SpareRendererForSitePerProcess',
];
/** What Playwright turns off by itself: the last list given is the one that counts. */
const OFF_FOR_PLAYWRIGHT = [
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'AimEnabled',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

export const BROWSER_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  // A process less for each test: all its pages are of one service.
  '--disable-site-isolation-trials',
  `--disable-features=${[...OFF_FOR_PLAYWRIGHT, ...FOR_ITS_WINDOWS].join(',')}`,
] as const;

/**
 * The path of a Chromium; a machine that has none gets one, from Debian when root, else from Playwright, and is told so
 * before anything is done.
 * @param places where one may be already
 */
export function findBrowser(
  places: readonly string[] = [...USUAL_PLACES, chromium.executablePath()],
): string {
  const path = process.env.CHROMIUM_PATH ?? installed(places) ?? fetched(places);
  if (path === undefined) {
    throw new Error('No Chromium was found and none could be fetched: set CHROMIUM_PATH to one.');
  }
  return path;
}

function installed(places: readonly string[]): string | undefined {
  return places.find((path) => existsSync(path));
}

function fetched(places: readonly string[]): string | undefined {
  process.stderr.write(
    'No Chromium was found, so one is installed now, as the next lines say. To use your own, set CHROMIUM_PATH.\n',
  );
  return fromDebian(places) ?? fromPlaywright(places);
}

/** The browser without its windows: what Playwright drives anyway, at half the work of the whole one. */
const DEBIAN_PACKAGES = ['chromium-headless-shell', 'fonts-liberation'];

function fromDebian(places: readonly string[]): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  run('apt-get', ['update', '-qq']);
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...DEBIAN_PACKAGES]);
  return installed(places);
}

function fromPlaywright(places: readonly string[]): string | undefined {
  run('npx', ['--no-install', 'playwright', 'install', 'chromium']);
  return installed(places);
}

function run(command: string, parameters: readonly string[]): void {
  process.stderr.write(`> ${command} ${parameters.join(' ')}\n`);
  spawnSync(command, parameters, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}
