import { defineConfig } from '@playwright/test';
import { BROWSER_ARGUMENTS, findBrowser } from './browser.ts';

// biome-ignore lint/style/noDefaultExport: Playwright reads the default export.
export default defineConfig({
  testDir: '.',
  globalSetup: './global-setup.ts',
  testMatch: '*.spec.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  retries: process.env.CI === undefined ? 0 : 2,
  // A worker waits during half of its time, so three of them keep two cores busy.
  workers: 3,
  reporter: [['list'], ['./reporter.ts']],
  // These only end tests that hang; no other test should come near them, even on a busy machine.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  use: {
    // Recording every run would take a third of the time of a test.
    trace: 'on-first-retry',
    viewport: { width: 1280, height: 800 },
    permissions: ['clipboard-read', 'clipboard-write'],
    launchOptions: { ...findBrowser(), args: [...BROWSER_ARGUMENTS] },
  },
});
