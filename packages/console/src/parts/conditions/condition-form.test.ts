import { conditionProperties } from '@comporta/contract/conditions/condition';
import type { SnapshotProperty } from '@comporta/engine/snapshot';
import { describe, expect, it } from 'vitest';
import {
  choiceOf,
  choicesFor,
  linesToCommas,
  needsTerm,
  termItems,
  withChoice,
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
    expect(choicesFor(TEXT, undefined)).toContain('STARTS_WITH');
    expect(choicesFor(TEXT, undefined)).not.toContain('REGEX');
    expect(choicesFor(AGE, undefined)).toContain('GREATER_THAN');
    expect(choicesFor(AGE, undefined)).not.toContain('CONTAINS');
  });

  it('include the loaded one, for the property it was loaded with', () => {
    const loaded = { propertyId: 'country', expression: 'REGEX', term: '^B' };
    expect(choicesFor(TEXT, loaded).at(-1)).toBe('REGEX');
    expect(choicesFor({ ...TEXT, id: 'plan' }, loaded)).not.toContain('REGEX');
    expect(choicesFor(TEXT, brazil)).toEqual(choicesFor(TEXT, undefined));
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
  });

  it('of a list are checked item by item', () => {
    expect(termItems('STRING', 'pro,, team')).toEqual([
      { text: 'pro' },
      { text: '', code: 'EMPTY_TERM' },
      { text: 'team' },
    ]);
    expect(termItems('NUMERIC', '1,x')).toEqual([
      { text: '1' },
      { text: 'x', code: 'NOT_A_NUMBER_IN' },
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
