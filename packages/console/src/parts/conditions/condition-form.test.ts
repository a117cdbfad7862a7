import { conditionProperties } from '@comporta/contract/conditions/condition';
import type { SnapshotProperty } from '@comporta/engine/snapshot';
import { describe, expect, it } from 'vitest';
import {
  canIgnoreCase,
  choiceOf,
  choicesFor,
  linesToCommas,
  needsTerm,
  termItems,
  withChoice,
  withOtherCase,
  withProperty,
} from './condition-form.ts';

const TEXT: SnapshotProperty = { id: 'country', key: 'country', type: 'STRING' };
const FLAG: SnapshotProperty = { id: 'beta', key: 'beta', type: 'BOOLEAN' };
const AGE: SnapshotProperty = { id: 'age', key: 'age', type: 'NUMERIC' };
const properties = conditionProperties([TEXT, FLAG, AGE]);
const brazil = { propertyId: 'country', expression: 'EQUALS', term: 'BR' };
const beta = { propertyId: 'beta', expression: 'EQUALS', term: 'true' };

describe('expressions', () => {
  it('of a text differ from those of a number, and REGEX is not offered', () => {
    for (const isWide of [false, true]) {
      expect(choicesFor(TEXT, undefined, isWide).shown).toContain('STARTS_WITH');
      expect(choicesFor(TEXT, undefined, isWide).shown).not.toContain('REGEX');
      expect(choicesFor(AGE, undefined, isWide).shown).toContain('GREATER_THAN');
      expect(choicesFor(AGE, undefined, isWide).shown).not.toContain('CONTAINS');
    }
  });

  it('include the loaded one, for the property it was loaded with', () => {
    const loaded = { propertyId: 'country', expression: 'REGEX', term: '^B' };
    for (const isWide of [false, true]) {
      expect(choicesFor(TEXT, loaded, isWide).shown.at(-1)).toBe('REGEX');
      const negated = { ...loaded, expression: 'NOT_REGEX' };
      expect(choicesFor(TEXT, negated, isWide).shown.at(-1)).toBe('NOT_REGEX');
      expect(choicesFor({ ...TEXT, id: 'plan' }, loaded, isWide).shown).not.toContain('REGEX');
    }
    expect(choicesFor(TEXT, brazil, false)).toEqual(choicesFor(TEXT, undefined, false));
  });

  it('RUL-25: the menu is as before; its entry for more widens the same list', () => {
    const narrow = choicesFor(TEXT, undefined, false);
    expect(narrow.shown).toEqual([
      'EQUALS',
      'NOT_EQUALS',
      'IN',
      'STARTS_WITH',
      'ENDS_WITH',
      'CONTAINS',
      'DOES_NOT_CONTAIN',
    ]);
    expect(narrow.hasMore).toBe(true);
    const wide = choicesFor(TEXT, undefined, true);
    expect(wide.shown.slice(0, narrow.shown.length)).toEqual(narrow.shown);
    expect(wide.shown).toContain('NOT_CONTAINS_ANY');
    expect(wide.hasMore).toBe(false);
    expect(choicesFor(FLAG, undefined, false)).toEqual({
      shown: ['IS_TRUE', 'IS_FALSE'],
      hasMore: true,
    });
    expect(choicesFor(FLAG, undefined, true).shown).toContain('IS_NOT_SET');
  });

  it('RUL-25: a condition with a further word opens with the wide list', () => {
    for (const expression of ['NOT_IN', 'NOT_IN_IGNORING_CASE', 'IS_SET', 'CONTAINS_ANY']) {
      const loaded = { propertyId: 'country', expression, term: 'BR' };
      expect(choicesFor(TEXT, loaded, false)).toEqual(choicesFor(TEXT, undefined, true));
    }
    const folded = { ...brazil, expression: 'IN_IGNORING_CASE' };
    expect(choicesFor(TEXT, folded, false)).toEqual(choicesFor(TEXT, undefined, false));
  });

  it('RUL-41: case can be ignored where the word has the variant, and stays ignored', () => {
    const isOneOf = { ...brazil, expression: 'IN' };
    expect(canIgnoreCase(isOneOf, 'STRING')).toBe(true);
    expect(canIgnoreCase(isOneOf, 'NUMERIC')).toBe(false);
    expect(canIgnoreCase(brazil, 'STRING')).toBe(false);
    expect(canIgnoreCase({ ...brazil, expression: 'IN_CIDR' }, 'STRING')).toBe(false);
    const folded = withOtherCase(isOneOf);
    expect(folded.expression).toBe('IN_IGNORING_CASE');
    expect(choiceOf(folded, 'STRING')).toBe('IN');
    expect(withOtherCase(folded)).toEqual(isOneOf);
    expect(withChoice(folded, 'CONTAINS_ANY').expression).toBe('CONTAINS_ANY_IGNORING_CASE');
    expect(withChoice(folded, 'EQUALS').expression).toBe('EQUALS');
  });

  it.each([
    ['EQUALS', 'true', 'IS_TRUE'],
    ['EQUALS', 'FALSE', 'IS_FALSE'],
    ['NOT_EQUALS', 'true', 'IS_FALSE'],
    ['NOT_EQUALS', 'false', 'IS_TRUE'],
    ['EQUALS', 'yes', undefined],
    ['IN', 'true', undefined],
    ['', '', undefined],
  ])('of a boolean: %s %j is %s', (expression, term, choice) => {
    expect(choiceOf({ propertyId: 'beta', expression, term }, 'BOOLEAN')).toBe(choice);
  });

  it('of a boolean are stored as EQUALS, whatever was loaded', () => {
    const loaded = { ...beta, expression: 'NOT_EQUALS' };
    expect(withChoice(loaded, 'IS_FALSE')).toEqual({ ...beta, term: 'false' });
    expect(withChoice(loaded, 'IS_TRUE')).toEqual(beta);
  });

  it('do not change the term', () => {
    expect(withChoice(brazil, 'IN')).toEqual({ ...brazil, expression: 'IN' });
  });
});

describe('a change of the property', () => {
  it('clears expression and term, but nothing else', () => {
    expect(withProperty({ id: 'c', ...brazil }, 'age')).toEqual({
      id: 'c',
      propertyId: 'age',
      expression: '',
      term: '',
    });
  });

  it('has no effect when the same property is chosen again', () => {
    expect(withProperty(brazil, 'country')).toBe(brazil);
  });
});

describe('terms', () => {
  it('are typed, except for booleans', () => {
    expect(needsTerm(brazil, properties)).toBe(true);
    expect(needsTerm({ ...brazil, propertyId: '' }, properties)).toBe(true);
    expect(needsTerm(beta, properties)).toBe(false);
    expect(needsTerm({ ...brazil, expression: 'IS_SET' }, properties)).toBe(false);
    expect(withChoice(brazil, 'IS_SET')).toEqual({ ...brazil, expression: 'IS_SET', term: '' });
  });

  it('of a list are checked item by item', () => {
    expect(termItems('STRING', { expression: 'IN', term: 'pro,, team' })).toEqual([
      { text: 'pro' },
      { text: '', code: 'EMPTY_TERM' },
      { text: 'team' },
    ]);
    expect(termItems('NUMERIC', { expression: 'NOT_IN', term: '1,x' })).toEqual([
      { text: '1' },
      { text: 'x', code: 'NOT_A_NUMBER_IN' },
    ]);
    expect(termItems('STRING', { expression: 'IN_CIDR', term: '::1,10.0.0.0/33' })).toEqual([
      { text: '::1' },
      { text: '10.0.0.0/33', code: 'INVALID_NETWORK' },
    ]);
  });

  it.each([
    ['BR\nPT\n', 'BR,PT'],
    ['BR\r\n\r\n PT ', 'BR,PT'],
    ['a\tb', 'a,b'],
    ['a, b', 'a, b'],
  ])('pasted as %j become %j', (pasted, term) => {
    expect(linesToCommas(pasted)).toBe(term);
  });
});
