import { expect, test } from 'vitest';
import { isOlderVersion } from './version.ts';

test.each([
  ['0.1.9', '0.2.0', true],
  ['0.9.0', '0.10.0', true],
  ['1.0.0', '0.9.9', false],
  ['0.2.0', '0.2.0', false],
  ['0.2.0-beta.1', '0.2.0', false],
])('%s is older than %s: %s', (version, other, isOlder) => {
  expect(isOlderVersion(version, other)).toBe(isOlder);
});
