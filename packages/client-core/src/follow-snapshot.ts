import { createBackOff } from './back-off.ts';
import {
  bringSnapshot,
  type Failure,
  failureOf,
  type SnapshotReport,
  type SnapshotSource,
  used,
} from './bring-snapshot.ts';
import { dueWith } from './change-set.ts';
import {
  followStream,
  type SentChanges,
  type StreamEvent,
  type StreamTimes,
} from './follow-stream.ts';
import { pause } from './pause.ts';
import { ServiceRefusal } from './service.ts';

/** A service that is too busy says when to come again; a wrong value must not stop a client for long. Source: CLT-06. */
const RETRY_AFTER_MOST_MS = 5 * 60_000;

export type Trouble =
  | Failure
  /** Snapshots can be fetched, but the stream of changes is unavailable. */
  | 'STREAM_LOST';

export interface FollowerReport extends SnapshotReport {
  /** Called with what changed in the snapshot held. Resolves with whether it was applied: else it is fetched whole. */
  onChanges(changes: SentChanges): boolean | Promise<boolean>;
  /** Called with what the stream tells of the lists of the environment. */
  onLists(text: string): void;
  /** Called with what changed in one of them, before that. */
  onParts(text: string): void;
  onConnected(isConnected: boolean): void;
  onTrouble(trouble: Trouble, error: unknown): void;
}

export interface RetryTimes {
  readonly firstRetryMs: number;
  readonly longestRetryMs: number;
  /** A rejected key rarely becomes valid soon, but it may have been a mistake. So the client retries, seldom. */
  readonly refusedRetryMs: { readonly from: number; readonly to: number };
  /** Reconnects after `firstRetryMs` at most, although the service asks its many clients to spread over a longer time. */
  readonly isUrgent?: boolean;
}

export interface FollowerOptions extends SnapshotSource {
  readonly times: StreamTimes & RetryTimes;
  readonly report: FollowerReport;
}

export interface Follower {
  /** Requests the snapshot at once, at least at this revision. Rejects when it cannot be fetched or applied. */
  refresh(revision: number): Promise<void>;
  /** Resolves after `closing` was aborted, when everything has ended. */
  readonly ended: Promise<void>;
}

/**
 * Fetches the snapshot, then listens to the stream, which sends what changes, or a new revision, at which it fetches again.
 * After any error it waits and starts over; it then asks the stream first, which may send all that was missed. Without a
 * stream, this loop is a poll.
 */
export function followSnapshot(options: FollowerOptions): Follower {
  const { service, known, times, closing, report } = options;
  const backOff = createBackOff(times);
  let isCurrent = false;
  /** Whether the stream is asked first: the last one ended when nothing was left to do. */
  let canResume = false;
  let fetching: Promise<void> = Promise.resolve();

  /** Runs one after the other, so that nothing older ever replaces something newer. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    fetching = fetching.catch(() => {}).then(work);
    return fetching;
  }

  const refresh = (revision: number) => inTurn(() => refreshNow(revision));

  async function refreshNow(revision: number): Promise<void> {
    isCurrent = false;
    await bringSnapshot(options, report, revision);
    isCurrent = true;
  }

  async function takeNow(changes: SentChanges): Promise<void> {
    const due = dueWith(known().entityTag, changes);
    const isHeld =
      due === 'APPLY' ? await used(() => report.onChanges(changes)) : due === 'CURRENT';
    if (!isHeld) return refreshNow(changes.revision);
    isCurrent = true;
    report.onCurrent();
  }

  /** `told` is the last revision that this stream announced. */
  async function catchUp(event: StreamEvent, told: number): Promise<void> {
    const { changes, lists, parts } = event;
    if (parts !== undefined) return report.onParts(parts);
    if (lists !== undefined) return report.onLists(lists);
    if (changes !== undefined) return inTurn(() => takeNow(changes));
    // The node that answered may not know the revision yet that another one announced: a heartbeat asks again.
    const { revision } = known();
    const isKnown = event.revision === undefined ? revision >= told : revision === told;
    if (isKnown) report.onCurrent();
    else await refresh(told);
  }

  /** Returns how long to wait before the next attempt, in milliseconds. */
  async function attempt(): Promise<number> {
    let wasConnected = false;
    let reconnectMs: number | undefined;
    let told = 0;
    const resumes = canResume;
    canResume = false;
    try {
      if (!resumes) await refresh(known().revision);
      const following = followStream(service, {
        times,
        closing,
        tag: known().entityTag,
        async onEvent(event) {
          backOff.reset();
          wasConnected = true;
          reconnectMs = event.reconnectMs;
          report.onConnected(true);
          told = event.revision ?? told;
          canResume = false;
          await catchUp(event, told);
          canResume = true;
        },
      });
      await following.catch(async (error: unknown) => {
        // Whether only the stream is away, or the service.
        if (resumes && !wasConnected && !closing.aborted) await refresh(known().revision);
        throw error;
      });
    } catch (error) {
      if (closing.aborted) return 0;
      const trouble = troubleOf(error);
      if (trouble !== 'STREAM_LOST' || !wasConnected) report.onTrouble(trouble, error);
      if (trouble === 'REFUSED') return between(times.refusedRetryMs);
      const askedMs = error instanceof ServiceRefusal ? error.retryAfterMs : 0;
      if (askedMs > 0) return Math.min(askedMs, RETRY_AFTER_MOST_MS) + backOff.nextMs();
    } finally {
      report.onConnected(false);
    }
    return times.isUrgent || reconnectMs === undefined ? backOff.nextMs() : reconnectMs;
  }

  function troubleOf(error: unknown): Trouble {
    const failure = failureOf(error, options);
    return failure === 'UNREACHABLE' && isCurrent ? 'STREAM_LOST' : failure;
  }

  async function follow(): Promise<void> {
    while (!closing.aborted) {
      // The pause keeps the process alive, as an open stream does: whether it ends must not depend on the network.
      await pause(await attempt(), closing);
    }
  }

  return { refresh, ended: follow() };
}

function between({ from, to }: RetryTimes['refusedRetryMs']): number {
  return from + Math.random() * (to - from);
}
