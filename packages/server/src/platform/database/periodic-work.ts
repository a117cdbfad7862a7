import type { Log } from '../base/log.ts';
import { isCancelled, rejectionOfDatabaseError } from './database-errors.ts';

export interface PeriodicWork {
  /** Does it now instead of later; when it is under way, once more right after. */
  runNow(): void;
  /** Resolves when what is under way has ended. */
  close(): Promise<void>;
}

/**
 * Does something again and again, each time `intervalMs` after the last time ended. Failing is logged
 * and tried again; that the database is away is not worth a line each time, that it gives too little time is.
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
