import { setImmediate as eventLoopTurn } from 'node:timers/promises';

/** As long as anybody else waits for work that is done in turns. */
const TURN_MS = 10;

export interface Turns {
  /** Whether others have waited long enough. */
  areOver(): boolean;
  /** Resolves when they had their turn. */
  next(): Promise<void>;
}

/** For work that may be long: after each ten milliseconds the event loop does what else there is to do. */
export function takeTurns(now: () => number = () => performance.now()): Turns {
  let since = now();
  return {
    areOver: () => now() - since >= TURN_MS,
    async next() {
      await nextTurn();
      since = now();
    },
  };
}

/** Takes the steps of such work and returns its result; no step may take much longer than a turn. */
export async function inTurns<Result>(
  steps: Generator<unknown, Result>,
  now?: () => number,
): Promise<Result> {
  const turns = takeTurns(now);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (turns.areOver()) await turns.next();
  }
}

/** Resolves in a turn of the event loop that no other work of this kind has. */
function nextTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => eventLoopTurn());
  return lastTurn;
}

let lastTurn = Promise.resolve();

/** What is made of each item, when its turn has come: never all of it at once. */
export function* eachMade<Item, Made>(
  items: Iterable<Item>,
  make: (item: Item) => Made,
): Generator<Made> {
  for (const item of items) yield make(item);
}
