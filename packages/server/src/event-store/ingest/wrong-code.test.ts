import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { wrongCode } from './wrong-code.ts';

interface Case {
  readonly phaseId: string;
  readonly values: readonly string[];
  readonly reported: string;
  readonly expected: string;
  readonly code: string;
}

const CASES = new URL('../../../../../conformance/fair-shares/wrong.json', import.meta.url);
const cases: Case[] = JSON.parse(readFileSync(CASES, 'utf8'));

it.each(cases)('FAIR-24: a wrong assignment is counted as $code', (one) => {
  const reported = one.values.indexOf(one.reported);
  const expected = one.values.indexOf(one.expected);
  expect(wrongCode({ phaseId: one.phaseId, reported, expected })).toBe(one.code);
});

it('FAIR-24: 0.2.0, which takes two texts from it, shows the numbers', () => {
  const code = wrongCode({ phaseId: 'p1', reported: 1, expected: 0 });
  expect(JSON.parse(code.slice('p1 '.length)).slice(0, 2)).toEqual(['1', '0']);
});
