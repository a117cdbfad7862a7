import type { TestProject } from 'vitest/node';
import { openTestCluster } from './test-cluster.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    testCluster: { readonly url: string; readonly template: string };
  }
}

/** Run by vitest once, before the first test file of the server; what it returns, after the last. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Not in config.ts: the service does not know this variable.
  const { url, template, close } = await openTestCluster(process.env.TEST_DATABASE_URL);
  project.provide('testCluster', { url, template });
  return close;
}
