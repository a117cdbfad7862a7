import { createProperty, deleteProperty } from '@comporta/contract/properties/property-api';
import { expect, it } from 'vitest';
import { ApiError, isNotFound, refusalOf } from './api-error.ts';

const duplicate = new ApiError({ status: 409, code: 'DUPLICATE_KEY', meta: {} });
const missing = new ApiError({ status: 404, code: 'NOT_FOUND', meta: {} });

it('a refusal is a code that its endpoint declares', () => {
  expect(refusalOf(createProperty, duplicate)).toBe('DUPLICATE_KEY');
  expect(refusalOf(deleteProperty, duplicate)).toBeUndefined();
  expect(refusalOf(createProperty, new Error('a bug'))).toBeUndefined();
});

it('NOT_FOUND is told apart from every other error', () => {
  expect(isNotFound(missing)).toBe(true);
  expect(isNotFound(duplicate)).toBe(false);
  expect(isNotFound(undefined)).toBe(false);
});
