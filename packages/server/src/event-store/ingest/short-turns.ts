import { fairOrder } from '../../platform/base/fair-order.ts';

/** Short enough not to matter beside responses of a few milliseconds. */
const TURN_MS = 1;

/** Whose work it is, and how much. */
export interface Share {
  /** The lane of the work: company, environment, kind of key. */
  readonly path: readonly string[];
  readonly size: number;
}

/** For continuous background work beside requests that must not wait for it. */
export interface ShortTurns {
  /**
   * Runs the steps when it is their turn, and resolves with their result. Whole pieces of work are taken in fair order: a
   * small one does not wait for ten large ones of somebody else. Source: FAIR-16.
   */
  run<Result>(steps: Generator<unknown, Result>, share: Share): Promise<Result>;
}

/**
 * A queue for all work of one kind. It runs 1 ms of work per iteration of the event loop, so that requests are answered
 * in between. In contrast, `inTurns` gives each piece of work 10 ms of its own.
 */
export function openShortTurns(now: () => number = () => performance.now()): ShortTurns {
  /** Each function runs one step and returns true when it was the last. */
  const waiting = fairOrder<() => boolean>();
  let current: (() => boolean) | undefined;
  let isRunning = false;

  function takeTurn(): void {
    const since = now();
    current ??= waiting.take();
    while (current !== undefined && now() - since < TURN_MS) {
      if (current()) current = waiting.take();
    }
    isRunning = current !== undefined;
    if (isRunning) setImmediate(takeTurn);
  }

  return {
    run: (steps, { path, size }) =>
      new Promise((resolve, reject) => {
        waiting.add(path, size, () => {
          try {
            const step = steps.next();
            if (step.done === true) resolve(step.value);
            return step.done === true;
          } catch (error) {
            reject(error);
            return true;
          }
        });
        if (isRunning) return;
        isRunning = true;
        setImmediate(takeTurn);
      }),
  };
}
