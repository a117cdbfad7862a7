import type { Log } from '../base/log.ts';
import { isCancelled, rejectionOfDatabaseError } from './database-errors.ts';

export interface PeriodicWork {
  /** Runs the work now. When it is already running, runs it once more right after. */
  runNow(): void;
  /** Stops the schedule. Resolves when a run in progress has ended. */
  close(): Promise<void>;
}

/**
 * Runs work repeatedly, each time `intervalMs` after the previous run has ended. A failure is logged, and the work runs
 * again. Expected errors of the database, such as its being unavailable, are not logged; timeouts of statements are.
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

  async function run(): Promise<void> {
    do {
      hurried = false;
      await work().catch(report);
    } while (hurried && !closed);
    busy = false;
    if (!closed) later();
  }

  function report(error: unknown): void {
    if (isCancelled(error)) {
      log.warn({ err: error }, 'work in the background took too long');
      return;
    }
    if (rejectionOfDatabaseError(error) !== undefined) return;
    log.error({ err: error }, 'work in the background failed');
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
