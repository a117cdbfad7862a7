import { readFileSync } from 'node:fs';
import { checkCondition, conditionProperties } from '@comporta/contract/conditions/condition';
import type { Expression, PropertyType } from '@comporta/engine/vocabulary';
import { expect, it } from 'vitest';

/** See conformance/conditions/README.md. */
function vectors<Case>(name: string): readonly Case[] {
  const file = new URL(`../../../../conformance/conditions/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8'));
}

function check(type: PropertyType, expression: string, term: string) {
  const properties = conditionProperties([{ id: 'p', key: 'p', type }]);
  return checkCondition({ propertyId: 'p', expression, term }, properties);
}

interface TermCase {
  readonly type: PropertyType;
  readonly expression: Expression;
  readonly term?: string;
  readonly repeat?: readonly [item: string, times: number];
  readonly stored?: string;
  readonly code?: string;
  readonly meta?: object;
}

it('RUL-29: LIF-55: a term is stored, or refused with a code, as the vectors say', () => {
  for (const { type, expression, stored, code, meta, ...given } of vectors<TermCase>('terms')) {
    const [item = '', times = 0] = given.repeat ?? [];
    const term = given.term ?? Array(times).fill(item).join(',');
    const wanted =
      code === undefined
        ? { ok: true, value: { term: stored === 'as given' ? term : stored } }
        : { ok: false, problems: [{ code, ...(meta && { meta }) }] };
    expect(check(type, expression, term), `${type} ${expression} ${given.term}`).toMatchObject(
      wanted,
    );
  }
});

it('RUL-26: saving accepts the conditions that the vectors call valid, and no others', () => {
  type Case = { type: PropertyType; expression: Expression; term: string; valid: boolean };
  for (const { type, expression, term, valid } of vectors<Case>('conditions')) {
    expect(check(type, expression, term).ok, `${type} ${expression} ${term}`).toBe(valid);
  }
});

it.each([
  ['date-conditions', 'DATE', 'INVALID_DATE_TIME'],
  ['version-conditions', 'SEMANTIC_VERSION', 'INVALID_VERSION'],
  ['networks', 'STRING', 'INVALID_NETWORK'],
] as const)('LIF-55: terms in %s are refused where the vectors say', (name, type, code) => {
  type Case = { expression?: Expression; term: string; termIsValid: boolean };
  for (const { expression = 'IN_CIDR', term, termIsValid } of vectors<Case>(name)) {
    const checked = check(type, expression, term);
    const found = checked.ok ? undefined : checked.problems[0].code;
    const wanted = term === '' ? 'EMPTY_TERM' : code;
    expect(found, term).toBe(termIsValid ? undefined : wanted);
  }
});

it('LIF-55: terms of moments are kept as written', () => {
  expect(check('DATE', 'AFTER', ' 2027-03-01T01:30:00+01:30 ')).toMatchObject({
    value: { term: '2027-03-01T01:30:00+01:30' },
  });
});

it.each(['now', 'NOW', '2027-03-01T10:00:00', 'today', '-1d', 'P1D', '{now}'])(
  'LIF-58: no condition depends on when it is asked: %s is no moment',
  (term) => {
    for (const expression of ['BEFORE', 'AFTER', 'AT_OR_AFTER'])
      expect(check('DATE', expression, term)).toMatchObject({
        problems: [{ code: 'INVALID_DATE_TIME' }],
      });
  },
);
