import { ERRORS, type ErrorCode, RETIRED_CODES, SHARED_ERRORS } from '@comporta/contract/errors';
import { expect, it } from 'vitest';
import { endpointsOfContract } from './contract-endpoints.ts';

/** Codes that are answered before a request is matched to an endpoint. */
const BEFORE_ANY_ENDPOINT: readonly ErrorCode[] = ['MALFORMED_REQUEST', 'METHOD_NOT_ALLOWED'];

it('CODE-18: every code is declared by an endpoint, or is one that any call may answer', async () => {
  const endpoints = await endpointsOfContract();
  const declared = new Set<string>([
    ...endpoints.flatMap(({ errors }) => errors),
    ...SHARED_ERRORS,
    ...BEFORE_ANY_ENDPOINT,
  ]);
  expect(Object.keys(ERRORS).filter((code) => !declared.has(code))).toEqual([]);
});

it('CODE-18: no retired code is in use again', () => {
  expect(RETIRED_CODES.filter((code) => Object.hasOwn(ERRORS, code))).toEqual([]);
});
