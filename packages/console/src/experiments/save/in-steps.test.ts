import { expect, it } from 'vitest';
import type { ExperimentForm } from '../editor/experiment-form.ts';
import { sharesOf } from '../split/split-editor.ts';
import { bodiesInSteps, movesInSteps, startInSteps } from './in-steps.ts';

const values = ['on', 'off'];
const DAY = 86_400;

function formWith(exactValue: string, id: string | undefined = 'r'): ExperimentForm {
  const valueSpec = { type: 'EXACT_VALUE', exactValue } as const;
  return { toggleId: 't', rules: [{ type: 'ALL_USERS', key: 'k', id, valueSpec }] };
}

it('SAF-70: steps begin with the value that the edits give', () => {
  const steps = startInSteps(formWith('off'), formWith('on'), { values, wait: DAY });
  expect(steps).toMatchObject({ rule: 'k', value: 'on', from: 'off' });
  expect(steps?.shares.map(({ percent }) => percent)).toEqual(['25', '50', '75', '100']);
});

it('SAF-70: a rule that is not stored yet has no steps', () => {
  const fresh = {
    ...formWith('on'),
    rules: formWith('on').rules.map(({ id: _, ...rule }) => rule),
  };
  expect(startInSteps(formWith('off'), fresh, { values, wait: DAY })).toBeUndefined();
});

it('SAF-70: each step sends the whole experiment, with its share', () => {
  const shares = ['2,5', '50', '100'].map((percent) => ({ percent, wait: DAY }));
  const steps = { rule: 'k', value: 'on', from: 'off', shares };
  const bodies = bodiesInSteps(formWith('off'), formWith('on'), { steps, values });
  expect(bodies?.map(({ rules }) => rules[0]?.valueSpec)).toEqual([
    { type: 'SPLIT', split: { on: 2.5, off: 97.5 } },
    { type: 'SPLIT', split: { on: 50, off: 50 } },
    { type: 'EXACT_VALUE', exactValue: 'on' },
  ]);
  expect(bodies?.[0]).toMatchObject({ toggleId: 't', rules: [{ id: 'r', order: 1 }] });
});

it.each([[['50', '25']], [['10', '']], [['50']], [['10', '101']]])(
  'SAF-70: shares that do not rise to what there is are refused: %s',
  (typed) => {
    const shares = typed.map((percent) => ({ percent, wait: DAY }));
    const steps = { rule: 'k', value: 'on', from: 'off', shares };
    expect(bodiesInSteps(formWith('off'), formWith('on'), { steps, values })).toBeUndefined();
  },
);

it('SAF-51: says whom each step moves, also between other values, and nothing of wrong shares', () => {
  const shares = sharesOf({ a: 40, b: 20, c: 40 }, ['a', 'b', 'c']);
  const valueSpec = { type: 'SPLIT', shares } as const;
  const rule = { type: 'ALL_USERS', key: 'k', id: 'r', valueSpec } as const;
  const saved = { toggleId: 't', rules: [rule] };
  const stepping = (...typed: readonly string[]) => ({
    steps: {
      ...{ rule: 'k', value: 'a', from: 'c' },
      shares: typed.map((percent) => ({ percent, wait: DAY })),
    },
    values: ['a', 'b', 'c'],
  });
  const [first, last] = movesInSteps(saved, stepping('50', '80')) ?? [];
  expect(first).toEqual([
    { from: 'b', to: 'a', share: 10, isWanted: false },
    { from: 'c', to: 'b', share: 10, isWanted: false },
  ]);
  expect(last).toContainEqual({ from: 'c', to: 'a', share: 10, isWanted: true });
  expect(movesInSteps(saved, stepping('50', '40'))).toBeUndefined();
});
