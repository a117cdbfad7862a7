import { defineConfig } from 'vitest/config';

// biome-ignore lint/style/noDefaultExport: vitest reads the default export.
export default defineConfig({
  test: {
    // Tests wait for a database most of the time: one core less would be half of the cores of a small machine.
    maxWorkers: '100%',
    projects: [
      { test: { name: 'engine', root: 'packages/engine' } },
      { test: { name: 'contract', root: 'packages/contract' } },
      { test: { name: 'messages', root: 'packages/messages' } },
      { test: { name: 'console', root: 'packages/console' } },
      {
        test: {
          name: 'server',
          root: 'packages/server',
          globalSetup: 'src/testing/global-setup.ts',
        },
      },
      {
        test: {
          name: 'sdk',
          root: 'packages/sdk',
          globalSetup: '../server/src/testing/global-setup.ts',
        },
      },
    ],
  },
});
