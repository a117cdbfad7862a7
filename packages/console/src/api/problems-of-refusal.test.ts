import { createAccountKey } from '@comporta/contract/keys/account-key-api';
import { createToggle, updateToggle } from '@comporta/contract/toggles/toggle-api';
import { expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { problemsOfRefusal } from './problems-of-refusal.ts';

const ENDPOINTS = [createToggle, updateToggle];

function refused(code: string | undefined, meta: Record<string, unknown> = {}) {
  return problemsOfRefusal(new ApiError({ status: 400, code, meta }), ENDPOINTS);
}

it('CODE-04: a refusal carries the place of its problem, and its meta data', () => {
  expect(refused('VALUE_IN_USE', { at: ['values', 1], value: 'off' })).toEqual([
    { code: 'VALUE_IN_USE', at: ['values', 1], meta: { value: 'off' } },
  ]);
});

it('CODE-04: each of several problems has its own place', () => {
  const problems = [
    { code: 'EMPTY_NAME', at: ['name'] },
    { code: 'VALUE_TOO_LONG', at: ['values', 0], meta_data: { limit: 50 } },
  ];
  expect(refused('EMPTY_NAME', { at: ['name'], problems })).toEqual([
    { code: 'EMPTY_NAME', at: ['name'], meta: {} },
    { code: 'VALUE_TOO_LONG', at: ['values', 0], meta: { limit: 50 } },
  ]);
});

it.each([[undefined], ['name'], [{ 0: 'name' }], [[['name']]], [[null]]])(
  'a place such as %j means the form as a whole',
  (at) => {
    expect(refused('EMPTY_NAME', { at })).toEqual([{ code: 'EMPTY_NAME', at: [], meta: {} }]);
  },
);

it.each([[undefined], ['EMPTY_NAME'], [[]], [[null]], [[{ code: 'SOMETHING_NEW', at: ['name'] }]]])(
  'problems such as %j add nothing to the code',
  (problems) => {
    expect(refused('EMPTY_NAME', { at: ['name'], problems })).toEqual([
      { code: 'EMPTY_NAME', at: ['name'], meta: {} },
    ]);
  },
);

it('R13: rules that are named only by number are counted from 1', () => {
  const meta = { rule_order: [1, 3] };
  expect(refused('EMPTY_NAME', meta)).toEqual([
    { code: 'EMPTY_NAME', at: ['rules', 0], meta },
    { code: 'EMPTY_NAME', at: ['rules', 2], meta },
  ]);
});

it('a code that any call may answer is not for a form to explain', () => {
  expect(refused('RATE_LIMITED')).toBeUndefined();
  expect(refused(undefined)).toBeUndefined();
  expect(problemsOfRefusal(new Error('offline'), ENDPOINTS)).toBeUndefined();
  const wrong = new ApiError({ status: 400, code: 'EMPTY_NAME', meta: {} });
  expect(problemsOfRefusal(wrong, [createAccountKey])).toBeUndefined();
});
