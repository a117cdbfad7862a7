import { expect, test } from 'vitest';
import { checkAdmission, requestOf } from './admission-form.ts';
import { whatIsAsked } from './what-is-asked.ts';

const FORM = { title: ' Launch ', reason: '', isAtOnce: true };
const codesOf = (...given: Parameters<typeof checkAdmission>) => {
  const checked = checkAdmission(...given);
  return checked.ok ? [] : checked.problems.map(({ code }) => code);
};

test('SAF-27, SAF-28: a bypass and a reason that is asked for are not sent without one', () => {
  expect(codesOf(FORM, 'REQUEST', false)).toEqual([]);
  expect(codesOf(FORM, 'REQUEST', true)).toEqual(['EMPTY_REASON']);
  expect(codesOf({ ...FORM, title: '' }, 'REASON', false)).toEqual(['EMPTY_REASON']);
  expect(codesOf({ ...FORM, title: '' }, 'BYPASS', false)).toEqual(['EMPTY_REASON']);
  expect(codesOf({ ...FORM, title: '', reason: 'Fire' }, 'BYPASS', true)).toEqual([]);
  expect(codesOf({ ...FORM, title: '', reason: 'x'.repeat(501) }, 'REQUEST', false)).toEqual([
    'EMPTY_TITLE',
    'REASON_TOO_LONG',
  ]);
});

const edits = [{ type: 'toggle', action: 'DELETE', id: 't' }];

test('SAF-15: a request is applied by its last approval, or by hand', () => {
  const asked = whatIsAsked({
    code: 'APPROVAL_REQUIRED',
    meta: { environments: [{ id: 'p', name: 'Production', approvals: 2 }] },
  });
  expect(asked.environments).toEqual([{ id: 'p', name: 'Production', approvals: 2 }]);
  expect(requestOf(FORM, edits, asked)).toMatchObject({ start: 'ON_APPROVAL', startAt: null });
  expect(requestOf({ ...FORM, isAtOnce: false }, edits, asked)).toMatchObject({ start: 'MANUAL' });
});

test('SAF-29: during a freeze it begins when that ends', () => {
  const until = '2026-12-01T00:00:00.000Z';
  const asked = whatIsAsked({ code: 'FROZEN', meta: { name: 'Sale', until, environments: [] } });
  expect(requestOf(FORM, edits, asked)).toMatchObject({
    ...{ start: 'AT', startAt: until, submit: true },
    steps: [{ edits }],
  });
});

test('SAF-100: a refusal of another program without details is read, too', () => {
  expect(whatIsAsked({ code: 'FROZEN', meta: {} })).toEqual({
    ...{ code: 'FROZEN', environments: [], freeze: { name: '', until: '' } },
  });
});
