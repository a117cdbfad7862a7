import type { StoredSnapshot } from './load-snapshot.ts';

/** Loads of environments that are not in memory yet: a change of theirs finds nothing that it could refresh. */
export interface FirstLoads {
  /**
   * Reads an environment, then what changed meanwhile; undefined when it does not exist. What changes during that short
   * second reading, the next save or check finds.
   */
  read(
    read: (held: StoredSnapshot | undefined) => Promise<StoredSnapshot | undefined>,
  ): Promise<StoredSnapshot | undefined>;
  /** Something of the application was saved. */
  changed(applicationId: string): void;
}

export function watchFirstLoads(): FirstLoads {
  /** For each load: the applications that changed since it began to read. */
  const changes = new Set<Set<string>>();
  return {
    async read(read) {
      const changed = new Set<string>();
      changes.add(changed);
      try {
        const snapshot = await read(undefined);
        const isChanged = snapshot !== undefined && changed.has(snapshot.head.applicationId);
        // Once: where one save follows the other, requests would wait for the last one.
        return isChanged ? await read(snapshot) : snapshot;
      } finally {
        changes.delete(changed);
      }
    },
    changed(applicationId) {
      for (const changed of changes) changed.add(applicationId);
    },
  };
}
