import type { SnapshotProperty } from '@comporta/engine/snapshot';
import { describe, expect, it } from 'vitest';
import { checkCondition, conditionProperties } from './condition.ts';

const PROPERTIES: readonly SnapshotProperty[] = [
  { id: 'country', key: 'country', type: 'STRING' },
  { id: 'age', key: 'age', type: 'NUMERIC' },
  { id: 'joined', key: 'joined', type: 'DATE' },
  { id: 'beta', key: 'beta', type: 'BOOLEAN' },
  { id: 'version', key: 'version', type: 'SEMANTIC_VERSION' },
];

function check(propertyId: string, expression: string, term: string) {
  return checkCondition({ propertyId, expression, term }, conditionProperties(PROPERTIES));
}

describe('conditions are refused', () => {
  it.each([
    ['NO_PROPERTY', 'propertyId', '', '', ''],
    ['NO_PROPERTY', 'propertyId', 'of another application', 'EQUALS', 'BR'],
    ['NO_PROPERTY', 'propertyId', '__proto__', 'EQUALS', 'BR'],
    ['NO_EXPRESSION', 'expression', 'country', '', ''],
    ['NO_EXPRESSION', 'expression', 'country', ' ', 'BR'],
    ['INVALID_EXPRESSION', 'expression', 'country', 'GREATER_THAN', ''],
    ['INVALID_EXPRESSION', 'expression', 'country', 'equals', 'BR'],
    ['INVALID_EXPRESSION', 'expression', 'age', 'CONTAINS', '1'],
    ['INVALID_EXPRESSION', 'expression', 'age', 'REGEX', '1'],
    ['INVALID_EXPRESSION', 'expression', 'joined', 'STARTS_WITH', '2025'],
    ['INVALID_EXPRESSION', 'expression', 'version', 'ENDS_WITH', '1'],
    ['INVALID_EXPRESSION', 'expression', 'beta', 'IN', 'true,false'],
    ['EMPTY_TERM', 'term', 'country', 'EQUALS', ''],
    ['EMPTY_TERM', 'term', 'country', 'IN', '  '],
    ['EMPTY_TERM', 'term', 'age', 'EQUALS', ' '],
    ['EMPTY_TERM', 'term', 'beta', 'EQUALS', ''],
    ['INVALID_TERM_IN', 'term', 'country', 'IN', 'a,,b'],
    ['INVALID_TERM_IN', 'term', 'country', 'IN', 'a, '],
    ['INVALID_TERM_IN', 'term', 'country', 'IN', ','],
    ['INVALID_REGEX', 'term', 'country', 'REGEX', '('],
    ['INVALID_REGEX', 'term', 'country', 'REGEX', 'a'.repeat(257)],
    ['NOT_A_NUMBER', 'term', 'age', 'EQUALS', 'abc'],
    ['NOT_A_NUMBER', 'term', 'age', 'EQUALS', 'true'],
    ['NOT_A_NUMBER', 'term', 'age', 'EQUALS', '1,5'],
    ['NOT_A_NUMBER', 'term', 'age', 'EQUALS', '0x10'],
    ['NOT_A_NUMBER', 'term', 'age', 'EQUALS', 'Infinity'],
    ['NOT_A_NUMBER_IN', 'term', 'age', 'IN', '1,x'],
    ['NOT_A_NUMBER_IN', 'term', 'age', 'IN', '1,,2'],
    ['INVALID_DATE_FORMAT', 'term', 'joined', 'EQUALS', '31/12/2025'],
    ['INVALID_DATE_FORMAT', 'term', 'joined', 'LESS_THAN', '1/1/25'],
    ['INVALID_DATE', 'term', 'joined', 'EQUALS', '2025-02-30'],
    ['INVALID_DATE', 'term', 'joined', 'EQUALS', '2025-13-01'],
    ['INVALID_DATE_FORMAT_IN', 'term', 'joined', 'IN', '2025-01-01,01/02/2025'],
    ['INVALID_DATE_IN', 'term', 'joined', 'IN', '2025-01-01,2025-02-30'],
    ['INVALID_BOOLEAN_VALUE', 'term', 'beta', 'EQUALS', 'yes'],
    ['INVALID_BOOLEAN_VALUE', 'term', 'beta', 'NOT_EQUALS', 'maybe'],
    ['INVALID_SEMVER', 'term', 'version', 'EQUALS', '1.2'],
    ['INVALID_SEMVER', 'term', 'version', 'EQUALS', '1.2.3-beta'],
    ['INVALID_SEMVER', 'term', 'version', 'EQUALS', 'v1.2.3'],
    ['INVALID_SEMVER_IN', 'term', 'version', 'IN', '1.2.3,2.0'],
    ['LIMIT_EXCEEDED', 'term', 'country', 'EQUALS', 'a'.repeat(100_001)],
    ['LIMIT_EXCEEDED', 'term', 'age', 'IN', Array(10_001).fill('1').join(',')],
  ])('%s at %s: %s %s %.30j', (code, field, propertyId, expression, term) => {
    expect(check(propertyId, expression, term)).toMatchObject({
      ok: false,
      problems: [{ code, at: [field] }],
    });
  });
});

describe('conditions are accepted', () => {
  it.each([
    ['country', 'EQUALS', ' BR ', ' BR '],
    ['country', 'IN', ' BR , PT', 'BR,PT'],
    ['country', 'DOES_NOT_CONTAIN', 'a,b', 'a,b'],
    ['country', 'REGEX', '^B[RZ]$', '^B[RZ]$'],
    ['age', 'GREATER_THAN', ' -1.5e3 ', '-1.5e3'],
    ['age', 'IN', '1, 2', '1,2'],
    ['joined', 'LESS_THAN_OR_EQUALS', '2024-02-29', '2024-02-29'],
    ['joined', 'IN', '2025-01-01, 2025-01-02', '2025-01-01,2025-01-02'],
    ['beta', 'EQUALS', 'TRUE', 'true'],
    ['beta', 'NOT_EQUALS', 'False', 'false'],
    ['version', 'GREATER_THAN_OR_EQUALS', '1.2.3', '1.2.3'],
    ['version', 'IN', '1.2.3, 10.0.0', '1.2.3,10.0.0'],
    ['uid', 'IN', 'ana,bob', 'ana,bob'],
    ['country', 'EQUALS', '😀'.repeat(100_000), '😀'.repeat(100_000)],
  ])('%s %s %.30j is stored as %.30j', (propertyId, expression, term, stored) => {
    expect(check(propertyId, expression, term)).toEqual({
      ok: true,
      value: { propertyId, expression, term: stored },
    });
  });
});

it('LIMIT_EXCEEDED names the limit', () => {
  expect(check('country', 'EQUALS', 'a'.repeat(100_001))).toMatchObject({
    problems: [{ meta: { field: 'term', limit: 100_000 } }],
  });
  expect(check('country', 'IN', Array(10_001).fill('a').join(','))).toMatchObject({
    problems: [{ meta: { field: 'items', limit: 10_000 } }],
  });
});
