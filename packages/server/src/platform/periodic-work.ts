import { rejectionOfDatabaseError } from './database-errors.ts';
import type { Log } from './log.ts';

export interface PeriodicWork {
  /** Resolves when what is under way has ended. */
  close(): Promise<void>;
}

/**
 * Does something again and again, each time `intervalMs` after the last time ended. Failing is logged
 * and tried again; that the database is away is not worth a line each time.
 */
export function doPeriodically(
  intervalMs: number,
  work: () => Promise<void>,
  log: Log,
): PeriodicWork {
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();

  async function run(): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (rejectionOfDatabaseError(error) === undefined) {
        log.error({ err: error }, 'work in the background failed');
      }
    }
    if (!closed) again();
  }

  function again(): void {
    timer = setTimeout(() => {
      running = run();
    }, intervalMs);
    timer.unref();
  }

  again();
  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      await running;
    },
  };
}
