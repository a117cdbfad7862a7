import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import type { Log } from '../../platform/base/log.ts';
import { Rejection } from '../../platform/base/rejection.ts';
import type { Appended, Batch, NewEvent, NewExposure } from '../event-store.ts';
import { openWaitingRoom } from './waiting-room.ts';

/** A commit stores this many events, or those that arrived within this time. */
const EVENTS_A_COMMIT = 1_000;
const GATHER_MS = 50;
/** A commit takes tens of milliseconds. Callers that wait this long get SERVICE_UNAVAILABLE. Source: RES-96. */
const SILENT_MS = 800;
/** About half a millisecond of the event loop; a commit may answer hundreds of calls. */
const ANSWERS_A_TURN = 8;

interface Waiting {
  readonly batch: Batch;
  readonly bytes: number;
  readonly resolve: (appended: Appended) => void;
  readonly reject: (error: unknown) => void;
}

export interface EventQueue {
  /**
   * Stores a batch together with others; resolves once it is committed. Refuses with RATE_LIMITED when full, with
   * SERVICE_UNAVAILABLE while the database does not respond.
   */
  add(batch: Batch, bytes: number): Promise<Appended>;
  /** Whether the queue has room for so many more. */
  hasRoomFor(events: number, bytes: number): boolean;
  /** Stores everything that waits, then resolves. */
  close(): Promise<void>;
}

export function openEventQueue(append: (batch: Batch) => Promise<Appended>, log: Log): EventQueue {
  const { hasRoomFor, enter, leave: leaveRoom } = openWaitingRoom();
  let waiting: Waiting[] = [];
  let gathered = 0;
  let timer: NodeJS.Timeout | undefined;
  let storing: Promise<void> | undefined;
  let isSilent = false;

  function soon(): void {
    if (storing !== undefined || waiting.length === 0) return;
    if (gathered >= EVENTS_A_COMMIT) start();
    else timer ??= setTimeout(start, GATHER_MS);
  }

  function start(): void {
    clearTimeout(timer);
    timer = undefined;
    if (storing !== undefined || waiting.length === 0) return;
    storing = store(take()).finally(() => {
      storing = undefined;
      soon();
    });
  }

  /** Takes whole calls, so that each is stored or refused as one. */
  function take(): Waiting[] {
    let count = 0;
    const upTo = waiting.findIndex(({ batch }) => {
      count += sizeOf(batch);
      return count >= EVENTS_A_COMMIT;
    });
    const taken = upTo < 0 ? waiting : waiting.slice(0, upTo + 1);
    waiting = upTo < 0 ? [] : waiting.slice(upTo + 1);
    gathered = waiting.reduce((sum, { batch }) => sum + sizeOf(batch), 0);
    return taken;
  }

  async function store(taken: readonly Waiting[]): Promise<void> {
    const watch = setTimeout(() => giveUp(taken), SILENT_MS);
    const appended = await append(joined(taken)).catch((error: unknown) => {
      log.debug({ err: error }, 'events could not be stored');
      for (const { reject } of taken) reject(error);
    });
    clearTimeout(watch);
    isSilent = false;
    leave(taken);
    if (appended !== undefined) await answerEach(taken, appended);
  }

  /**
   * Refuses all callers. The batch being stored may still be committed, the waiting ones are not. A client may send
   * its events again either way: they count once.
   */
  function giveUp(taken: readonly Waiting[]): void {
    isSilent = true;
    const dropped = waiting;
    waiting = [];
    gathered = 0;
    leave(dropped);
    for (const { reject } of [...taken, ...dropped]) reject(new Rejection('SERVICE_UNAVAILABLE'));
  }

  function leave(left: readonly Waiting[]): void {
    for (const { batch, bytes } of left) leaveRoom(sizeOf(batch), bytes);
  }

  return {
    hasRoomFor,
    add(batch, size) {
      const count = sizeOf(batch);
      if (count === 0) return Promise.resolve({ exposures: [], events: [] });
      if (isSilent) throw new Rejection('SERVICE_UNAVAILABLE');
      if (!hasRoomFor(count, size)) throw new Rejection('RATE_LIMITED', { retry_after: 1 });
      enter(count, size);
      gathered += count;
      return new Promise((resolve, reject) => {
        waiting.push({ batch, bytes: size, resolve, reject });
        soon();
      });
    },
    async close() {
      while (waiting.length > 0 || storing !== undefined) {
        start();
        await storing;
      }
    },
  };
}

function sizeOf({ exposures, events }: Batch): number {
  return exposures.length + events.length;
}

/** Resolves each call with its own part of the result, a few in one turn of the event loop. */
async function answerEach(
  taken: readonly Waiting[],
  { exposures, events }: Appended,
): Promise<void> {
  let exposure = 0;
  let event = 0;
  for (const [place, { batch, resolve }] of taken.entries()) {
    if (place > 0 && place % ANSWERS_A_TURN === 0) await eventLoopTurn();
    resolve({
      exposures: exposures.slice(exposure, exposure + batch.exposures.length),
      events: events.slice(event, event + batch.events.length),
    });
    exposure += batch.exposures.length;
    event += batch.events.length;
  }
}

function joined(taken: readonly Waiting[]): Batch {
  const exposures: NewExposure[] = [];
  const events: NewEvent[] = [];
  for (const { batch } of taken) {
    for (const exposure of batch.exposures) exposures.push(exposure);
    for (const event of batch.events) events.push(event);
  }
  return { exposures, events };
}
