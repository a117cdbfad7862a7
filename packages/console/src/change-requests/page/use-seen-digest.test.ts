import type { ChangeRequest } from '@comporta/contract/change-requests/change-request';
import { expect, it } from 'vitest';
import { isStale } from './use-seen-digest.ts';

const missing = { id: 'e', name: 'Production', needed: 1, given: 0 };
const given = { ...missing, given: 1 };

function stale(state: ChangeRequest['state'], approvals: ChangeRequest['approvals'] = []) {
  return isStale({ digest: 'new', state, approvals }, 'old');
}

it('SAF-24: another content is told while there is something to decide', () => {
  expect(stale('IN_REVIEW', [missing])).toBe(true);
  expect(stale('APPROVED', [given])).toBe(true);
  expect(stale('HELD')).toBe(true);
  expect(stale('RUNNING', [missing])).toBe(true);
  expect(isStale({ digest: 'old', state: 'IN_REVIEW', approvals: [missing] }, 'old')).toBe(false);
});

it('SAF-24: what was applied is not told as a change of its content', () => {
  expect(stale('DONE')).toBe(false);
  expect(stale('RUNNING')).toBe(false);
  expect(stale('RUNNING', [given])).toBe(false);
  expect(stale('ROLLED_BACK')).toBe(false);
});
