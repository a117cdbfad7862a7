import { setTimeout as pause } from 'node:timers/promises';
import { followStream } from './follow-stream.ts';
import { type KnownSnapshot, type Service, ServiceRefusal } from './service.ts';
import type { FetchedSnapshot } from './snapshot-file.ts';

const FIRST_RETRY_MS = 1_000;
/** A key that opens nothing will not open anything soon; asking on finds out when it was a mistake. */
const REFUSED_RETRY_MS = 60_000;

export interface FreshnessReport {
  /** A new snapshot. What this throws counts as a failure, and the snapshot is asked for again. */
  onSnapshot(fetched: FetchedSnapshot): void;
  /** What is held was the newest there is a moment ago. */
  onCurrent(): void;
  onConnected(isConnected: boolean): void;
  /** Snapshots come, but only when asked for. */
  onStreamLost(error: unknown): void;
  onUnreachable(error: unknown): void;
  onRefused(error: unknown): void;
}

interface Freshness {
  readonly service: Service;
  readonly known: KnownSnapshot;
  readonly pollIntervalMs: number;
  readonly closing: AbortSignal;
  readonly report: FreshnessReport;
}

/**
 * Asks for the snapshot, then listens to the stream and asks again at each new revision. Whatever
 * goes wrong, it waits and begins anew: so where there is no stream, the waiting makes it a poll.
 */
export async function keepFresh({
  service,
  known: knownAtFirst,
  pollIntervalMs,
  closing,
  report,
}: Freshness): Promise<void> {
  let known = knownAtFirst;
  let failures = 0;
  let isCurrent = false;

  /** The service's word counts, even for an older revision: a backup may have been restored. */
  async function refresh(revision: number): Promise<void> {
    isCurrent = false;
    const fetched = await service.fetchSnapshot({ ...known, revision }, closing);
    if (fetched !== undefined) {
      report.onSnapshot(fetched);
      known = { revision: fetched.snapshot.revision, entityTag: fetched.entityTag };
    }
    isCurrent = true;
    report.onCurrent();
  }

  /** Returns how long to wait before the next one. */
  async function attempt(): Promise<number> {
    let wasConnected = false;
    let reconnectMs: number | undefined;
    try {
      await refresh(known.revision);
      await followStream(service, closing, async (heard) => {
        failures = 0;
        wasConnected = true;
        reconnectMs = heard.reconnectMs;
        report.onConnected(true);
        if (heard.revision === undefined || heard.revision === known.revision) report.onCurrent();
        else await refresh(heard.revision);
      });
    } catch (error) {
      if (closing.aborted) return 0;
      if (isRefusal(error)) {
        report.onRefused(error);
        return REFUSED_RETRY_MS * (1 + 4 * Math.random());
      }
      if (!isCurrent) report.onUnreachable(error);
      else if (!wasConnected) report.onStreamLost(error);
    } finally {
      report.onConnected(false);
    }
    return reconnectMs ?? backOffMs();
  }

  /** Full jitter: whoever lost the service at the same moment comes back spread over time. */
  function backOffMs(): number {
    const longest = Math.min(pollIntervalMs, FIRST_RETRY_MS * 2 ** failures);
    failures++;
    return Math.random() * longest;
  }

  while (!closing.aborted) {
    const waitMs = await attempt();
    // Nothing is left to do for an application that has come to its end.
    await pause(waitMs, undefined, { signal: closing, ref: false }).catch(() => {});
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof ServiceRefusal && (error.status === 401 || error.status === 403);
}
