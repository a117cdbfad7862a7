import { expect, it } from 'vitest';
import { checkPage } from './paging.ts';

it.each([
  [{}, { page: 1, size: 20 }],
  [
    { page: '3', size: '50' },
    { page: 3, size: 50 },
  ],
  [{ size: '101' }, { page: 1, size: 100 }],
  [{ page: '999999999' }, { page: 999_999_999, size: 20 }],
])('the query %j is the page %j', (query, page) => {
  expect(checkPage(query)).toEqual({ ok: true, value: page });
});

it.each([
  [{ page: '1000000000' }, { page: 999_999_999, size: 20 }],
  [{ page: '9'.repeat(400) }, { page: 999_999_999, size: 20 }],
  [{ size: '10000000000' }, { page: 1, size: 100 }],
  [{ size: `00${'9'.repeat(400)}` }, { page: 1, size: 100 }],
])('SPEC-02: a whole number is never too large: %j', (query, page) => {
  expect(checkPage(query)).toEqual({ ok: true, value: page });
});

it.each([
  ['page', { page: '0' }],
  ['page', { page: '-1' }],
  ['page', { page: '1.5' }],
  ['page', { page: '1e3' }],
  ['page', { page: '' }],
  ['size', { size: '0' }],
  ['size', { size: 'many' }],
])('INVALID_PAGE at %s: %j', (field, query) => {
  expect(checkPage(query)).toMatchObject({
    ok: false,
    problems: [{ code: 'INVALID_PAGE', at: [field] }],
  });
});
