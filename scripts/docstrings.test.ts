import { expect, test } from 'vitest';
import { exportedNames, exportedOf, PACKAGES } from './docstrings.ts';

test.each(PACKAGES)('of the exported names of %s, nine of ten say what they are', (name) => {
  const all = exportedOf(name);
  const missing = all.filter(({ said }) => said === undefined);
  expect(all.length).toBeGreaterThan(50);
  expect(
    missing.length / all.length,
    missing.map((each) => `${each.file}: ${each.name}`).join('\n'),
  ).toBeLessThan(0.1);
});

test.each([
  ['/** Why. */\nexport const a = 1;', 'docstring'],
  ['/** Why. */\n\nexport function a() {}', 'docstring'],
  ["export const getNote = endpoint({ method: 'GET' });", 'name'],
  ['export const NOTE = fieldsOf({});', 'name'],
  ['export type Note = z.infer<typeof noteSchema>;', 'name'],
  ['export type Kind = (typeof KINDS)[number];', 'name'],
  ["export const theme = { a: { en: 'A', pt: 'A' } } satisfies Texts;", 'name'],
  ['export const NOTE_CODES = [];', 'name'],
  ['export const NAME_MAX_CHARS = 50;', 'name'],
  ['// Why.\nexport const a = 1;', undefined],
  ['/** Why. */\nconst a = 1;\nexport const b = 2;', undefined],
  ['export interface A { readonly b: number }', undefined],
  ['export function a() {}', undefined],
  ['export const MOST = 5;', undefined],
])('%s', (source, said) => {
  expect(exportedNames('a.ts', source).map((each) => each.said)).toEqual([said]);
});
