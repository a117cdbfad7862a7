import { type HeldList, listAfter } from '@comporta/client-core/lists/held-list';
import { idsFromBytes, type ListRecord } from '@comporta/client-core/lists/list-records';
import type { ListStore } from '@comporta/client-core/lists/list-store';
import { listKeyOf } from '@comporta/engine/id-lists/sip-hash';
import { inTurns } from '../../platform/base/in-turns.ts';
import type { Log } from '../../platform/base/log.ts';
import { waitAtMost } from '../../platform/base/wait-at-most.ts';
import type { Database } from '../../platform/database/database.ts';
import { isUnavailable } from '../../platform/database/database-errors.ts';
import { queueLoads } from '../queue-loads.ts';
import { readList, readListHeads, type StoredList } from './list-repository.ts';

/** Source: LIF-47. */
const FIRST_LIST_MS = 1_000;
/** New ids of a list are used, and told to clients, so often. Source: LIF-46. */
const APART_MS = 1_000;

interface Options {
  readonly database: Pick<Database, 'sql'>;
  readonly store: ListStore;
  readonly log: Log;
  readonly clock: () => number;
}

export interface StoredLists {
  /** Waits for lists that this node never had, a second at the latest. Newer ids are never waited for. */
  first(ids: ReadonlySet<string>): Promise<void> | undefined;
  /** Brings the lists that are needed up to date: those of one application, or all. */
  follow(applicationId?: string): Promise<void>;
  /** Reads a list now; never rejects. */
  reach(id: string): Promise<void>;
}

/** Keeps the lists of a store as the database has them. */
export function followStoredLists({ database, store, log, clock }: Options): StoredLists {
  const waitedFor = new Set<string>();
  const appliedAtMs = new Map<string, number>();

  const load = queueLoads(async (id): Promise<void> => {
    const next = (await loadAfter(id, store.get(id))) ?? (await loadAfter(id, undefined));
    if (next === undefined || next.version === store.get(id)?.version) return;
    store.put(id, next);
    appliedAtMs.set(id, clock());
  });

  async function loadAfter(id: string, held: HeldList | undefined): Promise<HeldList | undefined> {
    const stored = await readList(database.sql, id, held?.version);
    if (stored === undefined) return undefined;
    if (!stored.isFull && stored.version === held?.version) return held;
    return inTurns(listOf(stored, held));
  }

  async function reach(id: string): Promise<void> {
    try {
      await load(id);
    } catch (error) {
      if (!isUnavailable(error))
        log.error({ err: error, listId: id }, 'a list could not be loaded');
    }
  }

  return {
    reach,
    first(ids) {
      const added = [...ids].filter((id) => store.get(id) === undefined && !waitedFor.has(id));
      if (added.length === 0) return undefined;
      for (const id of added) waitedFor.add(id);
      return waitAtMost(FIRST_LIST_MS, Promise.all(added.map(reach)));
    },
    async follow(applicationId) {
      const needed = [...store.needed()];
      if (needed.length === 0) return;
      for (const { id, version } of await readListHeads(database.sql, needed, applicationId)) {
        const isRecent = clock() - (appliedAtMs.get(id) ?? Number.NEGATIVE_INFINITY) < APART_MS;
        if (store.get(id)?.version !== version && !isRecent) await reach(id);
      }
    },
  };
}

/** The list after what was stored since; undefined when that does not add up. */
function* listOf(
  { parts, key, ...stored }: StoredList,
  held: HeldList | undefined,
): Generator<void, HeldList | undefined> {
  const records: ListRecord[] = [];
  for (const { part, version, ids: bytes } of parts) {
    const ids = idsFromBytes(part, bytes);
    if (ids === undefined) return undefined;
    records.push({ part, ids, version });
    yield;
  }
  return listAfter(held, { ...stored, key: listKeyOf(key), records });
}
