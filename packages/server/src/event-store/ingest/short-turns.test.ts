import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openShortTurns } from './short-turns.ts';

const ONE = { path: ['company', 'environment', 'SERVER'], size: 1 };

/** Work with a clock that advances by 0.1 ms with each step. */
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

it('an iteration of the event loop runs at most 1 ms of work, however many pieces are queued', async () => {
  const { done, steps, now } = workOn();
  const turns = openShortTurns(now);
  const all = Array.from({ length: 30 }, (_, place) => turns.run(steps(`work ${place}`, 2), ONE));
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

it('work runs first in, first out; a failure does not stop the work behind it', async () => {
  const { done, steps, now } = workOn();
  const turns = openShortTurns(now);
  const first = turns.run(steps('first', 25), ONE);
  const failing = turns.run(
    (function* () {
      yield;
      throw new RangeError('too far');
    })(),
    ONE,
  );
  const last = turns.run(steps('last', 1), ONE);
  await expect(failing).rejects.toThrow('too far');
  expect([await first, await last]).toEqual(['first', 'last']);
  expect(done.at(-1)).toBe('last 1');
});

it('FAIR-16: small work does not wait for all the large work of another company that came before', async () => {
  const { done, steps, now } = workOn();
  const turns = openShortTurns(now);
  const large = { path: ['b', 'environment', 'CLIENT'], size: 1_000 };
  const all = Array.from({ length: 10 }, (_, place) =>
    turns.run(steps(`large ${place}`, 5), large),
  );
  all.push(turns.run(steps('small', 1), { path: ['a', 'environment', 'SERVER'], size: 1 }));
  await Promise.all(all);
  expect(done.indexOf('small 1')).toBeLessThanOrEqual(5);
});
