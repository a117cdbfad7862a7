import { availableParallelism } from 'node:os';
import path from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/longest-first.ts';
import { vitestReporter } from './scripts/vitest-reporter.ts';

/** Tests with real processes of the service, as an operator runs them. */
const ACCEPTANCE = 'server/src/acceptance/**/*.test.ts';
/** Tests with the engine of ClickHouse, which `npm run test:clickhouse` installs. */
const CLICKHOUSE = 'server/src/event-store/clickhouse/engine/**/*.test.ts';
/** Whether each test is tried twice: see docs/testing.md. */
const FAILS_FIRST_TRY = process.env.FAIL_FIRST_TRY !== undefined;

// biome-ignore lint/style/noDefaultExport: vitest reads the default export.
export default defineConfig({
  test: {
    reporters: ['default', vitestReporter],
    // Tests spend a third of their time waiting for a database, a process or a pause, so three workers keep two cores
    // busy. This is a number, because a percentage cannot exceed the number of cores.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    // A test that passes on the retry is listed as a defect, but a busy machine does not fail the run.
    retry: process.env.CI === undefined && !FAILS_FIRST_TRY ? 0 : 1,
    setupFiles: FAILS_FIRST_TRY
      ? [path.join(import.meta.dirname, 'scripts/fail-first-try.ts')]
      : [],
    // Timeouts only for tests that hang; no other test should come near them, even on a busy machine.
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A worker runs its files one after the other and loads each module once, which is safe: our modules keep no state.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // As few projects as possible: each has its own workers, which load all modules again.
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
          exclude: [...configDefaults.exclude, ACCEPTANCE, CLICKHOUSE],
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
          // One of these tests starts and kills the service twenty times.
          testTimeout: 600_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'clickhouse',
          root: 'packages',
          include: [CLICKHOUSE],
          globalSetup: 'server/src/testing/global-setup.ts',
          testTimeout: 600_000,
        },
      },
    ],
  },
});
