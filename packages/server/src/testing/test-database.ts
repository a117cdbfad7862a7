import { inject } from 'vitest';
import { copyTemplate, type TestDatabase } from './test-cluster.ts';

export type { TestDatabase } from './test-cluster.ts';

/** A migrated, empty database for one test file. */
export function createTestDatabase(): Promise<TestDatabase> {
  return copyTemplate(inject('testCluster'));
}
