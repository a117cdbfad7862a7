import { askSnapshot } from '@comporta/client-core/ask-snapshot';
import { type FollowerOptions, followSnapshot } from '@comporta/client-core/follow-snapshot';
import { STREAM_TIMES } from '@comporta/client-core/follow-stream';
import { followLists, type ListStatus } from '@comporta/client-core/lists/follow-lists';
import type { HeldList } from '@comporta/client-core/lists/held-list';
import { storeLists } from '@comporta/client-core/lists/list-store';
import { LONGEST_MS } from '@comporta/client-core/pause';
import type { KnownSnapshot, Service } from '@comporta/client-core/service';
import type { ClientOptions } from '../client-options.ts';
import type { createClientState } from '../client-state.ts';
import type { Logger } from '../logger.ts';
import { type CurrentSnapshot, holdSnapshot, type NextValues } from './current-snapshot.ts';
import { firstSnapshot } from './first-snapshot.ts';
import { listTroubles } from './list-troubles.ts';
import type { SnapshotKeeper } from './snapshot-keeper.ts';
import { unreadableToggles } from './unreadable-toggles.ts';

/** A new revision that changed some toggles. */
export interface Change {
  readonly revision: number;
  /** Names of the toggles whose definition changed, also through a target group, a property or another toggle. */
  readonly toggles: readonly string[];
}

/** The snapshot that a client evaluates, kept up to date with the service. */
export interface FollowedValues {
  readonly current: () => CurrentSnapshot | undefined;
  /** When the values were last known to be the newest; undefined when they never were. */
  currentAt(): Date | undefined;
  /** Whether the service pushes changes. */
  isConnected(): boolean;
  /** Takes note of what an answer about the snapshot tells of lists. */
  readonly toldLists: (text: string) => void;
  /** The lists that the environment uses. */
  readonly lists: () => readonly ListStatus[];
  /** Asks the service now. Never rejects. */
  ask(): Promise<void>;
  /** Resolves when following has ended after `closing`; undefined when the client is not live. */
  readonly ended: Promise<void> | undefined;
}

interface Following {
  readonly options: Pick<ClientOptions, 'live' | 'bootstrap' | 'pollIntervalMs'>;
  readonly service: Service;
  readonly keeper: SnapshotKeeper | undefined;
  readonly state: ReturnType<typeof createClientState>;
  readonly logger: Logger;
  readonly closing: AbortSignal;
  readonly onChange: (change: Change) => void;
}

const POLL_INTERVAL_MS = 15_000;
const FIRST_RETRY_MS = 1_000;
const REFUSED_RETRY_MS = { from: 60_000, to: 300_000 };

/** Starts with the kept snapshot or the bootstrap, then applies the snapshots of the service. */
export function followValues(following: Following): FollowedValues {
  const { options, service, keeper, state, logger, closing, onChange } = following;
  const store = storeLists(onList);
  const lists = followLists({
    service,
    store,
    closing,
    retries: options.live !== false,
    onTrouble: listTroubles(logger),
    onForgotten: keeper?.lists.forget,
  });
  const held = holdSnapshot(store);
  const tellUnreadable = unreadableToggles(logger);
  const first = firstSnapshot({ kept: keeper?.kept, bootstrap: options.bootstrap }, logger);
  let currentAt = first?.fetchedAt;
  let isConnected = false;
  let known: KnownSnapshot = {
    revision: first?.snapshot.revision ?? 0,
    entityTag: first?.entityTag,
  };
  if (first !== undefined) {
    const next = held.prepare(first);
    if (keeper !== undefined) lists.restore(next.lists, keeper.lists.read);
    next.take();
    lists.named(next.lists);
    tellUnread();
  }
  /** Counts what arrived: of two snapshots that wait for lists, the later one is used. */
  let arrived = 0;

  /** Uses new values, and tells which toggles they change. */
  function take(next: NextValues, entityTag: string | undefined): void {
    const isFirst = held.current() === undefined;
    const toggles = next.take();
    lists.named(next.lists);
    const now = held.current();
    if (now === undefined) return;
    const { source, sent } = now;
    known = { revision: source.revision, entityTag };
    tellUnread();
    keeper?.keep({ snapshot: source, sent, entityTag, fetchedAt: new Date() });
    if (!isFirst && toggles.length > 0) onChange({ revision: source.revision, toggles });
  }

  /** The same, but values that name a list for the first time wait for it: no toggle passes through its default. */
  function takeWithLists(next: NextValues, entityTag: string | undefined): void | Promise<void> {
    arrived += 1;
    const mine = arrived;
    const loading = lists.first(next.lists);
    if (loading === undefined) return take(next, entityTag);
    return loading.then(() => {
      if (mine === arrived && !closing.aborted) take(next, entityTag);
    });
  }

  /** Uses the new ids of a list, and tells which toggles they may change. */
  function onList(id: string, list: HeldList): void {
    keeper?.lists.keep(id, list);
    const toggles = held.applyList(id);
    const now = held.current();
    if (toggles.length === 0 || now === undefined) return;
    tellUnread();
    onChange({ revision: now.source.revision, toggles });
  }

  function tellUnread(): void {
    const now = held.current();
    if (now !== undefined) tellUnreadable(now);
  }

  const report: FollowerOptions['report'] = {
    onSnapshot: (fetched) => takeWithLists(held.prepare(fetched), fetched.entityTag),
    onChanges(changes) {
      const next = held.prepareChanges(known.entityTag, changes);
      if (next === undefined) return false;
      const taking = takeWithLists(next, changes.to);
      return taking === undefined ? true : taking.then(() => true);
    },
    onLists: lists.told,
    onParts: lists.sent,
    onCurrent() {
      currentAt = new Date();
      if (state.current() !== 'STARTING' && state.current() !== 'READY') {
        state.forgetComplaint();
        logger.info('Comporta: values are up to date again');
      }
      state.enter('READY');
    },
    onConnected(now) {
      isConnected = now;
      if (now) state.forgetComplaint();
    },
    onTrouble(trouble, error) {
      state.complain(trouble, error);
      if (trouble === 'REFUSED') state.enter('REFUSED');
      else if (trouble !== 'STREAM_LOST') {
        state.enter(held.current() === undefined ? 'UNREACHABLE' : 'STALE');
      }
    },
  };
  const source: FollowerOptions = {
    service,
    known: () => known,
    times: {
      ...STREAM_TIMES,
      firstRetryMs: FIRST_RETRY_MS,
      longestRetryMs: pollIntervalOf(options),
      refusedRetryMs: REFUSED_RETRY_MS,
    },
    // Even from a proxy: the values stay, and the client retries with the key.
    isRefusal: ({ status }) => status === 401 || status === 403,
    closing,
    report,
  };
  const follower = options.live === false ? undefined : followSnapshot(source);
  const askNow = follower
    ? // The follower has reported the error already, and retries.
      () => follower.refresh(known.revision).catch(() => {})
    : askSnapshot(source);
  return {
    current: held.current,
    currentAt: () => currentAt,
    isConnected: () => isConnected,
    toldLists: lists.told,
    lists: lists.status,
    async ask() {
      await askNow();
      await lists.settled();
    },
    ended: follower?.ended,
  };
}

/** The default for anything but a positive number: NaN, from a missing setting, would mean retries without a pause. */
function pollIntervalOf({ pollIntervalMs = 0 }: Following['options']): number {
  return pollIntervalMs > 0 ? Math.min(pollIntervalMs, LONGEST_MS) : POLL_INTERVAL_MS;
}
