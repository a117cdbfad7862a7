import type { Log } from '../platform/base/log.ts';
import { hashSecret } from '../platform/base/secrets.ts';
import { createTally, type Tally } from '../platform/base/tally.ts';
import { waitAtMost } from '../platform/base/wait-at-most.ts';
import type { Database } from '../platform/database/database.ts';
import { rejectionOfDatabaseError } from '../platform/database/database-errors.ts';
import { doPeriodically } from '../platform/database/periodic-work.ts';
import { isWellFormedKey } from '../platform/identity/environment-key.ts';
import { listenForChanges } from './change-listener.ts';
import { KEY_KINDS, keyHashOf } from './key-kind.ts';
import { loadSnapshot } from './load-snapshot.ts';
import { queueLoads } from './queue-loads.ts';
import { rememberMissing } from './remember-missing.ts';
import { type CachedStoredSnapshot, SnapshotCache } from './snapshot-cache.ts';
import {
  type EnvironmentHead,
  findEnvironmentOfKey,
  listKeyedEnvironments,
  listKeyedEnvironmentsOf,
  readHeads,
} from './snapshot-repository.ts';
import type { Access, Snapshots } from './snapshots.ts';

const CHECK_INTERVAL_MS = 1_000;
const PRELOADED_ENVIRONMENTS = 1_000;
/** Nobody waits longer than this to see what is already saved: the next check brings it. */
const CATCH_UP_MS = 2_000;

interface HeldEnvironment {
  readonly id: string;
  readonly revision: number;
  readonly ageSeconds: number;
}

export interface StoredSnapshots extends Snapshots {
  /** What this node answers from. */
  held(): HeldEnvironment[];
  /** Brings what is held of an application up to date, so that callers that ask afterwards see it; waits 2 s at most. */
  refreshApplication(applicationId: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Holds the snapshots that this node evaluates. They stay while the database is away; when it is
 * there, a notification brings each change at once and a check every second finds what it missed.
 */
export function cacheSnapshots(
  database: Database,
  log: Log,
  changes: Tally<'by'> = createTally('by'),
): StoredSnapshots {
  const registry = new SnapshotCache();

  const refresh = queueLoads(async (environmentId): Promise<CachedStoredSnapshot | undefined> => {
    const before = registry.get(environmentId)?.snapshot;
    const snapshot = await loadSnapshot(database.sql, environmentId, before);
    if (snapshot !== undefined) return registry.put(snapshot);
    registry.drop(environmentId);
    return undefined;
  });

  const loadOfKey = rememberMissing(async (keyHash): Promise<Access | undefined> => {
    const environmentId = await findEnvironmentOfKey(database.sql, keyHash);
    const held = environmentId === undefined ? undefined : await refresh(environmentId);
    const kind = KEY_KINDS.find((one) => held && keyHashOf(held.snapshot.head, one) === keyHash);
    return kind && held?.accesses[kind];
  });
  const loadEnvironment = rememberMissing(refresh);

  /** Reloads whatever is behind what the database says. */
  async function check(): Promise<void> {
    if (registry.size === 0) return;
    const heads = await readHeads(
      database.sql,
      registry.all().map(({ id }) => id),
    );
    const stored = new Map(heads.map((head) => [head.id, head]));
    for (const held of registry.all()) {
      const head = stored.get(held.id);
      if (head !== undefined && isSame(held.snapshot.head, head)) continue;
      changes.add('looking');
      await refresh(held.id);
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
    const held = registry
      .all()
      .filter(({ snapshot }) => snapshot.head.applicationId === applicationId);
    return waitAtMost(
      CATCH_UP_MS,
      attempt(() => Promise.all(held.map(({ id }) => refresh(id)))),
    );
  }

  /** What has a key is held before anybody asks with it: by then the database may be away. */
  async function preload(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      const isFull = registry.size >= PRELOADED_ENVIRONMENTS;
      if (!isFull && registry.get(id) === undefined) await refresh(id);
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

  const listener = listenForChanges(() => database.url, {
    onChange: (applicationId) => {
      changes.add('notification');
      void followChange(applicationId);
    },
    onConnected: () => void attempt(catchUp),
  });
  const checks = doPeriodically(CHECK_INTERVAL_MS, check, log);

  return {
    held: () =>
      registry.all().map(({ id, snapshot: { head, loadedAtMs } }) => ({
        id,
        revision: head.revision,
        ageSeconds: (performance.now() - loadedAtMs) / 1_000,
      })),
    ofKey(key) {
      // Text that is not one of our keys is refused without asking the database at all.
      return registry.ofKey(key) ?? (isWellFormedKey(key) ? loadOfKey(hashSecret(key)) : undefined);
    },
    async ofEnvironment(environmentId) {
      return registry.get(environmentId) ?? loadEnvironment(environmentId);
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

function isSame(
  held: EnvironmentHead,
  { revision, keyHash, clientKeyHash }: Awaited<ReturnType<typeof readHeads>>[number],
): boolean {
  return (
    held.revision === revision &&
    held.keyHash === keyHash &&
    keyHashOf(held, 'CLIENT_KEY') === clientKeyHash
  );
}
