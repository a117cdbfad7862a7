import type { ChangeRequest } from '@comporta/contract/change-requests/change-request';
import type { Edit } from '@comporta/contract/change-requests/edit';
import { expect, it } from 'vitest';
import { bodyOfCopy } from './body-of-request.ts';

const NOW = new Date('2026-03-01T12:00:00Z');

const edit: Edit = {
  type: 'property',
  action: 'UPDATE',
  id: 'p',
  environmentId: null,
  name: 'plan',
  body: { key: 'plan', type: 'STRING', description: 'new' },
  base: { key: 'plan', type: 'STRING', description: 'old' },
  result: { key: 'plan', type: 'STRING', description: 'new' },
  differences: [{ kind: 'CHANGED', part: 'description' }],
};

function requestWith(change: Partial<ChangeRequest>, edits: readonly Edit[] = [edit]) {
  const step = { at: null, wait: null, state: 'WAITING', appliedAt: null, edits } as const;
  const request = {
    title: 'Tidy',
    reason: '',
    source: null,
    start: 'MANUAL',
    startAt: null,
    lateBy: 3600,
    guard: null,
    steps: [step],
    ...change,
  };
  return request as unknown as ChangeRequest; // A copy reads nothing else of it.
}

it('SAF-25: a copy is a draft of what was filed', () => {
  expect(bodyOfCopy(requestWith({}), NOW)).toMatchObject({
    title: 'Tidy',
    submit: false,
    steps: [{ at: null, wait: null, edits: [{ id: 'p', action: 'UPDATE', body: edit.body }] }],
  });
});

it('SAF-25: a copy takes nothing back that others changed since', () => {
  const merged = { key: 'plan', type: 'LIST', description: 'new' };
  const { steps } = bodyOfCopy(requestWith({}, [{ ...edit, result: merged }]), NOW);
  expect(steps?.[0]?.edits?.[0]?.body).toEqual(merged);
});

it('SAF-25: times that have passed do not return in a copy', () => {
  const later = { at: '2026-03-02T00:00:00Z', wait: null, edits: [edit] };
  const passed = { ...later, at: '2026-02-02T00:00:00Z' };
  const steps = [{ at: null, wait: null, edits: [edit] }, passed, later];
  const request = requestWith({
    start: 'AT',
    startAt: '2026-02-01T00:00:00Z',
    steps: steps as unknown as ChangeRequest['steps'], // A copy reads no state of a step.
  });
  const copy = bodyOfCopy(request, NOW);
  expect(copy).toMatchObject({ start: 'MANUAL', startAt: null });
  expect(copy.steps?.map(({ at, wait }) => [at, wait])).toEqual([
    [null, null],
    [null, 3600],
    [later.at, null],
  ]);
});

it('SAF-61: a copy of what was worked out is worked out anew', () => {
  const source = { revert: 'r' };
  expect(bodyOfCopy(requestWith({ source }), NOW)).toMatchObject({ source, steps: [] });
});
