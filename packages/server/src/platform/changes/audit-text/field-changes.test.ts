import { expect, test } from 'vitest';
import { changesBetween, pathOf } from './field-changes.ts';

test('a field that changed, came or went is one change', () => {
  const before = { name: 'Beta', description: 'a', webhook: null, language: 'en' };
  const after = { name: 'Beta', description: 'b', webhook: 'https://example.com' };
  expect(changesBetween(before, after)).toEqual([
    { field: 'description', before: 'a', after: 'b' },
    { field: 'webhook', after: 'https://example.com' },
    { field: 'language', before: 'en' },
  ]);
});

test('items of lists are compared one by one, and a path says which', () => {
  const [first, second, third] = [{ n: 1 }, { n: 2 }, { n: 3 }];
  const changes = changesBetween(
    { rules: [first, second, third] },
    { rules: [third, { n: 0 }, first, second] },
  );
  expect(changes).toEqual([
    { field: 'rules', index: 0, isMove: true, before: 3, after: 1 },
    { field: 'rules', index: 1, after: { n: 0 } },
  ]);
  expect(changes.map(pathOf)).toEqual(['rules[0].order', 'rules[1]']);
  expect(changesBetween({ rules: [first, second] }, { rules: [first] })).toEqual([
    { field: 'rules', index: 1, before: second },
  ]);
});

test('the order of keys is no change; absent is the same as undefined', () => {
  const before = { rules: [{ a: 1, b: 2 }] };
  expect(changesBetween(before, { rules: [{ b: 2, a: 1, c: undefined }] })).toEqual([]);
});

test('of what was created or deleted every field is a change', () => {
  expect(changesBetween(undefined, { values: ['a', 'b'] })).toEqual([
    { field: 'values', after: ['a', 'b'] },
  ]);
  expect(changesBetween({ key: 'plan' }, null)).toEqual([{ field: 'key', before: 'plan' }]);
});
