import { expect, it } from 'vitest';
import { possibleActions, stateOf } from './request-state.ts';

it.each([
  ['MANUAL', 1, 'IN_REVIEW'],
  ['MANUAL', 0, 'APPROVED'],
  ['AT', 2, 'IN_REVIEW'],
  ['AT', 0, 'SCHEDULED'],
  ['ON_APPROVAL', 0, 'SCHEDULED'],
] as const)(
  'SAF-15: an open request with start %s and %i missing approvals is %s',
  (start, missingApprovals, state) => {
    expect(stateOf({ status: 'OPEN', start, missingApprovals })).toBe(state);
    expect(stateOf({ status: 'HELD', start, missingApprovals })).toBe('HELD');
  },
);

it.each([
  ['DRAFT', null, 0, 'SUBMIT WITHDRAW TAKE_OVER'],
  ['IN_REVIEW', null, 0, 'WITHDRAW TAKE_OVER'],
  ['APPROVED', null, 0, 'APPLY WITHDRAW TAKE_OVER'],
  ['SCHEDULED', null, 0, 'APPLY HOLD WITHDRAW TAKE_OVER'],
  ['RUNNING', null, 1, 'ADVANCE HOLD ROLL_BACK WITHDRAW TAKE_OVER'],
  // Only its watch is left.
  ['RUNNING', null, 2, 'HOLD ROLL_BACK WITHDRAW TAKE_OVER'],
  ['HELD', 'MISSED', 0, 'APPLY RESUME WITHDRAW TAKE_OVER'],
  ['HELD', 'CONFLICT', 0, 'RESUME WITHDRAW TAKE_OVER'],
  ['HELD', 'MISSED', 1, 'RESUME ROLL_BACK WITHDRAW TAKE_OVER'],
  ['DONE', null, 1, ''],
  ['REJECTED', null, 0, ''],
] as const)('SAF-04: %s (%s) after %i steps allows: %s', (state, held, currentStep, actions) => {
  expect(possibleActions({ state, held, currentStep, stepCount: 2 }).join(' ')).toBe(actions);
});
