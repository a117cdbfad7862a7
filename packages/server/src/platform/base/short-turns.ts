/** Short enough that nobody notices it in an answer of a few milliseconds. */
const TURN_MS = 1;

/** For work of which there is more all the time, beside answers that may not wait for it. */
export interface ShortTurns {
  /** Takes the steps behind those of all who came before, and resolves with what they come to. */
  run<Result>(steps: Generator<unknown, Result>): Promise<Result>;
}

/**
 * A lane on which all work of one kind is done, a millisecond in each turn of the event loop, whoever asks for it:
 * what came to be answered meanwhile is answered in between. `inTurns` gives each piece of work ten of its own.
 */
export function openShortTurns(now: () => number = () => performance.now()): ShortTurns {
  /** Each does a step, and says whether it was the last. */
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
