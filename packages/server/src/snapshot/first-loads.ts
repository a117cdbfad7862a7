import type { StoredSnapshot } from './load-snapshot.ts';

/** Loads of environments that are not in memory yet: a change of theirs finds nothing that it could refresh. */
export interface FirstLoads {
  /** Reads an environment, and what changed meanwhile as long as something did; undefined when it does not exist. */
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
        let snapshot = await read(undefined);
        while (snapshot !== undefined && changed.delete(snapshot.head.applicationId)) {
          snapshot = await read(snapshot);
        }
        return snapshot;
      } finally {
        changes.delete(changed);
      }
    },
    changed(applicationId) {
      for (const changed of changes) changed.add(applicationId);
    },
  };
}
