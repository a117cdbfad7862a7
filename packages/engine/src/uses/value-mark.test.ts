import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { valueMark } from './value-mark.ts';

const FILE = new URL('../../../../conformance/lifecycle/value-marks.json', import.meta.url);
const cases: readonly { readonly value: string; readonly mark: string }[] = JSON.parse(
  readFileSync(FILE, 'utf8'),
);

it.each(cases)('LIF-04: uses of $value are counted under $mark', ({ value, mark }) => {
  expect(valueMark(value)).toBe(mark);
});
