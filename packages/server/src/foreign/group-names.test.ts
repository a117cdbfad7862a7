import { expect, it } from 'vitest';
import { collectTargetGroups, type DocumentCondition } from './group-names.ts';

const contains = (term: string): DocumentCondition => ({
  property: 'city',
  expression: 'CONTAINS',
  term,
});

it('keeps different conditions apart that read alike', () => {
  const targetGroups = collectTargetGroups();
  const two = [contains('a or city CONTAINS b'), contains('c')];
  const others = [contains('a'), contains('b or city CONTAINS c')];

  const names = [two, others, two].map((conditions) => targetGroups.nameOf('OR', conditions));

  expect(names[1]).not.toBe(names[0]);
  expect(names[2]).toBe(names[0]);
  expect(targetGroups.groups().map(({ conditions }) => conditions)).toEqual([two, others]);
});
