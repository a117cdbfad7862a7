import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Expression } from '../vocabulary.ts';
import { parseVersionTerm, SEMANTIC_VERSION_OPERATOR } from './semantic-version.ts';

function holds(version: string, expression: Expression, term: string): boolean | undefined {
  const value = SEMANTIC_VERSION_OPERATOR.read(version);
  return value && SEMANTIC_VERSION_OPERATOR.check(expression, term)?.(value);
}

test.each([
  '1.2',
  '1.2.3.4',
  'v1.2.3',
  '1.2.3-beta',
  '1.2.3+5',
  '1.2.x',
  '1..3',
  '',
  ' 1.2.3',
  '-1.2.3',
])('the term %j is not MAJOR.MINOR.FIX', (term) => {
  expect(parseVersionTerm(term)).toBeUndefined();
});

// Examples from https://semver.org, "suggested regular expression".
test.each([
  '0.0.4',
  '10.20.30',
  '1.1.2-prerelease+meta',
  '1.1.2+meta',
  '1.0.0-alpha.beta.1',
  '1.0.0-alpha0.valid',
  '1.0.0-rc.1+build.1',
  '1.2.3----RC-SNAPSHOT.12.9.1--.12+788',
  '1.0.0+0.build.1-rc.10000aaa-kk-0.1',
  '99999999999999999999999.999999999999999999.99999999999999999',
  '1.0.0-0A.is.legal',
])('a request may send %s', (version) => {
  expect(SEMANTIC_VERSION_OPERATOR.read(version)).toBeDefined();
});

test.each([
  '1',
  '1.2',
  '1.2.3-0123',
  '1.1.2+.123',
  '+invalid',
  '-invalid',
  'alpha',
  '1.0.0-alpha_beta',
  '1.0.0-alpha..',
  '01.1.1',
  '1.01.1',
  '1.1.01',
  '1.2.3.DEV',
  '1.2-SNAPSHOT',
  '1.0.0-',
  '1.0.0+',
  '1.2.3 ',
  'v1.2.3',
])('%s is unreadable', (version) => {
  expect(SEMANTIC_VERSION_OPERATOR.read(version)).toBeUndefined();
});

test('only text is a version', () => {
  expect(SEMANTIC_VERSION_OPERATOR.read(1.2)).toBeUndefined();
});

describe('precedence of semver.org, section 11', () => {
  test.each([
    ['1.2.10', 'GREATER_THAN', '1.2.9', true],
    ['2.0.0', 'GREATER_THAN', '1.99.99', true],
    ['1.2.3', 'GREATER_THAN', '1.2.3', false],
    ['1.2.3-rc.1', 'LESS_THAN', '1.2.3', true],
    ['1.2.3-rc.1', 'GREATER_THAN', '1.2.2', true],
    ['1.2.3-rc.1', 'EQUALS', '1.2.3', false],
    ['1.2.3+build.9', 'EQUALS', '1.2.3', true],
    ['1.2.3+build.9', 'NOT_EQUALS', '1.2.3', false],
    ['1.2.3+build.9', 'IN', '1.0.0, 1.2.3', true],
    ['1.2.3-rc.1', 'IN', '1.0.0,1.2.3', false],
    ['1.2.3', 'EQUALS', '01.002.3', true],
    ['1.2.3', 'IN', '1.0.0,0000000000000000001.2.3', true],
    ['1.2.4', 'GREATER_THAN', '0000000000000000001.2.3', true],
    ['99999999999999999999.0.1', 'GREATER_THAN', '99999999999999999999.0.0', true],
    ['99999999999999999998.0.0', 'LESS_THAN', '99999999999999999999.0.0', true],
    ['9.0.0', 'LESS_THAN', '99999999999999999999.0.0', true],
  ] as const)('%s %s %s: %s', (version, expression, term, expected) => {
    expect(holds(version, expression, term)).toBe(expected);
  });

  test('of two versions, exactly one of before, equal and after is true', () => {
    const part = fc.oneof(fc.nat(3), fc.bigInt(10n ** 15n - 2n, 10n ** 16n + 2n));
    const core = fc.tuple(part, part, part).map((parts) => parts.join('.'));
    const version = fc
      .tuple(core, fc.constantFrom('', '-rc.1', '+b7', '-0+b7'))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(version, core, (value, term) => {
        const [before, equal, after] = [
          holds(value, 'LESS_THAN', term),
          holds(value, 'EQUALS', term),
          holds(value, 'GREATER_THAN', term),
        ];
        expect([before, equal, after].filter(Boolean)).toHaveLength(1);
        expect(holds(value, 'LESS_THAN_OR_EQUALS', term)).toBe(before || equal);
        expect(holds(value, 'GREATER_THAN_OR_EQUALS', term)).toBe(after || equal);
        expect(holds(value, 'NOT_EQUALS', term)).toBe(!equal);
      }),
    );
  });
});
