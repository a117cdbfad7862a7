import { storeLists } from '@comporta/client-core/lists/list-store';
import { listsUsedBy } from '@comporta/engine/compile';
import { isWellFormedKey } from '../identity/keys/environment-key.ts';
import type { Log } from '../platform/base/log.ts';
import { hashSecret } from '../platform/base/secrets.ts';
import { createTally, type Tally } from '../platform/base/tally.ts';
import type { Database } from '../platform/database/database.ts';
import { watchFirstLoads } from './first-loads.ts';
import { followChanges } from './follow-changes.ts';
import { keepPacking } from './keep-packing.ts';
import { followStoredLists } from './lists/stored-lists.ts';
import { toldListsOf, usesListOf } from './lists/used-lists.ts';
import { loadInTurn } from './load-in-turn.ts';
import { loadSnapshot, type StoredSnapshot, withLists } from './load-snapshot.ts';
import { unpackSnapshot } from './pack-snapshot.ts';
import { queueLoads } from './queue-loads.ts';
import { rememberMissing } from './remember-missing.ts';
import { keepWithinBudget } from './snapshot-budget.ts';
import { type CachedStoredSnapshot, SnapshotCache } from './snapshot-cache.ts';
import { findCompanyOf, findEnvironmentOfKey } from './snapshot-repository.ts';
import type { Access, Snapshots } from './snapshots.ts';
import { UNREADABLE_WARNING, unreadableIn } from './unreadable.ts';

interface HeldEnvironment {
  readonly id: string;
  readonly revision: number;
  readonly ageSeconds: number;
}

export interface StoredSnapshots extends Snapshots {
  /** The environments in the memory of this node. */
  held(): HeldEnvironment[];
  /** How many toggles these count for, and whether those in use do not fit into the budget. */
  budget(): { readonly toggles: number; readonly isOver: boolean };
  /** Reloads the cached environments of an application, so that later requests see a save; waits at most 2 s. */
  refreshApplication(applicationId: string): Promise<void>;
  /** Resolves when environments with a key were loaded once, or could not be. */
  readonly caughtUp: Promise<void>;
  close(): Promise<void>;
}

interface CacheOptions {
  /** Counts the followed changes by how they were noticed. */
  readonly changes?: Tally<'by'>;
  /** Counts the environments that were dropped from memory. */
  readonly dropped?: Tally<never>;
  /** How many toggles the environments in memory may have together. */
  readonly mostToggles?: number;
  /** How many of these may be ready to be evaluated without having been asked for in the last seconds. */
  readonly openToggles?: number;
  readonly clock?: () => number;
}

const NONE: ReadonlySet<string> = new Set();

/** Caches the snapshots that this node evaluates. They stay while the database is unavailable, else follow it. */
export function cacheSnapshots(
  database: Database,
  log: Log,
  {
    changes = createTally('by'),
    dropped = createTally(),
    mostToggles: most = Number.POSITIVE_INFINITY,
    openToggles,
    clock = () => performance.now(),
  }: CacheOptions = {},
): StoredSnapshots {
  const registry = new SnapshotCache(clock, (id) => lists.need(id, NONE));
  const budget = keepWithinBudget({ registry, most, log, dropped, clock });
  const inTurn = loadInTurn();
  const lists = storeLists((id) => {
    for (const { snapshot } of registry.open()) {
      if (usesListOf(snapshot, id)) registry.put(withLists(snapshot, lists));
    }
  });
  const storedLists = followStoredLists({ database, store: lists, log, clock });
  const firstLoads = watchFirstLoads();
  const packing = keepPacking({ registry, log, clock, most: openToggles });

  /** The environment, ready to be evaluated, if it is in memory. */
  const open = queueLoads(async (environmentId): Promise<CachedStoredSnapshot | undefined> => {
    const packed = registry.packed(environmentId);
    if (packed === undefined) return registry.get(environmentId);
    const snapshot = await withItsLists(await unpackSnapshot(packed.snapshot, lists));
    // It may have been dropped meanwhile.
    return registry.packed(environmentId) === packed ? registry.put(snapshot) : undefined;
  });

  const refresh = queueLoads(async (environmentId): Promise<CachedStoredSnapshot | undefined> => {
    const before = (await open(environmentId))?.snapshot;
    const read = async (held: StoredSnapshot | undefined) => {
      const snapshot = await loadSnapshot(database.sql, environmentId, { held, lists });
      return snapshot && (await withItsLists(snapshot));
    };
    const snapshot = await (before === undefined ? firstLoads.read(read) : read(before));
    if (snapshot !== undefined) {
      warnOfUnreadable(snapshot, before);
      return registry.put(snapshot);
    }
    registry.drop(environmentId);
    return undefined;
  });

  /** Waits for lists that this node never had; then no toggle passes through its default. */
  async function withItsLists(snapshot: StoredSnapshot): Promise<StoredSnapshot> {
    const used = listsUsedBy(snapshot.compiled);
    lists.need(snapshot.head.id, used);
    if (used.size === 0) return snapshot;
    await storedLists.first(used);
    const isCurrent = toldListsOf(snapshot.compiled, lists) === snapshot.lists;
    return isCurrent ? snapshot : withLists(snapshot, lists);
  }

  function warnOfUnreadable({ source }: StoredSnapshot, before: StoredSnapshot | undefined): void {
    const unreadable = unreadableIn(source);
    const known = before === undefined ? [] : unreadableIn(before.source);
    if (unreadable.some((one) => !known.includes(one)))
      log.warn({ unreadable }, UNREADABLE_WARNING);
  }

  const loadOfKey = rememberMissing(
    async (keyHash, network: string): Promise<Access | undefined> => {
      // Not ended when the caller goes away, because others may wait for the same key.
      const sql = database.callers({ company: network });
      const environmentId = await findEnvironmentOfKey(sql, keyHash);
      const held = environmentId === undefined ? undefined : await load(environmentId);
      return held && registry.accessOf(held.id, keyHash);
    },
  );
  const loadEnvironment = rememberMissing(load);
  const following = followChanges({
    database,
    log,
    changes,
    registry,
    budget,
    refresh,
    firstLoads,
    followLists: storedLists.follow,
  });

  /** Only what changed is read of an environment in memory; others are read in turn. */
  async function load(environmentId: string): Promise<CachedStoredSnapshot | undefined> {
    if (registry.has(environmentId)) return refresh(environmentId);
    const company = await findCompanyOf(database.sql, environmentId);
    if (company === undefined) return undefined;
    const loaded = await inTurn(company, () => refresh(environmentId));
    loaded?.asked();
    return loaded;
  }

  return {
    held: () =>
      registry.all().map(({ id, snapshot: { head, loadedAtMs } }) => ({
        id,
        revision: head.revision,
        ageSeconds: (performance.now() - loadedAtMs) / 1_000,
      })),
    budget: () => ({ toggles: registry.toggles, isOver: budget.isOver() }),
    async ofKey(key, network = () => '') {
      const held = registry.ofKey(key);
      // Text that does not have the form of a key is refused without a query.
      if (held !== undefined || !isWellFormedKey(key)) return held;
      const keyHash = hashSecret(key);
      const packed = registry.packedOfKey(keyHash);
      if (packed === undefined) await loadOfKey(keyHash, network());
      else await open(packed);
      // Found by the key and not by its hash, so that it is known from now on.
      return registry.ofKey(key);
    },
    lists,
    reachList: storedLists.reach,
    ofKnownKey: (key) => registry.ofKnownKey(key),
    async ofEnvironment(environmentId) {
      if (registry.packed(environmentId) !== undefined) await open(environmentId);
      return registry.ask(environmentId) ?? loadEnvironment(environmentId);
    },
    refreshApplication: following.refreshApplication,
    reachRevision: following.reachRevision,
    caughtUp: following.caughtUp,
    async close(): Promise<void> {
      await packing.close();
      await following.close();
    },
  };
}
