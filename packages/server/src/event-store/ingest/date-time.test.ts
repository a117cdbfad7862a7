import { readFileSync } from 'node:fs';
import { readDateTime } from '@comporta/contract/date-time';
import { expect, it } from 'vitest';

const CASES = new URL('../../../../../conformance/fair-shares/time.json', import.meta.url);
const cases: { text: string; ms: number | null }[] = JSON.parse(readFileSync(CASES, 'utf8'));

it.each(cases)('HOS-15 d, FAIR-20: “$text” names $ms', ({ text, ms }) => {
  expect(readDateTime(text)?.getTime() ?? null).toBe(ms);
});

it('FAIR-20: a year of the first century is none of ours', () => {
  expect(readDateTime('0075-01-01T00:00:00Z')).toBeUndefined();
});

it('FAIR-20: no text names a moment that another reader of RFC 3339 does not', () => {
  for (const offset of ['Z', '+00:00', '-23:59', '+23:59', '+14:00']) {
    for (let day = 0; day < 84_000; day += 97) {
      const text = `${new Date(Date.UTC(1970, 0, 2 + day, 12, 34, 56)).toISOString().slice(0, 19)}${offset}`;
      expect(readDateTime(text)?.getTime(), text).toBe(Date.parse(text));
    }
  }
});
