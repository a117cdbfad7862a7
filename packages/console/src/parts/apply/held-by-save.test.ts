import type { ChangeRequest } from '@comporta/contract/change-requests/change-request';
import { expect, it } from 'vitest';
import { heldBySave } from './held-by-save.ts';

type Steps = ChangeRequest['steps'];

const rule = (id: string, exactValue: string) => ({
  id,
  type: 'ALL_USERS',
  valueSpec: { type: 'EXACT_VALUE', exactValue },
});
const bodyWith = (...rules: object[]) => ({ status: 'ACTIVE', rules });
const [a, b] = [rule('a', 'off'), rule('b', 'off')];
const present = bodyWith(a, b);

function requestWith(...results: object[]): Pick<ChangeRequest, 'state' | 'steps'> {
  const steps = results.map((result) => ({
    state: 'WAITING',
    edits: [{ type: 'experiment', id: 'e', result }],
  }));
  return { state: 'SCHEDULED', steps: steps as unknown as Steps }; // Nothing else of it is read.
}

it('SAF-09: a save holds a request that changes the same rule in another way', () => {
  const request = requestWith(bodyWith(rule('a', 'on'), b));
  const draft = bodyWith(rule('a', 'half'), b);
  expect(heldBySave(request, { type: 'experiment', id: 'e', present, draft })).toEqual(['rule:a']);
  expect(heldBySave(request, { type: 'experiment', id: 'other', present, draft })).toEqual([]);
});

it('SAF-09: a save of another rule, or of the same change, holds nothing', () => {
  const request = requestWith(bodyWith(rule('a', 'on'), b));
  const other = bodyWith(a, rule('b', 'on'));
  const same = bodyWith(rule('a', 'on'), b);
  expect(heldBySave(request, { type: 'experiment', id: 'e', present, draft: other })).toEqual([]);
  expect(heldBySave(request, { type: 'experiment', id: 'e', present, draft: same })).toEqual([]);
});

it('SAF-09: later steps are asked, too, and those that are applied are not', () => {
  const request = requestWith(
    bodyWith(rule('a', 'on'), b),
    bodyWith(rule('a', 'on'), rule('b', 'on')),
  );
  const draft = bodyWith(a, rule('b', 'half'));
  expect(heldBySave(request, { type: 'experiment', id: 'e', present, draft })).toEqual(['rule:b']);
  const [first, second] = request.steps;
  const applied = [first, { ...second, state: 'APPLIED' }] as Steps;
  expect(
    heldBySave({ ...request, steps: applied }, { type: 'experiment', id: 'e', present, draft }),
  ).toEqual([]);
});

it('SAF-09: what is held already, a draft, or over, is not held', () => {
  const steps = requestWith(bodyWith(rule('a', 'on'), b)).steps;
  const draft = bodyWith(rule('a', 'half'), b);
  for (const state of ['HELD', 'DRAFT', 'DONE'] as const) {
    expect(heldBySave({ state, steps }, { type: 'experiment', id: 'e', present, draft })).toEqual(
      [],
    );
  }
});
