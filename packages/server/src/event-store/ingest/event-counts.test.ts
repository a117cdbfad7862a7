import { expect, it } from 'vitest';
import { createEventCounts } from './event-counts.ts';

it('FAIR-24: an environment has at most 5,000 series between two saves; another is not affected, and what is dropped is told', () => {
  const dropped: string[] = [];
  const counts = createEventCounts((environmentId) => dropped.push(environmentId));
  for (let code = 0; code < 5_003; code++) counts.add('b', { kind: 'EVENT', code: `${code}` });
  counts.add('a', { kind: 'EVENT', code: 'purchase' });
  counts.add('b', { kind: 'EVENT', code: '0' });
  expect(dropped).toEqual(['b', 'b', 'b']);
  const taken = counts.take();
  expect(taken).toHaveLength(5_001);
  expect(taken[0]).toMatchObject({ environmentId: 'b', code: '0', count: 2 });
  counts.add('b', { kind: 'EVENT', code: 'after the save' });
  expect(counts.take()).toHaveLength(1);
});

it('FAIR-24: no code is longer than 200 characters', () => {
  const dropped: string[] = [];
  const counts = createEventCounts((environmentId) => dropped.push(environmentId));
  counts.add('a', { kind: 'WRONG', code: 'x'.repeat(201) });
  counts.add('a', { kind: 'WRONG', code: 'x'.repeat(200) });
  expect(dropped).toEqual(['a']);
  expect(counts.take()).toHaveLength(1);
});
