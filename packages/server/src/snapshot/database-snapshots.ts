import type { Log } from '../platform/base/log.ts';
import { hashSecret } from '../platform/base/secrets.ts';
import { waitAtMost } from '../platform/base/wait-at-most.ts';
import type { Database } from '../platform/database/database.ts';
import { rejectionOfDatabaseError } from '../platform/database/database-errors.ts';
import { doPeriodically } from '../platform/database/periodic-work.ts';
import { isWellFormedKey } from '../platform/identity/environment-key.ts';
import { listenForChanges } from './change-listener.ts';
import { HeldByKey } from './held-by-key.ts';
import { loadSnapshot, type StoredSnapshot } from './load-snapshot.ts';
import { rememberMissing } from './remember-missing.ts';
import {
  findEnvironmentOfKey,
  listKeyedEnvironments,
  listKeyedEnvironmentsOf,
  readHeads,
} from './snapshot-repository.ts';
import { Held, type Snapshots } from './snapshots.ts';

const CHECK_INTERVAL_MS = 1_000;
const PRELOADED_ENVIRONMENTS = 1_000;
/** Longer nobody waits to see what is already saved: the next check brings it. */
const CATCH_UP_MS = 2_000;

export interface StoredSnapshots extends Snapshots {
  /** Brings what is held of an application up to date, so that whoever asks afterwards sees it; waits 2 s at most. */
  refreshApplication(applicationId: string): Promise<void>;
  close(): Promise<void>;
}

type HeldStored = Held<StoredSnapshot>;

/**
 * Holds the snapshots that this node evaluates. They stay while the database is away; when it is
 * there, a notification brings each change at once and a check every second finds what it missed.
 */
export function holdSnapshots(database: Database, log: Log): StoredSnapshots {
  const byEnvironment = new Map<string, HeldStored>();
  const byKey = new HeldByKey<HeldStored>();
  const loading = new Map<string, Promise<HeldStored | undefined>>();
  const waiting = new Map<string, Promise<HeldStored | undefined>>();

  /** Loads, or brings up to date. A call during a load waits for one that starts after it. */
  function refresh(environmentId: string): Promise<HeldStored | undefined> {
    const running = loading.get(environmentId);
    if (running === undefined) return start(environmentId);
    const next =
      waiting.get(environmentId) ?? running.catch(() => undefined).then(() => start(environmentId));
    waiting.set(environmentId, next);
    return next;
  }

  function start(environmentId: string): Promise<HeldStored | undefined> {
    waiting.delete(environmentId);
    const load = loadInto(environmentId).finally(() => loading.delete(environmentId));
    loading.set(environmentId, load);
    return load;
  }

  async function loadInto(environmentId: string): Promise<HeldStored | undefined> {
    const held = byEnvironment.get(environmentId);
    const before = held?.snapshot;
    const snapshot = await loadSnapshot(database.sql, environmentId, before);
    if (snapshot === undefined) {
      if (held !== undefined) drop(held);
      return undefined;
    }
    const current = held ?? new Held(snapshot);
    current.snapshot = snapshot;
    byEnvironment.set(environmentId, current);
    const keyChanged = before !== undefined && before.head.keyHash !== snapshot.head.keyHash;
    if (keyChanged && before.head.keyHash !== null) byKey.delete(before.head.keyHash);
    if (snapshot.head.keyHash !== null) byKey.set(snapshot.head.keyHash, current);
    if (keyChanged) current.tell(undefined);
    else if (before !== undefined && before.compiled !== snapshot.compiled) current.tell(snapshot);
    return current;
  }

  function drop(held: HeldStored): void {
    byEnvironment.delete(held.id);
    if (held.snapshot.head.keyHash !== null) byKey.delete(held.snapshot.head.keyHash);
    held.tell(undefined);
  }

  const loadOfKey = rememberMissing(async (keyHash): Promise<HeldStored | undefined> => {
    const environmentId = await findEnvironmentOfKey(database.sql, keyHash);
    const held = environmentId === undefined ? undefined : await refresh(environmentId);
    return held?.snapshot.head.keyHash === keyHash ? held : undefined;
  });
  const loadEnvironment = rememberMissing(refresh);

  /** Reloads whatever is behind what the database says. */
  async function check(): Promise<void> {
    if (byEnvironment.size === 0) return;
    const heads = await readHeads(database.sql, [...byEnvironment.keys()]);
    const stored = new Map(heads.map((head) => [head.id, head]));
    for (const held of byEnvironment.values()) {
      const { revision, keyHash } = held.snapshot.head;
      const head = stored.get(held.id);
      if (head?.revision !== revision || head.keyHash !== keyHash) await refresh(held.id);
    }
  }

  /** Memory goes on answering when this fails; the next check tries again. */
  async function attempt(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (rejectionOfDatabaseError(error) === undefined) {
        log.error({ err: error }, 'snapshot not loaded');
      }
    }
  }

  function refreshApplication(applicationId: string): Promise<void> {
    const held = [...byEnvironment.values()].filter(
      ({ snapshot }) => snapshot.head.applicationId === applicationId,
    );
    return waitAtMost(
      CATCH_UP_MS,
      attempt(() => Promise.all(held.map(({ id }) => refresh(id)))),
    );
  }

  /** What has a key is held before anybody asks with it: by then the database may be away. */
  async function preload(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      const isFull = byEnvironment.size >= PRELOADED_ENVIRONMENTS;
      if (!isFull && !byEnvironment.has(id)) await refresh(id);
    }
  }

  async function followChange(applicationId: string): Promise<void> {
    await refreshApplication(applicationId);
    await attempt(async () => {
      await preload(await listKeyedEnvironmentsOf(database.sql, applicationId));
    });
  }

  async function catchUp(): Promise<void> {
    await check();
    await preload(await listKeyedEnvironments(database.sql, PRELOADED_ENVIRONMENTS));
  }

  const listener = listenForChanges(database.url, {
    onChange: (applicationId) => void followChange(applicationId),
    onConnected: () => void attempt(catchUp),
  });
  const checks = doPeriodically(CHECK_INTERVAL_MS, check, log);

  return {
    ofKey(key) {
      // A text that is no key of ours is refused without asking the database at all.
      return byKey.get(key) ?? (isWellFormedKey(key) ? loadOfKey(hashSecret(key)) : undefined);
    },
    async ofEnvironment(environmentId) {
      return byEnvironment.get(environmentId) ?? loadEnvironment(environmentId);
    },
    refreshApplication,
    async reachRevision({ id, snapshot }, revision) {
      if (snapshot.head.revision >= revision) return;
      await waitAtMost(
        CATCH_UP_MS,
        attempt(() => refresh(id)),
      );
    },
    async close() {
      await checks.close();
      await listener.close();
    },
  };
}
