import { startIdleTimeout } from './idle-timeout.ts';
import { createEventReader } from './server-sent-events.ts';
import type { Service } from './service.ts';

export interface StreamTimes {
  /** The server says its revision at once; a proxy that collects answers before it passes them on does not. */
  readonly firstRevisionMs: number;
  readonly silenceMs: number;
}

/** The server gives a sign of life every 20 seconds. */
export const STREAM_TIMES: StreamTimes = { firstRevisionMs: 10_000, silenceMs: 50_000 };

/** What a part of the stream said. */
export interface StreamEvent {
  /** Undefined for a sign of life. */
  readonly revision: number | undefined;
  readonly reconnectMs: number | undefined;
}

interface Following {
  readonly times: StreamTimes;
  readonly closing: AbortSignal;
  readonly onEvent: (event: StreamEvent) => Promise<void>;
}

/**
 * Listens from the first revision on, until the stream ends; of revisions that came together it
 * passes on the last. Rejects when the stream cannot be had, breaks or falls silent.
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
  if (!hasSpoken) throw new Error('The stream ended before it said anything');
}

function revisionIn(data: string): number | undefined {
  try {
    const { revision } = Object(JSON.parse(data));
    return typeof revision === 'number' ? revision : undefined;
  } catch {
    return undefined;
  }
}
