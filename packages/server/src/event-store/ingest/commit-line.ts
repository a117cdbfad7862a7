import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import { fairOrder } from '../../platform/base/fair-order.ts';
import { inHalves } from '../../platform/base/in-halves.ts';
import type { Log } from '../../platform/base/log.ts';
import { type Pulse, refusalWhileAway } from '../../platform/base/pulse.ts';
import { Rejection } from '../../platform/base/rejection.ts';
import { isPassing } from '../../platform/database/database-errors.ts';
import type { Appended, Batch, NewEvent, NewExposure } from '../event-store.ts';
import { type UseReport, weightOf } from '../uses/use-report.ts';
import { type Lane, nameOf, pathOf } from './lane.ts';

/** A commit stores so many events, or those that arrived within this time. Source: RES-24. */
export interface Gathering {
  readonly events: number;
  readonly ms: number;
}

export const GATHERED: Gathering = { events: 1_000, ms: 50 };
/** A commit takes tens of milliseconds. One that takes this long is cancelled, and its end is awaited. Source: FAIR-19. */
const SLOW_MS = 5_000;
const END_MS = 1_000;
/** About half a millisecond of the event loop; a commit may answer hundreds of calls. */
const ANSWERS_A_TURN = 8;

/** What one call, or several, want to have stored. */
export interface CallBatch extends Batch {
  readonly uses?: readonly UseReport[];
}

/** Whether each item of a batch was new, in the order of the batch. */
export interface Stored extends Appended {
  readonly uses?: readonly boolean[];
}

/** A call whose events wait to be committed. */
export interface Waiting {
  readonly batch: CallBatch;
  readonly lane: Lane;
  readonly resolve: (stored: Stored) => void;
  readonly reject: (error: unknown) => void;
}

interface LineOptions {
  readonly append: (batch: CallBatch, tooSlow: AbortSignal) => Promise<Stored>;
  readonly pulse: Pick<Pulse, 'away' | 'onAway'>;
  readonly log: Log;
  readonly gathering?: Gathering | undefined;
  /** Whether a call may be stored in one commit with the call that is the first of it. */
  readonly mayShare: (call: Waiting, first: Waiting) => boolean;
  /** Called with a call that cannot be stored, whatever is stored beside it. */
  readonly onBad: (call: Waiting, error: unknown) => void;
}

/** Calls that are stored in one commit after the other, taken in fair order. */
export interface CommitLine {
  add(call: Waiting): void;
  /** Takes out the calls of the lane of this name that have not begun to be stored. */
  takeOut(lane: string): readonly Waiting[];
  /** Stores everything that waits, then resolves. */
  close(): Promise<void>;
}

export function openCommitLine(options: LineOptions): CommitLine {
  const { append, pulse, log, gathering = GATHERED, mayShare, onBad } = options;
  const order = fairOrder<Waiting>();
  /** Each call that waits, and what takes it out of the order. */
  const waiting = new Map<Waiting, () => boolean>();
  let gathered = 0;
  let timer: NodeJS.Timeout | undefined;
  let storing: Promise<void> | undefined;
  /** The calls that are being stored and have no answer yet. */
  let unanswered: ReadonlySet<Waiting> = new Set();

  function soon(): void {
    if (storing !== undefined || waiting.size === 0) return;
    if (gathered >= gathering.events) start();
    else timer ??= setTimeout(start, gathering.ms);
  }

  function start(): void {
    clearTimeout(timer);
    timer = undefined;
    if (storing !== undefined || waiting.size === 0) return;
    storing = store(take()).finally(() => {
      storing = undefined;
      soon();
    });
  }

  /** Takes whole calls, so that each is stored or refused as one. */
  function take(): readonly Waiting[] {
    const taken: Waiting[] = [];
    for (let count = 0; count < gathering.events; ) {
      const next = order.next();
      if (next === undefined || !mayShare(next, taken[0] ?? next)) break;
      order.take();
      forget(next);
      count += sizeOf(next.batch);
      taken.push(next);
    }
    return taken;
  }

  function forget(call: Waiting): void {
    waiting.delete(call);
    gathered -= sizeOf(call.batch);
  }

  function removeAll(isMeant: (call: Waiting) => boolean): readonly Waiting[] {
    const removed = [...waiting].filter(([call]) => isMeant(call));
    for (const [call, leaveOrder] of removed) {
      leaveOrder();
      forget(call);
    }
    return removed.map(([call]) => call);
  }

  async function store(taken: readonly Waiting[]): Promise<void> {
    const left = new Set(taken);
    unanswered = left;
    await inHalves(taken, {
      async store(part) {
        const appended = await storeInTime(part);
        for (const call of part) left.delete(call);
        await answerEach(part, appended);
      },
      isPassing,
      onBad(call, error) {
        left.delete(call);
        onBad(call, error);
      },
    }).catch((error: unknown) => {
      log.debug({ err: error }, 'events could not be stored');
      for (const { reject } of left) reject(error);
    });
  }

  /**
   * A slow commit is waited for. If it is too slow its query is cancelled: what is answered 503 is not stored, unless the
   * connection breaks in the commit.
   */
  async function storeInTime(part: readonly Waiting[]): Promise<Stored> {
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
    for (const { reject } of [...unanswered, ...removeAll(() => true)]) {
      reject(refusalWhileAway(pulse));
    }
  });

  return {
    add(call) {
      waiting.set(call, order.add(pathOf(call.lane), sizeOf(call.batch), call));
      gathered += sizeOf(call.batch);
      soon();
    },
    takeOut: (lane) => removeAll((call) => nameOf(call.lane) === lane),
    async close() {
      while (waiting.size > 0 || storing !== undefined) {
        start();
        await storing;
      }
    },
  };
}

export function sizeOf({ exposures, events, uses = [] }: CallBatch): number {
  return exposures.length + events.length + uses.reduce((sum, one) => sum + weightOf(one), 0);
}

/** Resolves each call with its own part of the result, a few in one turn of the event loop. */
async function answerEach(
  taken: readonly Waiting[],
  { exposures, events, uses = [] }: Stored,
): Promise<void> {
  let exposure = 0;
  let event = 0;
  let use = 0;
  for (const [place, { batch, resolve }] of taken.entries()) {
    if (place > 0 && place % ANSWERS_A_TURN === 0) await eventLoopTurn();
    resolve({
      exposures: exposures.slice(exposure, exposure + batch.exposures.length),
      events: events.slice(event, event + batch.events.length),
      uses: uses.slice(use, use + (batch.uses?.length ?? 0)),
    });
    exposure += batch.exposures.length;
    event += batch.events.length;
    use += batch.uses?.length ?? 0;
  }
}

function joined(taken: readonly Waiting[]): CallBatch {
  const exposures: NewExposure[] = [];
  const events: NewEvent[] = [];
  const uses: UseReport[] = [];
  for (const { batch } of taken) {
    for (const exposure of batch.exposures) exposures.push(exposure);
    for (const event of batch.events) events.push(event);
    for (const report of batch.uses ?? []) uses.push(report);
  }
  return { exposures, events, uses };
}
