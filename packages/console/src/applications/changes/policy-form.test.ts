import { expect, test } from 'vitest';
import { checkPolicyForm, hasFewApprovers, isNeverApproved, policyForm } from './policy-form.ts';

test('SAF-20: a policy is edited and sent as it is stored', () => {
  const policy = { approvals: 2, pauseDirectly: false, reasonRequired: true };
  expect(checkPolicyForm(policyForm(policy))).toEqual({ ok: true, value: policy });
});

test.each<[approvals: number, approvers: number, isFew: boolean]>([
  [0, 0, false],
  [1, 1, true],
  [1, 2, false],
  [2, 2, true],
  [3, 4, false],
])('SAF-26: %i approvals by %i people warn: %s', (approvals, approvers, isFew) => {
  expect(hasFewApprovers(approvals, approvers)).toBe(isFew);
});

test.each<[approvals: number, approvers: number, isNever: boolean]>([
  [0, 0, false],
  [1, 1, false],
  [1, 0, true],
  [2, 1, true],
  [2, 2, false],
])(
  'SAF-26: %i approvals by %i people can never be reached: %s',
  (approvals, approvers, isNever) => {
    expect(isNeverApproved(approvals, approvers)).toBe(isNever);
  },
);
