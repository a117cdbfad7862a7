import { expect, it } from 'vitest';
import { tooFewApprovers } from './too-few-approvers.ts';

const [ana, rui, eva] = ['Ana', 'Rui', 'Eva'].map((name) => ({ id: name, name }));
const everybody = [ana, rui, eva].filter((one) => one !== undefined);
const byAna = { author: { id: 'Ana', name: 'Ana', kind: 'user' as const }, contributors: [] };

it('SAF-26: a request tells who can approve it where they are too few, without those who edited it', () => {
  const names = (request: typeof byAna, needed: number) =>
    tooFewApprovers(request, { needed, approvers: everybody })?.map(({ name }) => name);
  expect(names(byAna, 2)).toBeUndefined();
  expect(names(byAna, 3)).toEqual(['Rui', 'Eva']);
  const together = { ...byAna, contributors: [{ id: 'Rui', name: 'Rui' }] as never };
  expect(names(together, 2)).toEqual(['Eva']);
  expect(tooFewApprovers(byAna, { needed: 1, approvers: [] })).toEqual([]);
  expect(tooFewApprovers(byAna, { needed: 1, approvers: undefined })).toBeUndefined();
});
