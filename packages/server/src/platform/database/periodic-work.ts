import type { ErrorCode } from '@comporta/contract/errors';
import type { Log } from '../base/log.ts';
import { isCancelled, isUnavailable, rejectionOfDatabaseError } from './database-errors.ts';

export interface PeriodicWork {
  /** Runs the work now. When it is already running, runs it once more right after. */
  runNow(): void;
  /** Stops the schedule. Resolves when a run in progress has ended. */
  close(): Promise<void>;
}

/**
 * Runs work repeatedly, each time `intervalMs` after the previous run has ended. A failure is logged, and the work runs
 * again. An unavailable database is not logged here; a refusal that lasts, such as a full disk, is logged once.
 */
export function doPeriodically(
  intervalMs: number,
  work: () => Promise<void>,
  log: Log,
): PeriodicWork {
  let closed = false;
  let busy = false;
  let hurried = false;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  /** The refusal of the database that was logged last, until a run succeeds. */
  let logged: ErrorCode | undefined;

  async function run(): Promise<void> {
    do {
      hurried = false;
      await work().then(() => {
        logged = undefined;
      }, report);
    } while (hurried && !closed);
    busy = false;
    if (!closed) later();
  }

  function report(error: unknown): void {
    if (isUnavailable(error)) return;
    if (isCancelled(error)) {
      log.warn({ err: error }, 'a background task took too long');
      return;
    }
    const code = rejectionOfDatabaseError(error)?.code;
    if (code !== undefined && code === logged) return;
    logged = code;
    // A lock that another transaction holds is released some time; anything else needs the operator.
    const level = code === 'SERVICE_BUSY' ? 'warn' : 'error';
    log[level]({ err: error }, 'a background task failed');
  }

  function start(): void {
    busy = true;
    running = run();
  }

  function later(): void {
    timer = setTimeout(start, intervalMs);
    timer.unref();
  }

  later();
  return {
    runNow() {
      hurried = true;
      if (busy || closed) return;
      clearTimeout(timer);
      start();
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await running;
    },
  };
}
