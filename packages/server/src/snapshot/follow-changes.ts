import type { Log } from '../platform/base/log.ts';
import type { Tally } from '../platform/base/tally.ts';
import { waitAtMost } from '../platform/base/wait-at-most.ts';
import type { Database } from '../platform/database/database.ts';
import { isUnavailable, rejectionOfDatabaseError } from '../platform/database/database-errors.ts';
import { doPeriodically } from '../platform/database/periodic-work.ts';
import { listenForChanges } from './change-listener.ts';
import type { FirstLoads } from './first-loads.ts';
import { keyHashOf } from './key-kind.ts';
import { PRELOADED_ENVIRONMENTS, type SnapshotBudget } from './snapshot-budget.ts';
import type { HeldEnvironment, SnapshotCache } from './snapshot-cache.ts';
import {
  type EnvironmentHead,
  type KeyedEnvironment,
  listKeyedEnvironments,
  listKeyedEnvironmentsOf,
  partOf,
  readFingerprints,
  readHeads,
} from './snapshot-repository.ts';
import type { Snapshots } from './snapshots.ts';

const CHECK_INTERVAL_MS = 1_000;
/** A caller waits at most this long for a saved change; after that, the next check loads it. */
const CATCH_UP_MS = 2_000;
const NOT_LOADED = 'a snapshot could not be loaded';

interface Followed {
  readonly database: Database;
  readonly log: Log;
  /** Counts the followed changes by how they were noticed: by notification or by a check. */
  readonly changes: Tally<'by'>;
  readonly registry: SnapshotCache;
  readonly budget: SnapshotBudget;
  /** Reloads an environment into the registry. */
  readonly refresh: (environmentId: string) => Promise<unknown>;
  readonly firstLoads: Pick<FirstLoads, 'changed'>;
  /** Brings lists of ids up to date: those of an application, or all. */
  readonly followLists: (applicationId?: string) => Promise<void>;
}

/**
 * Keeps the registry up to date with the database: each change sends a notification at once, and a check every
 * second finds those that were missed.
 */
export function followChanges(followed: Followed) {
  const { database, log, changes, registry, budget, refresh, firstLoads, followLists } = followed;
  /** The environments that could not be loaded, each logged once until it can be. */
  const failed = new Set<string>();

  /** Reloads one environment of several: if it cannot be loaded, the others still are. */
  async function refreshOne(environmentId: string): Promise<void> {
    try {
      await refresh(environmentId);
      failed.delete(environmentId);
    } catch (error) {
      if (isUnavailable(error)) throw error;
      if (!failed.has(environmentId)) log.error({ err: error, environmentId }, NOT_LOADED);
      failed.add(environmentId);
    }
  }

  /** The fingerprints that the last check has seen. */
  let seen: ReadonlyMap<number, string> = new Map();
  /** What a change may have passed by while it was being loaded. */
  const unchecked = new Set<string>();

  /** Reloads every environment that is older than in the database. Of what did not change, nothing is read. */
  async function check(): Promise<void> {
    if (registry.size === 0) return;
    for (const id of registry.takeLoaded()) unchecked.add(id);
    const fingerprints = await readFingerprints(database.sql);
    const mayDiffer = (id: string) =>
      fingerprints.get(partOf(id)) !== seen.get(partOf(id)) || unchecked.has(id) || failed.has(id);
    const held = registry.all().filter(({ id }) => mayDiffer(id));
    if (held.length > 0) await compare(held);
    seen = fingerprints;
    unchecked.clear();
  }

  async function compare(environments: readonly HeldEnvironment[]): Promise<void> {
    const ids = environments.map(({ id }) => id);
    const stored = new Map((await readHeads(database.sql, ids)).map((head) => [head.id, head]));
    for (const { id, snapshot } of environments) {
      const head = stored.get(id);
      if (head !== undefined && isSame(snapshot.head, head)) continue;
      changes.add('looking');
      await refreshOne(id);
    }
  }

  /** Does not reject: the cached snapshots still answer after a failure, and the next check tries again. */
  async function attempt(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (rejectionOfDatabaseError(error) === undefined) {
        log.error({ err: error }, NOT_LOADED);
      }
    }
  }

  function refreshApplication(applicationId: string): Promise<void> {
    firstLoads.changed(applicationId);
    const held = registry
      .all()
      .filter(({ snapshot }) => snapshot.head.applicationId === applicationId);
    return waitAtMost(
      CATCH_UP_MS,
      attempt(async () => {
        // In sequence: rows of several at once would be turned into objects in one turn of the event loop.
        for (const { id } of held) if (registry.has(id)) await refreshOne(id);
        await followLists(applicationId);
      }),
    );
  }

  async function reachRevision(
    { id, snapshot }: Parameters<Snapshots['reachRevision']>[0],
    revision: number,
  ): Promise<void> {
    if (snapshot.head.revision >= revision) return;
    await waitAtMost(
      CATCH_UP_MS,
      attempt(() => refresh(id)),
    );
  }

  /** Loads environments with a key before the first request: by then the database may be unavailable. */
  async function preload(keyed: readonly KeyedEnvironment[]): Promise<void> {
    for (const { id, unseenMs } of keyed) {
      if (registry.has(id) || !budget.mayPreload(id)) continue;
      await refreshOne(id);
      registry.get(id)?.asked(unseenMs ?? Number.POSITIVE_INFINITY);
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

  const caughtUp = Promise.withResolvers<void>();
  const listener = listenForChanges(
    { url: () => database.url, pulse: database.pulse },
    {
      onChange: (applicationId) => {
        changes.add('notification');
        void followChange(applicationId);
      },
      onConnected: () => void attempt(catchUp).then(caughtUp.resolve),
    },
  );
  /** Drops nothing while the database is away: then the check fails, or the pulse knows it first. */
  async function checkAndMakeRoom(): Promise<void> {
    await check();
    await followLists();
    if (database.pulse.away() === undefined) budget.makeRoom();
  }
  const checks = doPeriodically(CHECK_INTERVAL_MS, checkAndMakeRoom, log);

  return {
    refreshApplication,
    reachRevision,
    caughtUp: caughtUp.promise,
    async close(): Promise<void> {
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
