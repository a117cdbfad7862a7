import { expect, test } from 'vitest';
import { changesBetween, pathOf } from './field-changes.ts';

test('a field that was edited, added or removed is one change', () => {
  const before = { name: 'Beta', description: 'a', webhook: null, language: 'en' };
  const after = { name: 'Beta', description: 'b', webhook: 'https://example.com' };
  expect(changesBetween(before, after)).toEqual([
    { field: 'description', before: 'a', after: 'b' },
    { field: 'webhook', after: 'https://example.com' },
    { field: 'language', before: 'en' },
  ]);
});

test('items of lists are compared one by one, and each change has the path of its item', () => {
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

test('a different order of keys is not a change; absent equals undefined', () => {
  const before = { rules: [{ a: 1, b: 2 }] };
  expect(changesBetween(before, { rules: [{ b: 2, a: 1, c: undefined }] })).toEqual([]);
});

test('every field of a created or deleted entity is a change', () => {
  expect(changesBetween(undefined, { values: ['a', 'b'] })).toEqual([
    { field: 'values', after: ['a', 'b'] },
  ]);
  expect(changesBetween({ key: 'plan' }, null)).toEqual([{ field: 'key', before: 'plan' }]);
});
