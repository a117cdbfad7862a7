import type { ReportedEvent } from './event.ts';

export interface EventTrouble {
  readonly message: string;
  readonly at: Date;
}

/** A full queue drops what is added. */
export const QUEUED_MOST = 10_000;

/** The events that wait to be sent, oldest first. The size of a batch is halved when the service does not accept one. */
export function createBacklog(
  kept: readonly ReportedEvent[],
  wholeBatch: number,
  trouble: ReturnType<typeof createTrouble>,
) {
  // The unsent events are the last ones: the spool may still hold older events that were sent.
  let queue = kept.slice(-QUEUED_MOST);
  let batchMost = wholeBatch;
  let sent = 0;

  function remove(batch: readonly ReportedEvent[]): void {
    const gone = new Set(batch);
    queue = queue.filter((event) => !gone.has(event));
  }

  return {
    /** Returns false, and counts the event as dropped, when the backlog is full. */
    add(event: ReportedEvent): boolean {
      const hasRoom = queue.length < QUEUED_MOST;
      if (hasRoom) queue.push(event);
      else trouble.drop(1, 'too many events wait');
      return hasRoom;
    },
    next: (): readonly ReportedEvent[] => queue.slice(0, batchMost),
    all: (): readonly ReportedEvent[] => queue,
    size: () => queue.length,
    /** Number of events that the service has accepted so far. */
    sent: () => sent,
    taken(batch: readonly ReportedEvent[], rejected: readonly { readonly code: string }[]): void {
      remove(batch);
      sent += batch.length - rejected.length;
      batchMost = wholeBatch;
      const [first] = rejected;
      if (first === undefined) trouble.isOver();
      else trouble.drop(rejected.length, `events are refused: ${first.code}`);
    },
    /** Halves the next batch, until the event that causes the failure is alone: that one is dropped. */
    narrow(batch: readonly ReportedEvent[], message: string): void {
      if (batch.length > 1) {
        batchMost = Math.ceil(batch.length / 2);
        return;
      }
      remove(batch);
      trouble.drop(1, message);
    },
  };
}

/** Counts dropped events, and warns about a trouble only when it differs from the one before. */
export function createTrouble(warn: (message: string) => void) {
  let dropped = 0;
  let lastError: EventTrouble | undefined;
  let lastWarning: string | undefined;

  function complain(message: string): void {
    lastError = { message, at: new Date() };
    if (message !== lastWarning) warn(message);
    lastWarning = message;
  }
  return {
    complain,
    drop(count: number, message: string): void {
      dropped += count;
      complain(message);
    },
    isOver(): void {
      lastWarning = undefined;
    },
    soFar: () => ({ dropped, lastError }),
  };
}
