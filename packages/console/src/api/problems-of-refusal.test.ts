import {
  createApplication,
  updateApplication,
} from '@comporta/contract/applications/application-api';
import type { Endpoint } from '@comporta/contract/endpoint';
import { createAccountKey } from '@comporta/contract/keys/account-key-api';
import { createEnvironmentKey } from '@comporta/contract/keys/environment-key-api';
import { createMetric, updateMetric } from '@comporta/contract/metrics/metric-api';
import { createProperty, updateProperty } from '@comporta/contract/properties/property-api';
import {
  createTargetGroup,
  updateTargetGroup,
} from '@comporta/contract/target-groups/target-group-api';
import { createToggle, updateToggle } from '@comporta/contract/toggles/toggle-api';
import { createUser, updateUser } from '@comporta/contract/users/user-api';
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

it.each<[string, readonly Endpoint[]]>([
  ['applications', [createApplication, updateApplication]],
  ['properties', [createProperty, updateProperty]],
  ['target groups', [createTargetGroup, updateTargetGroup]],
  ['metrics', [createMetric, updateMetric]],
  ['toggles', [createToggle, updateToggle]],
  ['users', [createUser, updateUser]],
  ['keys of environments', [createEnvironmentKey]],
  ['keys of accounts', [createAccountKey]],
])(
  'CODE-03 CODE-04: the form of %s finds every code of its calls, at every field and for the form as a whole',
  (_, endpoints) => {
    const fields = endpoints.flatMap(fieldsOf);
    expect(fields.length).toBeGreaterThan(0);
    for (const code of endpoints.flatMap(({ errors }) => errors)) {
      for (const at of [[], ...fields.map((field) => [field]), [fields[0], 1, 'name']]) {
        const refusal = new ApiError({ status: 400, code, meta: { at } });
        expect(problemsOfRefusal(refusal, endpoints)).toEqual([{ code, at, meta: {} }]);
      }
    }
  },
);

function fieldsOf({ body }: Endpoint): readonly string[] {
  // All these endpoints have an object schema as body.
  const { shape } = body as unknown as { readonly shape: Readonly<Record<string, unknown>> };
  return Object.keys(shape);
}
