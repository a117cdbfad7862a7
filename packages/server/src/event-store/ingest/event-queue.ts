import type { Log } from '../../platform/base/log.ts';
import { type Pulse, refusalWhileAway } from '../../platform/base/pulse.ts';
import { codeOfFailure } from '../../platform/database/database-errors.ts';
import {
  type CallBatch,
  type Gathering,
  openCommitLine,
  type Stored,
  sizeOf,
  type Waiting,
} from './commit-line.ts';
import { type Lane, nameOf } from './lane.ts';

/** How long a lane with a call that could not be stored has commits of its own. Source: FAIR-22. */
const APART_MS = 60_000;

/** The call cannot be stored, whatever is stored beside it. `code` is that of the database, and names no content. */
export class NotStorable extends Error {
  override readonly name = 'NotStorable';
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

export interface EventQueue {
  /**
   * Stores a batch together with others; resolves once it is committed. Refuses with SERVICE_UNAVAILABLE while the database
   * is away, and with SERVICE_BUSY when it is too slow; rejects with NotStorable a batch that fails alone.
   */
  add(batch: CallBatch, lane: Lane): Promise<Stored>;
  /** Stores everything that waits, then resolves. */
  close(): Promise<void>;
}

interface QueueOptions {
  readonly append: (batch: CallBatch, tooSlow: AbortSignal) => Promise<Stored>;
  readonly pulse: Pick<Pulse, 'away' | 'onAway'>;
  readonly log: Log;
  readonly gathering?: Gathering | undefined;
}

export function openEventQueue({ append, pulse, log, gathering }: QueueOptions): EventQueue {
  /** The lanes that have commits of their own, and until when. */
  const apart = new Map<string, number>();

  function isApart(lane: string): boolean {
    return (apart.get(lane) ?? 0) > performance.now();
  }

  function setApart(lane: string): void {
    for (const one of apart.keys()) if (!isApart(one)) apart.delete(one);
    apart.set(lane, performance.now() + APART_MS);
    for (const call of common.takeOut(lane)) alone.add(call);
  }

  const line = {
    append,
    pulse,
    log,
    gathering,
    onBad({ lane, reject }: Waiting, error: unknown) {
      setApart(nameOf(lane));
      reject(new NotStorable(codeOfFailure(error)));
    },
  };
  const common = openCommitLine({ ...line, mayShare: () => true });
  /** A line of its own: while a bad call is looked for in it, the others need not wait. */
  const alone = openCommitLine({
    ...line,
    mayShare: ({ lane }, first) => nameOf(lane) === nameOf(first.lane),
  });

  return {
    add(batch, lane) {
      if (sizeOf(batch) === 0) return Promise.resolve({ exposures: [], events: [], uses: [] });
      if (pulse.away() !== undefined) throw refusalWhileAway(pulse);
      return new Promise((resolve, reject) => {
        const to = isApart(nameOf(lane)) ? alone : common;
        to.add({ batch, lane, resolve, reject });
      });
    },
    async close() {
      await common.close();
      await alone.close();
    },
  };
}
