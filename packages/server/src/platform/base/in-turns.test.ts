import { describe, expect, it } from 'vitest';
import { inTurns } from './in-turns.ts';

/** A clock that advances by 1 ms with each reading. */
function steadyClock(): () => number {
  let now = 0;
  return () => now++;
}

function* count(to: number): Generator<void, string> {
  for (let step = 0; step < to; step += 1) yield;
  return `counted to ${to}`;
}

describe('OPS-06: work in turns', () => {
  it('yields to the event loop every 10 ms, and resolves with the result', async () => {
    let turns = 0;
    let isOver = false;
    const others = (async () => {
      while (!isOver) {
        await new Promise((resolve) => setImmediate(resolve));
        turns += 1;
      }
    })();
    expect(await inTurns(count(1_000), steadyClock())).toBe('counted to 1000');
    isOver = true;
    await others;
    expect(turns).toBeGreaterThanOrEqual(90);
  });

  it('rejects with the error that a step throws', async () => {
    const steps = (function* () {
      yield;
      throw new RangeError('too far');
    })();
    await expect(inTurns(steps)).rejects.toThrow('too far');
  });
});
