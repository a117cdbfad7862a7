import { Rejection } from '../../base/rejection.ts';

/** A thread takes several hundred megabytes. */
const THREADS_AT_ONCE = 1;
const WAITING_AT_MOST = 8;

export interface ThreadQueue {
  /** Runs the work when a thread is free. Rejects with RATE_LIMITED when the queue is full, and with the signal's reason. */
  run<Result>(work: () => Promise<Result>, stop: AbortSignal): Promise<Result>;
}

export function createThreadQueue(): ThreadQueue {
  let running = 0;
  const waiting = new Set<() => void>();

  function turn(stop: AbortSignal): Promise<void> {
    if (running < THREADS_AT_ONCE) return Promise.resolve();
    if (waiting.size >= WAITING_AT_MOST) throw new Rejection('RATE_LIMITED');
    return new Promise((resolve, reject) => {
      waiting.add(resolve);
      stop.addEventListener('abort', () => {
        waiting.delete(resolve);
        reject(stop.reason);
      });
    });
  }

  return {
    async run(work, stop) {
      stop.throwIfAborted();
      await turn(stop);
      running += 1;
      try {
        return await work();
      } finally {
        running -= 1;
        const [next] = waiting;
        if (next !== undefined) {
          waiting.delete(next);
          next();
        }
      }
    },
  };
}
