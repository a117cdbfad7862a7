import { expect, it } from 'vitest';
import { planOf } from './bulk-action.ts';

it('CDW-19: a plan has the rows that change, and the reason for each row that does not', () => {
  const paused = new Set(['b', 'd']);
  const whyNot = (row: string) => {
    if (row === 'c') return 'no experiment';
    return paused.has(row) ? 'paused already' : undefined;
  };
  const { changed, skipped } = planOf(['a', 'b', 'c', 'd', 'e'], whyNot);
  expect(changed).toEqual(['a', 'e']);
  expect([...skipped]).toEqual([
    ['paused already', ['b', 'd']],
    ['no experiment', ['c']],
  ]);
  expect(planOf([], whyNot)).toEqual({ changed: [], skipped: new Map() });
});
