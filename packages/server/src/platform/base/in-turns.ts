import { setImmediate as eventLoopTurn } from 'node:timers/promises';

/** The longest time for which work that is done in turns blocks the event loop. */
const TURN_MS = 10;

export interface Turns {
  /** Whether the turn has used up its time. */
  areOver(): boolean;
  /** Yields to the event loop; resolves when the next turn begins. */
  next(): Promise<void>;
}

/** For work that may take long: it yields to the event loop every 10 ms. */
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

/** Runs the steps of such work and returns its result. No step may take much longer than a turn. */
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

/** Resolves in an iteration of the event loop in which no other work of this kind runs. */
function nextTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => eventLoopTurn());
  return lastTurn;
}

let lastTurn = Promise.resolve();

/** Maps items lazily, so that the results are never all in memory at once. */
export function* eachMade<Item, Made>(
  items: Iterable<Item>,
  make: (item: Item) => Made,
): Generator<Made> {
  for (const item of items) yield make(item);
}
