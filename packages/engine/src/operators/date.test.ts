import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DATE_OPERATOR, isDayFormat, parseDay } from './date.ts';

test.each([
  '01/02/2025',
  '2025-1-1',
  '25-01-01',
  '2025-01-01 ',
  '2025-01-01T00:00:00Z',
  '',
  '٢٠٢٥-01-01',
])('%j does not have the form of a day', (text) => {
  expect(isDayFormat(text)).toBe(false);
  expect(parseDay(text)).toBeUndefined();
});

test.each([
  '2025-02-30',
  '2025-02-29',
  '1900-02-29',
  '2025-13-01',
  '2025-00-10',
  '2025-04-31',
  '2025-01-00',
])('%j has the form of a day that does not exist', (text) => {
  expect(isDayFormat(text)).toBe(true);
  expect(parseDay(text)).toBeUndefined();
});

test('days are numbered one after the other, leap days included', () => {
  const epoch = parseDay('1970-01-01') ?? Number.NaN;
  const date = fc.date({
    min: new Date('0000-01-01T00:00:00Z'),
    max: new Date('9999-12-31T00:00:00Z'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(date, (any) => {
      const day = Math.floor(any.getTime() / 86_400_000);
      expect(parseDay(any.toISOString().slice(0, 10))).toBe(epoch + day);
    }),
  );
});

describe('an RFC 3339 date-time counts as its day in UTC', () => {
  test.each([
    ['2025-03-01T00:00:00Z', '2025-03-01'],
    ['2025-03-01t23:59:60.123456789z', '2025-03-01'],
    ['2025-03-01T01:30:00+02:00', '2025-02-28'],
    ['2025-02-28T23:30:00-01:00', '2025-03-01'],
    ['2024-12-31T23:59:59-00:01', '2025-01-01'],
  ])('%s is %s', (text, day) => {
    const moment = DATE_OPERATOR.read(text) ?? Number.NaN;
    expect(DATE_OPERATOR.check('EQUALS', day)?.(moment)).toBe(true);
  });

  test.each([
    '2025-03-01T00:00:00',
    '2025-03-01 00:00:00Z',
    '2025-03-01T24:00:00Z',
    '2025-03-01T00:60:00Z',
    '2025-03-01T00:00Z',
    '2025-02-30T00:00:00Z',
    '2025-03-01T00:00:00+24:00',
  ])('%s is unreadable', (text) => {
    expect(DATE_OPERATOR.read(text)).toBeUndefined();
  });
});

test('only text is a date', () => {
  expect(DATE_OPERATOR.read(20250301)).toBeUndefined();
  expect(DATE_OPERATOR.read(new Date(0))).toBeUndefined();
});
