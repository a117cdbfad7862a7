import { describe, expect, it } from 'vitest';
import { readDate, shownDate } from './shown-date.ts';

describe('CDW-60: a day', () => {
  it('is shown in the format of the language', () => {
    expect(shownDate('2026-03-14', 'en')).toBe('14 Mar 2026');
    expect(shownDate('2026-09-04', 'en')).toBe('4 Sep 2026');
    expect(shownDate('2026-03-14', 'pt-BR')).toBe('14/03/2026');
    expect(shownDate('', 'en')).toBe('');
  });

  it.each([
    ['en', '14 Mar 2026'],
    ['en', '14 march 2026'],
    ['en', 'Mar 14, 2026'],
    ['en', ' 2026-03-14 '],
    ['pt-BR', '14/03/2026'],
    ['pt-BR', '14/3/2026'],
    ['pt-BR', '2026-03-14'],
  ])('is read in %s: %s', (locale, typed) => {
    expect(readDate(typed, locale)).toBe('2026-03-14');
  });

  it.each([
    ['en', '03/04/2026'],
    ['en', '30 Feb 2026'],
    ['en', '14 Foo 2026'],
    ['en', 'tomorrow'],
    ['pt-BR', '31/02/2026'],
    ['pt-BR', '2026-13-01'],
    ['pt-BR', '14/03/26'],
  ])('is not guessed in %s: %s', (locale, typed) => {
    expect(readDate(typed, locale)).toBeUndefined();
  });

  it('can be read again in the format in which it was shown', () => {
    for (const locale of ['en', 'pt-BR']) {
      for (let month = 1; month <= 12; month += 1) {
        const day = `2026-${String(month).padStart(2, '0')}-28`;
        expect(readDate(shownDate(day, locale), locale)).toBe(day);
      }
    }
  });
});
