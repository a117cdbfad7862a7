import type { ChangeSet } from './change-set.ts';
import { startIdleTimeout } from './idle-timeout.ts';
import { LISTS_EVENT, PARTS_EVENT } from './lists/told-lists.ts';
import { createEventReader, type ServerSentEvent } from './server-sent-events.ts';
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
  /** A change set as it was sent; undefined where only the revision was. */
  readonly changes: SentChanges | undefined;
  /** What the stream tells of the lists of the environment; undefined where it tells nothing. */
  readonly lists: string | undefined;
  /** What changed in a list, as it was sent. */
  readonly parts: string | undefined;
  readonly reconnectMs: number | undefined;
}

/** What has at least these members, and is checked when it is applied. */
export type SentChanges = Pick<ChangeSet, 'from' | 'to' | 'revision'>;

interface Following {
  readonly times: StreamTimes;
  readonly closing: AbortSignal;
  readonly onEvent: (event: StreamEvent) => Promise<void>;
  /** The tag of the snapshot that is held, of which the stream sends changes. */
  readonly tag: string | undefined;
}

/**
 * Listens until the stream ends, and calls `onEvent` from the first revision on. Revisions that arrive before another event
 * are not passed on. Rejects when the stream is unavailable, breaks or falls silent.
 */
export async function followStream(
  service: Service,
  { times, closing, onEvent, tag }: Following,
): Promise<void> {
  const idle = startIdleTimeout(closing);
  idle.extend(times.firstRevisionMs);
  const events = createEventReader();
  let hasSpoken = false;
  try {
    for await (const text of await service.openStream(idle.signal, tag)) {
      const told = events.read(text).flatMap(toldIn);
      hasSpoken ||= told.length > 0;
      if (!hasSpoken) continue;
      idle.pause();
      const reconnectMs = events.reconnectMs();
      const needed = told.filter(
        ({ changes, lists, parts }, place) =>
          changes || (lists ?? parts) !== undefined || place === told.length - 1,
      );
      for (const one of needed.length > 0 ? needed : [HEARTBEAT]) {
        await onEvent({ ...one, reconnectMs });
      }
      idle.extend(times.silenceMs);
    }
  } finally {
    idle.end();
  }
  if (!hasSpoken) throw new Error('The stream ended before it sent an event');
}

type Told = Pick<StreamEvent, 'revision' | 'changes' | 'lists' | 'parts'>;

const HEARTBEAT: Told = {
  revision: undefined,
  changes: undefined,
  lists: undefined,
  parts: undefined,
};

/** What an event tells, in a list for `flatMap`; events of other names tell nothing. */
function toldIn({ name, data }: ServerSentEvent): readonly Told[] {
  if (name === LISTS_EVENT) return [{ ...HEARTBEAT, lists: data }];
  if (name === PARTS_EVENT) return [{ ...HEARTBEAT, parts: data }];
  if (name !== 'revision' && name !== 'changes') return [];
  try {
    const sent = Object(JSON.parse(data));
    const { revision, from, to } = sent;
    if (typeof revision !== 'number') return [];
    const isChangeSet = name === 'changes' && typeof from === 'string' && typeof to === 'string';
    return [{ ...HEARTBEAT, revision, changes: isChangeSet ? sent : undefined }];
  } catch {
    return [];
  }
}
