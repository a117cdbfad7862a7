import { compileInSteps } from '@comporta/engine/compile';
import { inTurns } from '../platform/base/in-turns.ts';
import { Rejection } from '../platform/base/rejection.ts';
import { KeyIndex } from '../snapshot/key-index.ts';
import { KEY_KINDS, keyHashOf } from '../snapshot/key-kind.ts';
import type { LoadedSnapshot } from '../snapshot/load-snapshot.ts';
import type { Access } from '../snapshot/snapshots.ts';
import { CachedSnapshot, type Snapshots } from '../snapshot/snapshots.ts';
import type { KeptSnapshot } from './snapshot-files.ts';

export interface EdgeSnapshots extends Snapshots {
  /** Replaces the snapshot of an environment, unless the signal is aborted before it is compiled. */
  put(kept: KeptSnapshot, closing?: AbortSignal): Promise<void>;
  /** Removes an environment that was deleted or whose key is no longer valid. */
  drop(environmentId: string): void;
}

interface Feeding {
  /** Whether unknown keys may still turn out to be valid, because the upstream has not answered yet. */
  readonly isIncomplete: () => boolean;
  /** Resolves when the environment is as new as it can be made. */
  readonly refresh: (environmentId: string, revision: number) => Promise<void>;
}

/** Caches the snapshots that an edge node evaluates: the last ones that it got, without expiry. */
export function cacheEdgeSnapshots({ isIncomplete, refresh }: Feeding): EdgeSnapshots {
  const byEnvironment = new Map<string, CachedSnapshot<LoadedSnapshot>>();
  const byKey = new KeyIndex<Access>();

  function drop(environmentId: string): void {
    const held = byEnvironment.get(environmentId);
    if (held === undefined) return;
    byEnvironment.delete(environmentId);
    for (const kind of KEY_KINDS) byKey.delete(keyHashOf(held.snapshot.head, kind) ?? '');
    held.tell(undefined);
  }

  return {
    async ofKey(key) {
      const held = byKey.get(key);
      // A client may give up after a 401; after a 503, it retries.
      if (held === undefined && isIncomplete()) throw new Rejection('SERVICE_UNAVAILABLE');
      return held;
    },
    ofKnownKey: (key) => byKey.known(key),
    ofEnvironment: async (environmentId) => byEnvironment.get(environmentId),
    async reachRevision({ id, snapshot }, revision) {
      if (snapshot.head.revision < revision) await refresh(id, revision);
    },
    async put({ snapshot: source, sent, keyHash }, closing) {
      const { environment, application, revision } = source;
      const { id, name } = environment;
      const head = {
        id,
        accountId: application.id,
        name,
        applicationId: application.id,
        applicationName: application.name,
        revision,
        // Empty for an environment that has only a client key.
        keyHash: keyHash || null,
        // An edge node stores nothing.
        countsBulk: false,
        clients: environment.clients,
      };
      const steps = compileInSteps(source, byEnvironment.get(id)?.snapshot.compiled);
      const compiled = await inTurns(steps);
      if (closing?.aborted) return;
      const held = byEnvironment.get(id);
      const snapshot = { head, source, sent, compiled, loadedAtMs: performance.now() };
      const current = held ?? new CachedSnapshot<LoadedSnapshot>(snapshot);
      for (const kind of KEY_KINDS) {
        const before = held === undefined ? null : keyHashOf(held.snapshot.head, kind);
        const now = keyHashOf(head, kind);
        if (before !== null && before !== now) byKey.delete(before);
        if (now !== null) byKey.set(now, current.accesses[kind]);
      }
      current.snapshot = snapshot;
      byEnvironment.set(id, current);
      current.tell(snapshot);
    },
    drop,
  };
}
