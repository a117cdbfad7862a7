import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import {
  type Browser,
  HEADLESS_SHELL,
  type HeadlessShell,
  openHeadlessShell,
} from './headless-shell.ts';

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
  // What V8 compiles and collects beside the page, and what is drawn beside it, takes as much from the other workers.
  '--js-flags=--single-threaded',
  '--num-raster-threads=1',
  `--disable-features=${[...OFF_FOR_PLAYWRIGHT, ...FOR_ITS_WINDOWS].join(',')}`,
] as const;

/** Where a browser may be had from. */
interface Sources {
  /** A package of npm and its version. */
  readonly shell?: HeadlessShell;
  /** Where one may be installed already. */
  readonly places?: readonly string[];
}

/**
 * The browser named by CHROMIUM_PATH; else the one that npm has; else this machine's, or Playwright's own. What is
 * fetched is said before it is.
 */
export function findBrowser({
  shell = HEADLESS_SHELL,
  places = [...USUAL_PLACES, chromium.executablePath()],
}: Sources = {}): Browser {
  const named = process.env.CHROMIUM_PATH;
  const browser = named === undefined ? openHeadlessShell(shell) : { executablePath: named };
  const executablePath = browser?.executablePath ?? installed(places) ?? fetched(places);
  if (executablePath === undefined) {
    throw new Error('No Chromium was found and none could be fetched: set CHROMIUM_PATH to one.');
  }
  return { ...browser, executablePath };
}

function installed(places: readonly string[]): string | undefined {
  return places.find((path) => existsSync(path));
}

function fetched(places: readonly string[]): string | undefined {
  process.stderr.write(
    'No Chromium was found: Playwright fetches one. To use your own, set CHROMIUM_PATH.\n',
  );
  const parameters = ['--no-install', 'playwright', 'install', 'chromium'];
  spawnSync('npx', parameters, { stdio: ['ignore', 'ignore', 'inherit'] });
  return installed(places);
}
