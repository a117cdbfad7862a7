import type { TestProject } from 'vitest/node';
import { openTestCluster, type TestCluster } from './test-cluster.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    testCluster: Omit<TestCluster, 'close'>;
  }
}

/** Vitest runs this once before the first test file of the server, and the returned function after the last. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Read here and not in config.ts, because the service does not know this variable.
  const { close, ...cluster } = await openTestCluster(process.env.TEST_DATABASE_URL);
  project.provide('testCluster', cluster);
  return close;
}
