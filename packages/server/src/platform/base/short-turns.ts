/** Short enough not to matter beside responses of a few milliseconds. */
const TURN_MS = 1;

/** For continuous background work beside requests that must not wait for it. */
export interface ShortTurns {
  /** Queues the steps behind all earlier work, and resolves with their result. */
  run<Result>(steps: Generator<unknown, Result>): Promise<Result>;
}

/**
 * A queue for all work of one kind. It runs 1 ms of work per iteration of the event loop, so that requests are answered
 * in between. In contrast, `inTurns` gives each piece of work 10 ms of its own.
 */
export function openShortTurns(now: () => number = () => performance.now()): ShortTurns {
  /** Each function runs one step and returns true when it was the last. */
  let waiting: (() => boolean)[] = [];

  function takeTurn(): void {
    const since = now();
    let ended = 0;
    while (ended < waiting.length && now() - since < TURN_MS) {
      if (waiting[ended]?.() === true) ended += 1;
    }
    waiting = waiting.slice(ended);
    if (waiting.length > 0) setImmediate(takeTurn);
  }

  return {
    run: (steps) =>
      new Promise((resolve, reject) => {
        waiting.push(() => {
          try {
            const step = steps.next();
            if (step.done === true) resolve(step.value);
            return step.done === true;
          } catch (error) {
            reject(error);
            return true;
          }
        });
        if (waiting.length === 1) setImmediate(takeTurn);
      }),
  };
}
