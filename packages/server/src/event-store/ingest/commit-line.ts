import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import { inHalves } from '../../platform/base/in-halves.ts';
import type { Log } from '../../platform/base/log.ts';
import { type Pulse, refusalWhileAway } from '../../platform/base/pulse.ts';
import { Rejection } from '../../platform/base/rejection.ts';
import { isPassing } from '../../platform/database/database-errors.ts';
import type { Appended, Batch, NewEvent, NewExposure } from '../event-store.ts';

/** A commit stores this many events, or those that arrived within this time. */
const EVENTS_A_COMMIT = 1_000;
const GATHER_MS = 50;
/** A commit takes tens of milliseconds. One that takes this long is cancelled, and its end is awaited. Source: FAIR-19. */
const SLOW_MS = 5_000;
const END_MS = 1_000;
/** About half a millisecond of the event loop; a commit may answer hundreds of calls. */
const ANSWERS_A_TURN = 8;

/** A call whose events wait to be committed. */
export interface Waiting {
  readonly batch: Batch;
  readonly bytes: number;
  /** Whose events they are: the environment and the kind of key. */
  readonly lane: string;
  readonly resolve: (appended: Appended) => void;
  readonly reject: (error: unknown) => void;
}

interface LineOptions {
  readonly append: (batch: Batch, tooSlow: AbortSignal) => Promise<Appended>;
  readonly pulse: Pick<Pulse, 'away' | 'onAway'>;
  readonly log: Log;
  /** Whether a call may be stored in one commit with the call that is the first of it. */
  readonly mayShare: (call: Waiting, first: Waiting) => boolean;
  /** Called with a call that cannot be stored, whatever is stored beside it. */
  readonly onBad: (call: Waiting, error: unknown) => void;
  /** Called when a call has left the line, stored or not. */
  readonly onLeft: (call: Waiting) => void;
}

/** Calls that are stored in one commit after the other. */
export interface CommitLine {
  add(call: Waiting): void;
  /** Takes out the calls of a lane that have not begun to be stored. */
  takeOut(lane: string): readonly Waiting[];
  /** Stores everything that waits, then resolves. */
  close(): Promise<void>;
}

export function openCommitLine(options: LineOptions): CommitLine {
  const { append, pulse, log, mayShare, onBad, onLeft } = options;
  let waiting: Waiting[] = [];
  let gathered = 0;
  let timer: NodeJS.Timeout | undefined;
  let storing: Promise<void> | undefined;
  /** The calls that are being stored and have no answer yet. */
  let unanswered: ReadonlySet<Waiting> = new Set();

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
  function take(): readonly Waiting[] {
    const [first] = waiting;
    let count = 0;
    const { taken = [], left = [] } = Object.groupBy(waiting, (call) => {
      if (first === undefined || count >= EVENTS_A_COMMIT || !mayShare(call, first)) return 'left';
      count += sizeOf(call.batch);
      return 'taken';
    });
    keep(left);
    return taken;
  }

  function keep(left: Waiting[]): void {
    waiting = left;
    gathered = left.reduce((sum, { batch }) => sum + sizeOf(batch), 0);
  }

  async function store(taken: readonly Waiting[]): Promise<void> {
    const left = new Set(taken);
    unanswered = left;
    const leave = (call: Waiting) => {
      left.delete(call);
      onLeft(call);
    };
    await inHalves(taken, {
      async store(part) {
        const appended = await storeInTime(part);
        part.forEach(leave);
        await answerEach(part, appended);
      },
      isPassing,
      onBad(call, error) {
        leave(call);
        onBad(call, error);
      },
    }).catch((error: unknown) => {
      log.debug({ err: error }, 'events could not be stored');
      for (const call of left) {
        onLeft(call);
        call.reject(error);
      }
    });
  }

  /**
   * A slow commit is waited for. If it is too slow its query is cancelled: what is answered 503 is not stored, unless the
   * connection breaks in the commit.
   */
  async function storeInTime(part: readonly Waiting[]): Promise<Appended> {
    const slow = new AbortController();
    const over = Promise.withResolvers<never>();
    const timers = [
      setTimeout(() => slow.abort(), SLOW_MS),
      setTimeout(() => over.reject(new Error('not even cancelled')), SLOW_MS + END_MS),
    ];
    try {
      return await Promise.race([append(joined(part), slow.signal), over.promise]);
    } catch (error) {
      throw slow.signal.aborted
        ? new Rejection('SERVICE_BUSY', undefined, { cause: error })
        : error;
    } finally {
      timers.forEach(clearTimeout);
    }
  }

  /**
   * The database went away: refuses all callers. The batch being stored may still be committed, the waiting ones are not. A
   * client may send its events again either way: they count once.
   */
  pulse.onAway(() => {
    const dropped = waiting;
    keep([]);
    dropped.forEach(onLeft);
    for (const { reject } of [...unanswered, ...dropped]) reject(refusalWhileAway(pulse));
  });

  return {
    add(call) {
      waiting.push(call);
      gathered += sizeOf(call.batch);
      soon();
    },
    takeOut(lane) {
      const { out = [], left = [] } = Object.groupBy(waiting, (call) =>
        call.lane === lane ? 'out' : 'left',
      );
      keep(left);
      return out;
    },
    async close() {
      while (waiting.length > 0 || storing !== undefined) {
        start();
        await storing;
      }
    },
  };
}

export function sizeOf({ exposures, events }: Batch): number {
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
