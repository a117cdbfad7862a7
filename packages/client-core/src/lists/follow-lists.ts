import { createBackOff } from '../back-off.ts';
import { describeError } from '../describe-error.ts';
import { pause } from '../pause.ts';
import type { Service } from '../service.ts';
import { type HeldList, listAfter } from './held-list.ts';
import { listChangeIn } from './list-change.ts';
import type { ListStore } from './list-store.ts';
import { listsInText, type ToldLists } from './told-lists.ts';

/** A snapshot waits so long for a list that this reader never had. Source: LIF-47. */
const FIRST_LIST_MS = 1_000;
const RETRIES = { firstRetryMs: 1_000, longestRetryMs: 15_000 };

/** A list that an environment uses. */
export interface ListStatus {
  readonly id: string;
  /** Undefined while it is not loaded: then toggles whose rules use it return their default. */
  readonly version: number | undefined;
  readonly count: number | undefined;
  /** Why it could not be loaded, or not be brought up to date. */
  readonly error: string | undefined;
}

/** The lists of one environment, kept up to date with the service. */
export interface FollowedLists {
  /** Takes note of what the service says of the lists of the environment, and fetches what is not held. */
  told(text: string): void;
  /** Uses what the service says has changed in a list, where it is what changed after what is held. */
  sent(text: string): void;
  /** Takes note of the lists that the snapshot in use names. */
  named(ids: ReadonlySet<string>): void;
  /**
   * Resolves when these lists are loaded, after a second at the latest. Undefined when there is nothing to wait for: a list
   * is waited for once, and newer ids of one that is held never.
   */
  first(ids: ReadonlySet<string>): Promise<void> | undefined;
  /** Starts with lists that were kept, as `read` returns them. */
  restore(ids: ReadonlySet<string>, read: (id: string) => HeldList | undefined): void;
  /** Resolves when no list is being fetched that was not tried yet. */
  settled(): Promise<void>;
  status(): readonly ListStatus[];
  /** Needs no list any more. */
  end(): void;
}

interface Following {
  readonly service: Pick<Service, 'fetchList'>;
  readonly store: ListStore;
  readonly closing: AbortSignal;
  /** Whether what failed is tried again in the background. */
  readonly retries: boolean;
  /** Called when a list cannot be fetched, each time. */
  readonly onTrouble: (id: string, error: unknown) => void;
  /** Called with the lists that nobody in this program needs any more. */
  readonly onForgotten?: ((ids: readonly string[]) => void) | undefined;
}

export function followLists(following: Following): FollowedLists {
  const { service, store, closing, retries, onTrouble, onForgotten } = following;
  let told: ToldLists = new Map();
  let inUse: ReadonlySet<string> = new Set();
  const waitedFor = new Set<string>();
  /** The first attempt of what is being fetched. */
  const attempts = new Map<string, Promise<void>>();
  const errors = new Map<string, string>();
  const owner = {};

  const wanted = () => new Set([...told.keys(), ...inUse]);

  function need(): void {
    const ids = wanted();
    const forgotten = store.need(owner, ids);
    if (forgotten.length > 0) onForgotten?.(forgotten);
    for (const id of errors.keys()) if (!ids.has(id)) errors.delete(id);
  }

  function isBehind(id: string): boolean {
    const held = store.get(id)?.version;
    return held === undefined || held < (told.get(id) ?? 0);
  }

  /** Source: LIF-50: what does not add up is asked for again, all of it. */
  async function fetchNow(id: string): Promise<void> {
    const held = store.get(id);
    const answer = await service.fetchList(id, held?.version, closing);
    const next =
      listAfter(held, answer) ??
      listAfter(undefined, await service.fetchList(id, undefined, closing));
    if (next === undefined) throw new Error(`the ids of the list ${id} do not add up`);
    if (next.version !== held?.version) store.put(id, next);
  }

  /** Never rejects. */
  async function attempt(id: string): Promise<void> {
    try {
      await fetchNow(id);
      errors.delete(id);
    } catch (error) {
      if (closing.aborted || !wanted().has(id)) return;
      errors.set(id, describeError(error));
      onTrouble(id, error);
    }
  }

  /** Fetches until nothing newer was told. A node that answers may not know yet what another one told. */
  async function bring(id: string, first: Promise<void>): Promise<void> {
    const backOff = createBackOff(RETRIES);
    let asked = told.get(id);
    await first;
    while (retries && !closing.aborted && wanted().has(id) && isBehind(id)) {
      if (told.get(id) === asked) await pause(backOff.nextMs(), closing);
      asked = told.get(id);
      if (!closing.aborted && wanted().has(id)) await attempt(id);
    }
    attempts.delete(id);
  }

  function start(id: string): void {
    if (attempts.has(id) || closing.aborted) return;
    const first = attempt(id);
    attempts.set(id, first);
    void bring(id, first);
  }

  return {
    told(text) {
      if (text === '' && told.size === 0) return;
      told = listsInText(text);
      need();
      for (const [id, version] of told) if (store.get(id)?.version !== version) start(id);
    },
    sent(text) {
      const change = listChangeIn(text);
      if (change === undefined) return;
      const { id, from, answer } = change;
      const held = store.get(id);
      // What is being fetched may be older than this.
      const next = held?.version === from && !attempts.has(id) && listAfter(held, answer);
      if (next) store.put(id, next);
    },
    named(ids) {
      if (ids.size === 0 && inUse.size === 0) return;
      inUse = ids;
      need();
      for (const id of ids) if (store.get(id) === undefined) start(id);
    },
    first(ids) {
      const added = [...ids].filter((id) => store.get(id) === undefined && !waitedFor.has(id));
      if (added.length === 0) return undefined;
      for (const id of added) waitedFor.add(id);
      inUse = new Set([...inUse, ...added]);
      need();
      for (const id of added) start(id);
      const loaded = Promise.all(added.map((id) => attempts.get(id)));
      const ended = new AbortController();
      const end = () => ended.abort();
      closing.addEventListener('abort', end);
      return Promise.race([loaded.then(end), pause(FIRST_LIST_MS, ended.signal)]).finally(() => {
        end();
        closing.removeEventListener('abort', end);
      });
    },
    restore(ids, read) {
      inUse = ids;
      need();
      for (const id of ids) {
        const list = read(id);
        if (list !== undefined) store.put(id, list);
      }
    },
    async settled() {
      await Promise.all(attempts.values());
    },
    status: () =>
      [...wanted()].sort().map((id) => {
        const held = store.get(id);
        return { id, version: held?.version, count: held?.count, error: errors.get(id) };
      }),
    end() {
      told = new Map();
      inUse = new Set();
      need();
    },
  };
}
