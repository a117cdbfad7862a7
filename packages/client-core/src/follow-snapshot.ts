import { createBackOff } from './back-off.ts';
import {
  bringSnapshot,
  type Failure,
  failureOf,
  type SnapshotReport,
  type SnapshotSource,
} from './bring-snapshot.ts';
import { followStream, type StreamTimes } from './follow-stream.ts';
import { pause } from './pause.ts';

export type Trouble =
  | Failure
  /** Snapshots come, but only when asked for. */
  | 'STREAM_LOST';

export interface FollowerReport extends SnapshotReport {
  onConnected(isConnected: boolean): void;
  onTrouble(trouble: Trouble, error: unknown): void;
}

export interface RetryTimes {
  readonly firstRetryMs: number;
  readonly longestRetryMs: number;
  /** A key that opens nothing will not open anything soon; asking on finds out when it was a mistake. */
  readonly refusedRetryMs: { readonly from: number; readonly to: number };
}

export interface FollowerOptions extends SnapshotSource {
  readonly times: StreamTimes & RetryTimes;
  readonly report: FollowerReport;
}

export interface Follower {
  /** Asks for the snapshot at once, at least at this revision. Rejects when it cannot be had. */
  refresh(revision: number): Promise<void>;
  /** Resolves when `closing` was aborted and everything has ended. */
  readonly ended: Promise<void>;
}

/**
 * Asks for the snapshot, then listens to the stream and asks again at each new revision. Whatever
 * goes wrong, it waits and begins anew: so where there is no stream, the waiting makes it a poll.
 */
export function followSnapshot(options: FollowerOptions): Follower {
  const { service, known, times, closing, report } = options;
  const backOff = createBackOff(times);
  let isCurrent = false;
  let fetching: Promise<void> = Promise.resolve();

  /** One after the other, so that an older answer never replaces a newer one. */
  function refresh(revision: number): Promise<void> {
    fetching = fetching.catch(() => {}).then(() => refreshNow(revision));
    return fetching;
  }

  async function refreshNow(revision: number): Promise<void> {
    isCurrent = false;
    await bringSnapshot(options, report, revision);
    isCurrent = true;
  }

  /** Returns how long to wait before the next one. */
  async function attempt(): Promise<number> {
    let wasConnected = false;
    let reconnectMs: number | undefined;
    try {
      await refresh(known().revision);
      await followStream(service, {
        times,
        closing,
        async onEvent(event) {
          backOff.reset();
          wasConnected = true;
          reconnectMs = event.reconnectMs;
          report.onConnected(true);
          const isKnown = event.revision === undefined || event.revision === known().revision;
          if (isKnown) report.onCurrent();
          else await refresh(event.revision);
        },
      });
    } catch (error) {
      if (closing.aborted) return 0;
      const trouble = troubleOf(error);
      if (trouble !== 'STREAM_LOST' || !wasConnected) report.onTrouble(trouble, error);
      if (trouble === 'REFUSED') return between(times.refusedRetryMs);
    } finally {
      report.onConnected(false);
    }
    return reconnectMs ?? backOff.nextMs();
  }

  function troubleOf(error: unknown): Trouble {
    const failure = failureOf(error, options);
    return failure === 'UNREACHABLE' && isCurrent ? 'STREAM_LOST' : failure;
  }

  async function follow(): Promise<void> {
    while (!closing.aborted) {
      const waitMs = await attempt();
      // Nothing is left to do for an application that has come to its end.
      await pause(waitMs, closing);
    }
  }

  return { refresh, ended: follow() };
}

function between({ from, to }: RetryTimes['refusedRetryMs']): number {
  return from + Math.random() * (to - from);
}
