import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { vitestReporter } from './scripts/vitest-reporter.ts';

/** Real processes of the service, as an operator runs them. */
const ACCEPTANCE = 'src/acceptance/**/*.test.ts';

// biome-ignore lint/style/noDefaultExport: vitest reads the default export.
export default defineConfig({
  test: {
    reporters: ['default', vitestReporter],
    // Tests wait for a database, a process or a pause for a third of their time: three keep two cores busy. As a number,
    // because a share of the cores is never more than all of them.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    // What passes then is listed as a defect; a busy machine keeps nothing else from being told.
    retry: process.env.CI === undefined ? 0 : 1,
    // How long something that is bound to happen may take on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 30_000,
    // A worker runs one file after the other and reads each module once: none of ours keeps state.
    isolate: false,
    projects: [
      { extends: true, test: { name: 'engine', root: 'packages/engine' } },
      { extends: true, test: { name: 'stats', root: 'packages/stats' } },
      { extends: true, test: { name: 'client-core', root: 'packages/client-core' } },
      { extends: true, test: { name: 'contract', root: 'packages/contract' } },
      { extends: true, test: { name: 'messages', root: 'packages/messages' } },
      { extends: true, test: { name: 'console', root: 'packages/console' } },
      { extends: true, test: { name: 'web', root: 'packages/web' } },
      { extends: true, test: { name: 'scripts', root: 'scripts' } },
      {
        extends: true,
        test: {
          name: 'server',
          root: 'packages/server',
          exclude: [...configDefaults.exclude, ACCEPTANCE],
          globalSetup: 'src/testing/global-setup.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'acceptance',
          root: 'packages/server',
          include: [ACCEPTANCE],
          globalSetup: 'src/testing/global-setup.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'sdk',
          root: 'packages/sdk',
          globalSetup: '../server/src/testing/global-setup.ts',
        },
      },
    ],
  },
});
