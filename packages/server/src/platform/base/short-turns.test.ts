import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openShortTurns } from './short-turns.ts';

/** A clock that a tenth of a millisecond passes on with each step of the work. */
function workOn() {
  const done: string[] = [];
  function* steps(name: string, count: number): Generator<void, string> {
    for (let step = 1; step <= count; step += 1) {
      done.push(`${name} ${step}`);
      yield;
    }
    return name;
  }
  return { done, steps, now: () => done.length / 10 };
}

it('however many come at once, a turn of the event loop does a millisecond of their work', async () => {
  const { done, steps, now } = workOn();
  const turns = openShortTurns(now);
  const all = Array.from({ length: 30 }, (_, place) => turns.run(steps(`work ${place}`, 2)));
  const perTurn: number[] = [];
  let isOver = false;
  const watched = (async () => {
    while (!isOver) {
      const before = done.length;
      await eventLoopTurn();
      perTurn.push(done.length - before);
    }
  })();
  expect(await Promise.all(all)).toEqual(all.map((_, place) => `work ${place}`));
  isOver = true;
  await watched;
  expect(done).toHaveLength(60);
  expect(Math.max(...perTurn)).toBeLessThanOrEqual(10);
});

it('who comes first is done first, and what fails stops nobody behind it', async () => {
  const { done, steps, now } = workOn();
  const turns = openShortTurns(now);
  const first = turns.run(steps('first', 25));
  const failing = turns.run(
    (function* () {
      yield;
      throw new RangeError('too far');
    })(),
  );
  const last = turns.run(steps('last', 1));
  await expect(failing).rejects.toThrow('too far');
  expect([await first, await last]).toEqual(['first', 'last']);
  expect(done.at(-1)).toBe('last 1');
});
