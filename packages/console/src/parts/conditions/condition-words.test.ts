import { CONDITION_CODES, conditionProperties } from '@comporta/contract/conditions/condition';
import { PROPERTY_TYPES } from '@comporta/engine/vocabulary';
import { speak } from '@comporta/messages/speak';
import { describe, expect, it } from 'vitest';
import type { Say } from '../../base/say.ts';
import { conditionErrorText, conditionInWords, conditionsInWords } from './condition-words.ts';

const properties = conditionProperties(
  PROPERTY_TYPES.map((type) => ({ id: type, key: type.toLowerCase(), type })),
);
const english: Say = speak('en');
const portuguese: Say = speak('pt');

function words(say: Say, propertyId: string, expression = '', term = '') {
  return conditionInWords(say, { propertyId, expression, term }, properties);
}

describe('a condition in words', () => {
  it.each([
    ['STRING', 'IN', 'BR, PT', 'string is one of BR, PT', 'string é um destes BR, PT'],
    ['STRING', 'EQUALS', 'New York', 'string equals “New York”', 'string é igual a “New York”'],
    ['STRING', 'REGEX', '^B', 'string matches regular expression ^B', undefined],
    ['NUMERIC', 'GREATER_THAN', '18', 'numeric is greater than 18', 'numeric é maior que 18'],
    ['DATE', 'GREATER_THAN', '2026-01-31', 'date is after 2026-01-31', undefined],
    ['DATE', 'EQUALS', '2026-01-31', 'date equals 2026-01-31', undefined],
    ['BOOLEAN', 'EQUALS', 'TRUE', 'boolean is true', 'boolean é verdadeiro'],
    ['BOOLEAN', 'NOT_EQUALS', 'true', 'boolean is false', 'boolean é falso'],
    ['uid', 'EQUALS', 'u-1', 'uid equals u-1', 'uid é igual a u-1'],
  ])('%s %s %s', (propertyId, expression, term, en, pt) => {
    expect(words(english, propertyId, expression, term)).toBe(en);
    if (pt) expect(words(portuguese, propertyId, expression, term)).toBe(pt);
  });

  it('has gaps while it is unfinished', () => {
    expect(words(english, '')).toBe('…');
    expect(words(english, 'STRING')).toBe('string …');
    expect(words(english, 'STRING', 'EQUALS')).toBe('string equals …');
    expect(words(english, 'STRING', 'IN', 'a,,b')).toBe('string is one of a, …, b');
  });

  it('names the first items of a long list', () => {
    const term = Array.from({ length: 1010 }, (_, index) => index).join(',');
    expect(words(english, 'NUMERIC', 'IN', term)).toBe(
      'numeric is one of 0, 1, 2, 3, 4, 5, 6, 7 and 1,002 more',
    );
    expect(words(portuguese, 'NUMERIC', 'IN', term)).toMatch(/7 e mais 1\.002$/);
  });

  it('is joined with the others by what the group asks for', () => {
    const conditions = [
      { propertyId: 'STRING', expression: 'EQUALS', term: 'BR' },
      { propertyId: 'BOOLEAN', expression: 'EQUALS', term: 'true' },
    ];
    const group = { policy: 'AND', conditions } as const;
    expect(conditionsInWords(english, group, properties)).toBe(
      'string equals BR and boolean is true',
    );
    expect(conditionsInWords(portuguese, { ...group, policy: 'OR' }, properties)).toBe(
      'string é igual a BR ou boolean é verdadeiro',
    );
  });
});

describe('every refusal of a condition', () => {
  it.each(CONDITION_CODES)('%s has its words', (code) => {
    const text = conditionErrorText(english, { code, at: ['term'], meta: { limit: 10_000 } });
    expect(text).toMatch(/^[A-Z].*(!|FIX|\.)$/);
    expect(conditionErrorText(portuguese, { code, at: ['term'], meta: {} })).not.toBe(text);
  });

  it('LIMIT_EXCEEDED: says of what there is too much', () => {
    const items = {
      code: 'LIMIT_EXCEEDED',
      at: [],
      meta: { field: 'items', limit: 10_000 },
    } as const;
    expect(conditionErrorText(english, items)).toBe('A list can have at most 10,000 values!');
  });
});
