import { pause } from './pause.ts';
import { followStream, type StreamTimes } from './follow-stream.ts';
import {
  type FetchedSnapshot,
  type KnownSnapshot,
  type Service,
  ServiceRefusal,
} from './service.ts';

export type Trouble =
  /** Snapshots come, but only when asked for. */
  | 'STREAM_LOST'
  | 'UNREACHABLE'
  /** The key opens nothing. */
  | 'REFUSED'
  /** What came could not be taken over. */
  | 'UNUSABLE';

export interface FollowerReport {
  /** A new snapshot. What this throws is UNUSABLE, and the snapshot is asked for again. */
  onSnapshot(fetched: FetchedSnapshot): void | Promise<void>;
  /** What is held was the newest there is a moment ago. */
  onCurrent(): void;
  onConnected(isConnected: boolean): void;
  onTrouble(trouble: Trouble, error: unknown): void;
}

export interface RetryTimes {
  readonly firstRetryMs: number;
  readonly longestRetryMs: number;
  /** A key that opens nothing will not open anything soon; asking on finds out when it was a mistake. */
  readonly refusedRetryMs: { readonly from: number; readonly to: number };
}

interface FollowerOptions {
  readonly service: Service;
  /** What is held now. */
  readonly known: () => KnownSnapshot;
  readonly times: StreamTimes & RetryTimes;
  /** Whether an answer says that the key opens nothing, or only that somebody is in the way. */
  readonly isRefusal: (refusal: ServiceRefusal) => boolean;
  readonly closing: AbortSignal;
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
  let failures = 0;
  let isCurrent = false;
  let fetching: Promise<void> = Promise.resolve();

  /** One after the other, so that an older answer never replaces a newer one. */
  function refresh(revision: number): Promise<void> {
    fetching = fetching.catch(() => {}).then(() => refreshNow(revision));
    return fetching;
  }

  /** The service's word counts, even for an older revision: a backup may have been restored. */
  async function refreshNow(revision: number): Promise<void> {
    isCurrent = false;
    const fetched = await service.fetchSnapshot({ ...known(), revision }, closing);
    if (fetched !== undefined) await takeOver(fetched);
    isCurrent = true;
    report.onCurrent();
  }

  async function takeOver(fetched: FetchedSnapshot): Promise<void> {
    try {
      await report.onSnapshot(fetched);
    } catch (error) {
      throw new Unusable('The snapshot could not be taken over', { cause: error });
    }
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
          failures = 0;
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
    return reconnectMs ?? backOffMs();
  }

  function troubleOf(error: unknown): Trouble {
    if (error instanceof ServiceRefusal && options.isRefusal(error)) return 'REFUSED';
    if (error instanceof Unusable) return 'UNUSABLE';
    return isCurrent ? 'STREAM_LOST' : 'UNREACHABLE';
  }

  /** Full jitter: whoever lost the service at the same moment comes back spread over time. */
  function backOffMs(): number {
    const longest = Math.min(times.longestRetryMs, times.firstRetryMs * 2 ** failures);
    failures++;
    return Math.random() * longest;
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

class Unusable extends Error {
  override readonly name = 'Unusable';
}

function between({ from, to }: RetryTimes['refusedRetryMs']): number {
  return from + Math.random() * (to - from);
}
