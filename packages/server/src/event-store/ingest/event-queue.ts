import type { Log } from '../../platform/base/log.ts';
import { Rejection } from '../../platform/base/rejection.ts';
import type { Appended, Batch, NewEvent, NewExposure } from '../event-store.ts';

/** What waits to be stored at most. Source: RES-24. */
const MOST_EVENTS = 20_000;
const MOST_BYTES = 16 * 1024 * 1024;
/** A commit is made of so many, or of what came within so long. */
const EVENTS_A_COMMIT = 1_000;
const GATHER_MS = 50;
/** A commit takes tens of milliseconds: who waits for one this long is told that the database is away. Source: RES-96. */
const SILENT_MS = 800;

interface Waiting {
  readonly batch: Batch;
  readonly bytes: number;
  readonly resolve: (appended: Appended) => void;
  readonly reject: (error: unknown) => void;
}

export interface EventQueue {
  /**
   * Stores a batch together with others; resolves once it is committed. Refuses with RATE_LIMITED when full, with
   * SERVICE_UNAVAILABLE while the database says nothing.
   */
  add(batch: Batch, bytes: number): Promise<Appended>;
  /** Whether so many more are taken. */
  hasRoomFor(events: number, bytes: number): boolean;
  /** Stores what waits. */
  close(): Promise<void>;
}

export function openEventQueue(append: (batch: Batch) => Promise<Appended>, log: Log): EventQueue {
  let waiting: Waiting[] = [];
  let events = 0;
  let bytes = 0;
  let gathered = 0;
  let timer: NodeJS.Timeout | undefined;
  let storing: Promise<void> | undefined;
  let isSilent = false;

  function hasRoomFor(more: number, moreBytes: number): boolean {
    return events + more <= MOST_EVENTS && bytes + moreBytes <= MOST_BYTES;
  }

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

  /** Whole calls, so that each is stored or refused as one. */
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
    try {
      answerEach(taken, await append(joined(taken)));
    } catch (error) {
      log.debug({ err: error }, 'events not stored');
      for (const { reject } of taken) reject(error);
    }
    clearTimeout(watch);
    isSilent = false;
    leave(taken);
  }

  /**
   * What is under way may be stored or not, what waits is not: all are told so. Whoever sends it again counts once.
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
    for (const one of left) {
      events -= sizeOf(one.batch);
      bytes -= one.bytes;
    }
  }

  return {
    hasRoomFor,
    add(batch, size) {
      const count = sizeOf(batch);
      if (count === 0) return Promise.resolve({ exposures: [], events: [] });
      if (isSilent) throw new Rejection('SERVICE_UNAVAILABLE');
      if (!hasRoomFor(count, size)) throw new Rejection('RATE_LIMITED', { retry_after: 1 });
      events += count;
      bytes += size;
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

/** Each hears of its own part. */
function answerEach(taken: readonly Waiting[], { exposures, events }: Appended): void {
  let exposure = 0;
  let event = 0;
  for (const { batch, resolve } of taken) {
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
