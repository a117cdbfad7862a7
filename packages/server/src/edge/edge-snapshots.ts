import { compile } from '@comporta/engine/compile';
import { Rejection } from '../platform/base/rejection.ts';
import { KeyIndex } from '../snapshot/key-index.ts';
import type { LoadedSnapshot } from '../snapshot/load-snapshot.ts';
import { CachedSnapshot, type Snapshots } from '../snapshot/snapshots.ts';
import type { KeptSnapshot } from './snapshot-files.ts';

export interface EdgeSnapshots extends Snapshots {
  /** Puts a snapshot in the place of the one before. */
  put(kept: KeptSnapshot): void;
  /** The environment, or its key, is gone: nobody may ask for it any more. */
  drop(environmentId: string): void;
}

interface Feeding {
  /** Whether keys may still turn out to be good ones: nothing has been heard of them yet. */
  readonly isIncomplete: () => boolean;
  /** Resolves when the environment is as new as it can be made. */
  readonly refresh: (environmentId: string, revision: number) => Promise<void>;
}

/** The snapshots that an edge node evaluates: what it was fed last, for ever. */
export function cacheEdgeSnapshots({ isIncomplete, refresh }: Feeding): EdgeSnapshots {
  const byEnvironment = new Map<string, CachedSnapshot<LoadedSnapshot>>();
  const byKey = new KeyIndex<CachedSnapshot<LoadedSnapshot>>();

  function drop(environmentId: string): void {
    const held = byEnvironment.get(environmentId);
    if (held === undefined) return;
    byEnvironment.delete(environmentId);
    byKey.delete(held.snapshot.head.keyHash ?? '');
    held.tell(undefined);
  }

  return {
    ofKey(key) {
      const held = byKey.get(key);
      // A client that is told that its key is wrong may give up; one that is told to wait does not.
      if (held === undefined && isIncomplete()) throw new Rejection('SERVICE_UNAVAILABLE');
      return held;
    },
    ofEnvironment: async (environmentId) => byEnvironment.get(environmentId),
    async reachRevision({ id, snapshot }, revision) {
      if (snapshot.head.revision < revision) await refresh(id, revision);
    },
    put({ snapshot: source, sent, keyHash }) {
      const { environment, application, revision } = source;
      const head = {
        ...environment,
        applicationId: application.id,
        applicationName: application.name,
        revision,
        keyHash,
      };
      const held = byEnvironment.get(head.id);
      const snapshot = {
        head,
        source,
        sent,
        compiled: compile(source, held?.snapshot.compiled),
        loadedAtMs: performance.now(),
      };
      if (held?.snapshot.head.keyHash !== keyHash) drop(head.id);
      const current = byEnvironment.get(head.id) ?? new CachedSnapshot<LoadedSnapshot>(snapshot);
      current.snapshot = snapshot;
      byEnvironment.set(head.id, current);
      byKey.set(keyHash, current);
      current.tell(snapshot);
    },
    drop,
  };
}
