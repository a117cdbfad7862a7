import { startPatience } from './patience.ts';
import { createEventReader } from './server-sent-events.ts';
import type { Service } from './service.ts';

/** The server says its revision at once; a proxy that collects answers before it passes them on does not. */
const FIRST_REVISION_MS = 10_000;
/** The server gives a sign of life every 20 seconds. */
const SILENCE_MS = 50_000;

/** What a part of the stream said. */
export interface Heard {
  /** Undefined for a sign of life. */
  readonly revision: number | undefined;
  readonly reconnectMs: number | undefined;
}

/**
 * Listens from the first revision on, until the stream ends; of revisions that came together it
 * passes on the last. Rejects when the stream cannot be had, breaks or falls silent.
 */
export async function followStream(
  service: Service,
  closing: AbortSignal,
  onHeard: (heard: Heard) => Promise<void>,
): Promise<void> {
  const patience = startPatience(closing);
  patience.lasts(FIRST_REVISION_MS);
  const events = createEventReader();
  let hasSpoken = false;
  try {
    for await (const text of await service.openStream(patience.signal)) {
      const event = events.read(text).findLast(({ name }) => name === 'revision');
      const revision = event && revisionIn(event.data);
      hasSpoken ||= revision !== undefined;
      if (!hasSpoken) continue;
      patience.pause();
      await onHeard({ revision, reconnectMs: events.reconnectMs() });
      patience.lasts(SILENCE_MS);
    }
  } finally {
    patience.end();
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
