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

  /** Resolves when the caller has a thread, which counts as running from that moment. */
  function turn(stop: AbortSignal): Promise<void> {
    if (running < THREADS_AT_ONCE) {
      running += 1;
      return Promise.resolve();
    }
    if (waiting.size >= WAITING_AT_MOST) throw new Rejection('RATE_LIMITED');
    return new Promise((resolve, reject) => {
      waiting.add(resolve);
      stop.addEventListener('abort', () => {
        waiting.delete(resolve);
        reject(stop.reason);
      });
    });
  }

  /** Hands the thread to the next caller, without a moment in which another call could take it. */
  function passOn(): void {
    const [next] = waiting;
    if (next === undefined) {
      running -= 1;
      return;
    }
    waiting.delete(next);
    next();
  }

  return {
    async run(work, stop) {
      stop.throwIfAborted();
      await turn(stop);
      try {
        return await work();
      } finally {
        passOn();
      }
    },
  };
}
