import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/longest-first.ts';
import { vitestReporter } from './scripts/vitest-reporter.ts';

/** Real processes of the service, as an operator runs them. */
const ACCEPTANCE = 'server/src/acceptance/**/*.test.ts';

// biome-ignore lint/style/noDefaultExport: vitest reads the default export.
export default defineConfig({
  test: {
    reporters: ['default', vitestReporter],
    // Tests wait for a database, a process or a pause for a third of their time: three keep two cores busy. As a number,
    // because a share of the cores is never more than all of them.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    // What passes then is listed as a defect; a busy machine keeps nothing else from being told.
    retry: process.env.CI === undefined ? 0 : 1,
    // These end what hangs; no test is to come near them, however busy the machine is.
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A worker runs one file after the other and reads each module once: none of ours keeps state.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // As few as there are needs: each has workers of its own, which read all modules for themselves.
    projects: [
      {
        extends: true,
        test: {
          name: 'packages',
          include: ['packages/*/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          exclude: [...configDefaults.exclude, 'packages/{server,sdk}/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          root: 'packages',
          include: ['{server,sdk}/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ACCEPTANCE],
          globalSetup: 'server/src/testing/global-setup.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'acceptance',
          root: 'packages',
          include: [ACCEPTANCE],
          globalSetup: 'server/src/testing/global-setup.ts',
          // One of them starts twenty services, and kills them.
          testTimeout: 600_000,
        },
      },
    ],
  },
});
