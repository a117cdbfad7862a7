import type { ToggleExplanation } from '@comporta/contract/evaluation/explanation';
import { expect, it } from 'vitest';
import { compare } from './comparison.ts';

function returning(toggle: string, value: string): ToggleExplanation {
  return { toggleId: `id of ${toggle}`, toggle, value, reason: 'STATIC', rules: [] };
}

it('a toggle differs when it returns another value, whatever the order of the responses', () => {
  const here = [returning('checkout', 'on'), returning('search', 'v1')];
  const there = [returning('search', 'v2'), returning('checkout', 'on')];
  expect(compare(here, there)).toEqual([
    {
      toggleId: 'id of checkout',
      toggle: 'checkout',
      answers: [here[0], there[1]],
      differs: false,
    },
    { toggleId: 'id of search', toggle: 'search', answers: [here[1], there[0]], differs: true },
  ]);
});

it('a toggle that is missing in one of the responses is left out', () => {
  expect(compare([returning('new', 'on')], [])).toEqual([]);
  expect(compare([], [returning('new', 'on')])).toEqual([]);
});
