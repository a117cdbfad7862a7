import { expect, it } from 'vitest';
import { isEmail, normalizeEmail } from './email.ts';

it('an address is trimmed and converted to lower case', () => {
  expect(normalizeEmail('  Ana.Souza@Example.COM ')).toBe('ana.souza@example.com');
});

it.each([
  'ana@example.com',
  'ana+toggles@example.com',
  "o'brien@example.co.uk",
  'a@b.co',
  'ana@xn--bcher-kva.example',
  `${'a'.repeat(64)}@example.com`,
])('%j is an address', (text) => {
  expect(isEmail(text)).toBe(true);
});

it.each([
  '',
  'abc',
  'ana@',
  '@example.com',
  'ana@example',
  'ana@exa mple.com',
  'ana@-example.com',
  'ana@example..com',
  'ana@@example.com',
  'ana@example.com\nbcc: all@example.com',
  'ana <ana@example.com>',
  `ana@${'a'.repeat(250)}.com`,
])('%j is not an address', (text) => {
  expect(isEmail(text)).toBe(false);
});
