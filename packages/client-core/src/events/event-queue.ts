import { createBackOff } from '../back-off.ts';
import { createBacklog, createTrouble, type EventTrouble } from './backlog.ts';
import type { ReportedEvent } from './event.ts';
import type { PostEvents, Posted } from './post-events.ts';

export interface EventsStatus {
  /** Waiting to be sent. */
  readonly queued: number;
  /** Taken by the service. */
  readonly sent: number;
  /** Refused by the service, or never sent: the queue was full or the key opens nothing. */
  readonly dropped: number;
  readonly lastError: EventTrouble | undefined;
}

/** Keeps what is to be sent where it outlives the process. */
export interface EventSpool {
  /** What was kept of the last run. */
  readonly kept: readonly ReportedEvent[];
  keep(event: ReportedEvent): void;
  /** From now on these, and what is kept later, are all that is to be sent. */
  settle(rest: readonly ReportedEvent[]): void;
  /** Resolves when everything is kept. */
  finish(): Promise<void>;
}

export interface EventQueue {
  add(event: ReportedEvent): void;
  /** Counts one that could not become an event, and says why. */
  refuse(message: string): void;
  /** Sends all that is queued. Resolves when it is sent, or has to wait. */
  flush(): Promise<void>;
  status(): EventsStatus;
  /** Sends what it can within this time. */
  close(withinMs: number): Promise<void>;
}

interface QueueOptions {
  readonly post: PostEvents;
  /** How many are sent at once, and are not waited for. */
  readonly batchMost?: number | undefined;
  readonly spool?: EventSpool | undefined;
  /** Hears of trouble: each kind once, until it is over. */
  readonly warn: (message: string) => void;
}

const BATCH_MOST = 500;
const FLUSH_MS = 5_000;
/** A platform may end the request that was sending, and never say so. */
const SENDING_MOST_MS = 30_000;

/**
 * Gathers events and sends them in batches, again and again until the service has stored them, or it is certain that one
 * will never be taken: that is dropped.
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

  /** Answers whether the next batch may follow. */
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
        } else trouble.complain(`events wait: ${posted.message}`);
        waitMs = posted.retryAfterMs + backOff.nextMs();
        schedule(waitMs);
        // Who counts refusals must not be hurried; others may try at once.
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
    // More than was asked for: the clock was put back meanwhile.
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
        trouble.drop(1, 'events are not sent any more');
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
      // What came while a batch was on its way is sent behind it.
      const sendAll = async () => {
        await flush();
        if (backlog.size() > 0) await flush();
      };
      await Promise.race([sendAll(), tooLate]);
      clearTimeout(late);
      closing.abort();
      clearTimeout(timer);
      await spool?.finish();
    },
  };
}
