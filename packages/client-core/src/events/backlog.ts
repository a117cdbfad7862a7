import type { ReportedEvent } from './event.ts';

export interface EventTrouble {
  readonly message: string;
  readonly at: Date;
}

const QUEUED_MOST = 10_000;

/** What waits to be sent, oldest first. A batch that is not taken is sent in halves. */
export function createBacklog(
  kept: readonly ReportedEvent[],
  wholeBatch: number,
  trouble: ReturnType<typeof createTrouble>,
) {
  // Those that were not sent are the last ones: what was sent may stand there still.
  let queue = kept.slice(-QUEUED_MOST);
  let batchMost = wholeBatch;
  let sent = 0;

  function remove(batch: readonly ReportedEvent[]): void {
    const gone = new Set(batch);
    queue = queue.filter((event) => !gone.has(event));
  }

  return {
    /** Answers whether there was room. */
    add(event: ReportedEvent): boolean {
      const hasRoom = queue.length < QUEUED_MOST;
      if (hasRoom) queue.push(event);
      else trouble.drop(1, 'too many events wait');
      return hasRoom;
    },
    next: (): readonly ReportedEvent[] => queue.slice(0, batchMost),
    all: (): readonly ReportedEvent[] => queue,
    size: () => queue.length,
    /** Taken by the service so far. */
    sent: () => sent,
    taken(batch: readonly ReportedEvent[], rejected: readonly { readonly code: string }[]): void {
      remove(batch);
      sent += batch.length - rejected.length;
      batchMost = wholeBatch;
      const [first] = rejected;
      if (first === undefined) trouble.isOver();
      else trouble.drop(rejected.length, `events are refused: ${first.code}`);
    },
    /** The next one is half as large, until it is the event that is the reason: that is dropped. */
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

/** Counts what is lost, and warns of each kind of trouble once until it is over. */
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
