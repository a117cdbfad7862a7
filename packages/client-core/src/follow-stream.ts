import { startIdleTimeout } from './idle-timeout.ts';
import { createEventReader } from './server-sent-events.ts';
import type { Service } from './service.ts';

export interface StreamTimes {
  /** The server sends its revision at once. If none arrives in this time, a proxy buffers the stream. */
  readonly firstRevisionMs: number;
  readonly silenceMs: number;
}

/** The server sends a heartbeat every 20 seconds. */
export const STREAM_TIMES: StreamTimes = { firstRevisionMs: 10_000, silenceMs: 50_000 };

/** One part of the stream, as it arrived. */
export interface StreamEvent {
  /** Undefined for a heartbeat. */
  readonly revision: number | undefined;
  readonly reconnectMs: number | undefined;
}

interface Following {
  readonly times: StreamTimes;
  readonly closing: AbortSignal;
  readonly onEvent: (event: StreamEvent) => Promise<void>;
}

/**
 * Listens until the stream ends, and calls `onEvent` from the first revision on. Of revisions that arrive together,
 * only the last is passed on. Rejects when the stream is unavailable, breaks or falls silent.
 */
export async function followStream(
  service: Service,
  { times, closing, onEvent }: Following,
): Promise<void> {
  const idle = startIdleTimeout(closing);
  idle.extend(times.firstRevisionMs);
  const events = createEventReader();
  let hasSpoken = false;
  try {
    for await (const text of await service.openStream(idle.signal)) {
      const event = events.read(text).findLast(({ name }) => name === 'revision');
      const revision = event && revisionIn(event.data);
      hasSpoken ||= revision !== undefined;
      if (!hasSpoken) continue;
      idle.pause();
      await onEvent({ revision, reconnectMs: events.reconnectMs() });
      idle.extend(times.silenceMs);
    }
  } finally {
    idle.end();
  }
  if (!hasSpoken) throw new Error('The stream ended before it sent an event');
}

function revisionIn(data: string): number | undefined {
  try {
    const { revision } = Object(JSON.parse(data));
    return typeof revision === 'number' ? revision : undefined;
  } catch {
    return undefined;
  }
}
