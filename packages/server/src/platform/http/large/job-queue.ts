import { enterAll, openGate, openLines } from '../../base/gate.ts';
import type { Lane } from '../../database/database.ts';
import { tooManyLarge } from './too-many-large.ts';

/** A thread takes several hundred megabytes. */
const THREADS_AT_ONCE = 1;
/** Of one company: one runs, and two wait for their turn. Source: FAIR-43. */
const OF_COMPANY = 3;
/** Each holds its body in memory; more are refused at once. */
const WAITING_OF_COMPANY = 8;
/** A turn comes when the work before it has ended; the signal of the caller ends the wait before. */
const TURN_MS = 10 * 60_000;

export interface ThreadQueue {
  /**
   * Runs the work when a thread is free; companies take turns. Rejects with RATE_LIMITED when too many of the company
   * wait already, and with the reason of `lane.gone`.
   */
  run<Result>(work: () => Promise<Result>, lane: Lane): Promise<Result>;
}

export function createThreadQueue(): ThreadQueue {
  const threads = openGate({ most: THREADS_AT_ONCE });
  const companies = openLines({
    most: OF_COMPANY,
    waiting: WAITING_OF_COMPANY,
    refusal: tooManyLarge,
  });
  return {
    async run(work, { company, application = '', gone }) {
      const asking = { path: [company, application], gone };
      const leave = await enterAll(
        () => companies.enter(company, asking),
        () => threads.enter({ ...asking, until: performance.now() + TURN_MS }),
      );
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
