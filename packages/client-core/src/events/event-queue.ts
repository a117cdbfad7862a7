import { createBackOff } from '../back-off.ts';
import { createBacklog, createTrouble, type EventTrouble } from './backlog.ts';
import type { ReportedEvent } from './event.ts';
import type { PostEvents, Posted } from './post-events.ts';

/** Counts of exposures and tracked events since the client was created. */
export interface EventsStatus {
  /** Number of events that wait to be sent. */
  readonly queued: number;
  /** Number of events that the service has accepted. */
  readonly sent: number;
  /** Number of events that the service refused, or that were never sent: the queue was full or the key was rejected. */
  readonly dropped: number;
  /** The most recent error. It stays after recovery. */
  readonly lastError: EventTrouble | undefined;
}

/** Stores unsent events so that they survive the process. */
export interface EventSpool {
  /** The unsent events of the previous run. */
  readonly kept: readonly ReportedEvent[];
  keep(event: ReportedEvent): void;
  /** Replaces the stored events by these; events kept later are added. */
  settle(rest: readonly ReportedEvent[]): void;
  /** Resolves when everything is stored. */
  finish(): Promise<void>;
}

export interface EventQueue {
  add(event: ReportedEvent): void;
  /** Counts an event that could not be created as dropped, and logs why. */
  refuse(message: string): void;
  /** Sends all queued events. Resolves when they are sent, or when they have to wait for a retry. */
  flush(): Promise<void>;
  status(): EventsStatus;
  /** Sends the queued events, for at most this long. Later events are dropped. */
  close(withinMs: number): Promise<void>;
}

interface QueueOptions {
  readonly post: PostEvents;
  /** Number of events in a batch. A full batch is sent at once. */
  readonly batchMost?: number | undefined;
  readonly spool?: EventSpool | undefined;
  /** Called with a warning: once for each kind of trouble, until it is over. */
  readonly warn: (message: string) => void;
}

const BATCH_MOST = 500;
const FLUSH_MS = 5_000;
/** A platform may kill the request that was sending without any error, so a send that takes longer is ignored. */
const SENDING_MOST_MS = 30_000;

/**
 * Collects events and sends them in batches. A batch is retried until the service has stored it. An event is dropped
 * only when it is certain that the service will never accept it.
 */
export function createEventQueue(options: QueueOptions): EventQueue {
  const { post, spool, warn, batchMost: wholeBatch = BATCH_MOST } = options;
  const closing = new AbortController();
  const trouble = createTrouble(warn);
  const backlog = createBacklog(spool?.kept ?? [], wholeBatch, trouble);
  const backOff = createBackOff();
  let isRefused = false;
  let refusals = 0;
  let isClosed = false;
  let sending: Promise<void> | undefined;
  let sendingUntil = 0;
  let notBefore = 0;
  let waitMs = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function schedule(ms: number): void {
    if (timer !== undefined || isClosed || isRefused) return;
    timer = setTimeout(() => void flush(), ms);
    if (typeof timer === 'object') timer.unref();
  }

  /** Returns whether the next batch may follow at once. */
  function settle(batch: readonly ReportedEvent[], posted: Posted): boolean {
    switch (posted.outcome) {
      case 'TAKEN':
        backOff.reset();
        refusals = 0;
        backlog.taken(batch, posted.rejected);
        return true;
      case 'TOO_LARGE':
        backlog.narrow(batch, 'an event is too large');
        return true;
      case 'REFUSED':
        isRefused = true;
        trouble.complain(`no events are sent any more: ${posted.message}`);
        return false;
      case 'AWAY':
        refusals = posted.patience === undefined ? 0 : refusals + 1;
        if (refusals > (posted.patience ?? 0)) {
          backlog.narrow(batch, `an event is refused: ${posted.message}`);
          // A half is a call of its own: while the service fails whatever it is sent, nothing is lost for a while.
          if (posted.status === 500) refusals = 0;
        } else trouble.complain(`events wait: ${posted.message}`);
        waitMs = posted.retryAfterMs + backOff.nextMs();
        schedule(waitMs);
        // While refusals are counted, a flush() must not shorten the wait. Otherwise it may retry at once.
        if (!posted.patience) waitMs = posted.retryAfterMs;
        notBefore = Date.now() + waitMs;
        return false;
    }
  }

  async function send(): Promise<void> {
    while (backlog.size() > 0) {
      const batch = backlog.next();
      const posted = await post(batch, closing.signal);
      const mayGoOn = settle(batch, posted);
      spool?.settle(backlog.all());
      if (!mayGoOn) return;
    }
  }

  async function flush(): Promise<void> {
    const now = Date.now();
    if (sending !== undefined && now < sendingUntil) return sending;
    clearTimeout(timer);
    timer = undefined;
    if (isRefused) return;
    const leftMs = notBefore - now;
    // A longer wait than was requested means that the clock was set back, so it is ignored.
    if (leftMs > 0 && leftMs <= waitMs) {
      schedule(leftMs);
      return;
    }
    sendingUntil = now + SENDING_MOST_MS;
    const mine = send().finally(() => {
      if (sending === mine) sending = undefined;
    });
    sending = mine;
    await mine;
  }

  if (backlog.size() > 0) schedule(0);
  return {
    add(event) {
      if (isRefused || isClosed) {
        trouble.drop(1, 'no events are sent any more');
        return;
      }
      if (!backlog.add(event)) return;
      spool?.keep(event);
      if (!backOff.isRunning() && backlog.size() >= wholeBatch) void flush();
      else schedule(FLUSH_MS);
    },
    refuse: (message) => trouble.drop(1, message),
    flush,
    status: () => ({ queued: backlog.size(), sent: backlog.sent(), ...trouble.soFar() }),
    async close(withinMs) {
      if (isClosed) return;
      isClosed = true;
      let late: ReturnType<typeof setTimeout> | undefined;
      const tooLate = new Promise((resolve) => {
        late = setTimeout(resolve, withinMs);
      });
      // The first flush() may only join a send that is under way; the second one sends what was added meanwhile.
      const sendAll = async () => {
        await flush();
        await flush();
      };
      await Promise.race([sendAll(), tooLate]);
      clearTimeout(late);
      closing.abort();
      clearTimeout(timer);
      await spool?.finish();
    },
  };
}
