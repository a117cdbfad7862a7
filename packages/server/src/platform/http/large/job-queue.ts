import { enterAll, openGate, openLines } from '../../base/gate.ts';
import type { Lane } from '../../database/database.ts';
import { tooManyLarge } from './too-many-large.ts';

/** A process takes several hundred megabytes. */
const PROCESSES_AT_ONCE = 1;
/** Of one company: one runs, and two wait for their turn. Source: FAIR-43. */
const OF_COMPANY = 3;
/** Each holds its body in memory; more are refused at once. */
const WAITING_OF_COMPANY = 8;
/** A turn comes when the work before it has ended; the signal of the caller ends the wait before. */
const TURN_MS = 10 * 60_000;

export interface JobQueue {
  /**
   * Runs the job when no other one of this node runs; companies take turns. Rejects with RATE_LIMITED when too many of the
   * company wait already, and with the reason of `lane.gone`.
   */
  run<Result>(job: () => Promise<Result>, lane: Lane): Promise<Result>;
}

export function createJobQueue(): JobQueue {
  const processes = openGate({ most: PROCESSES_AT_ONCE });
  const companies = openLines({
    most: OF_COMPANY,
    waiting: WAITING_OF_COMPANY,
    refusal: tooManyLarge,
  });
  return {
    async run(job, { company, application = '', gone }) {
      const asking = { path: [company, application], gone };
      const leave = await enterAll(
        () => companies.enter(company, asking),
        () => processes.enter({ ...asking, until: performance.now() + TURN_MS }),
      );
      try {
        return await job();
      } finally {
        leave();
      }
    },
  };
}
