import { readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { compile } from './compile.ts';
import { evaluate } from './evaluate.ts';
import { explain } from './explain.ts';
import { foldCase } from './fold-case.ts';
import { parseMoment } from './operators/date.ts';
import { parseExactVersion, SEMANTIC_VERSION_OPERATOR } from './operators/semantic-version.ts';
import { type Condition, SNAPSHOT_FORMAT, type Snapshot } from './snapshot.ts';
import { type Expression, isExpressionValid, type PropertyType } from './vocabulary.ts';

/** See conformance/conditions/README.md. */
function vectors<Case>(name: string): readonly Case[] {
  const file = new URL(`../../../conformance/conditions/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Whether the condition holds for a request with this value of the property. */
function holds(type: PropertyType, condition: Omit<Condition, 'propertyId'>, value: unknown) {
  const compiled = compile(snapshotOf(type, condition));
  return evaluate(compiled, 't', { properties: { p: value } })?.value === 'yes';
}

function snapshotOf(type: PropertyType, condition: Omit<Condition, 'propertyId'>): Snapshot {
  const toggle = {
    id: 't',
    name: 't',
    values: ['yes', 'no'],
    defaultValue: 'no',
    valueType: 'STRING',
  } as const;
  return {
    format: SNAPSHOT_FORMAT,
    environment: { id: 'e', name: 'e' },
    application: { id: 'a', name: 'a' },
    revision: 1,
    properties: [{ id: 'p', key: 'p', type }],
    targetGroups: [],
    toggles: [toggle],
    experiments: [
      {
        id: 'x',
        toggleId: 't',
        status: 'ACTIVE',
        salt: 's',
        buckets: 100,
        rules: [
          {
            type: 'PROPERTY',
            propertyRule: { ...condition, propertyId: 'p' },
            valueSpec: { type: 'EXACT_VALUE', exactValue: 'yes' },
          },
        ],
      },
    ],
  };
}

interface ConditionCase {
  readonly type: PropertyType;
  readonly expression: Expression;
  readonly term: string;
  readonly value?: unknown;
  readonly valueFrom?: { times: number; text?: string; item?: string; and?: readonly string[] };
  readonly holds: boolean;
}

function sentIn({ value, valueFrom }: ConditionCase): unknown {
  if (valueFrom === undefined) return value;
  const { times, text, item, and } = valueFrom;
  if (text === undefined) return Array(times).fill(item);
  return and === undefined ? text.repeat(times) : [text.repeat(times), ...and];
}

const CONDITIONS = vectors<ConditionCase>('conditions');

it('RUL-25: RUL-26: RUL-28: RUL-29: a condition holds where the vectors say', () => {
  for (const one of CONDITIONS) {
    const { type, expression, term } = one;
    expect(holds(type, { expression, term }, sentIn(one)), JSON.stringify(one)).toBe(one.holds);
  }
});

it('RUL-27: a folded text is what the vectors say', () => {
  for (const { text, folded } of vectors<{ text: string; folded: string }>('folds')) {
    expect(foldCase(text), text).toBe(folded);
  }
});

it('RUL-27: each code point is folded alone, whatever stands beside it', () => {
  const ofOne = (character: string) =>
    character === '\u0130' ? character : character.toLowerCase();
  for (let code = 0; code <= 0x10_ff_ff; code++) {
    const character = String.fromCodePoint(code);
    if (character.toLowerCase() === character) continue;
    for (const text of [`a${character}`, `${character}Σ`, `Σ${character}\u0130\u0307Σ`]) {
      if (foldCase(text) === Array.from(text, ofOne).join('')) continue;
      expect.unreachable(`U+${code.toString(16)} in ${text}`);
    }
  }
});

it('RUL-27: RUL-72: a value is folded once, however many conditions ask for it in turns', () => {
  const snapshot = snapshotOf('STRING', { expression: 'IN', term: 'a' });
  const properties = ['p', 'q', 'roles'].map((id) => {
    return { id, key: id, type: id === 'roles' ? 'LIST' : 'STRING' } as const;
  });
  const conditions = Array.from({ length: 60 }, (_, index) => ({
    type: 'PROPERTY' as const,
    propertyRule: {
      propertyId: properties[index % properties.length]?.id ?? '',
      expression: 'IN_IGNORING_CASE' as const,
      term: `none ${index}`,
    },
  }));
  const experiments = snapshot.experiments.map((experiment) => {
    const combinedRule = { policy: 'OR' as const, conditions };
    const valueSpec = { type: 'EXACT_VALUE' as const, exactValue: 'yes' };
    return { ...experiment, rules: [{ type: 'COMBINED' as const, combinedRule, valueSpec }] };
  });
  const compiled = compile({ ...snapshot, properties, experiments });
  const folding = vi.spyOn(String.prototype, 'toLowerCase');
  onTestFinished(() => folding.mockRestore());
  evaluate(compiled, 't', { properties: { p: 'ΣA', q: 'ΣB', roles: ['ΣC'] } });
  expect(folding).toHaveBeenCalledTimes(properties.length);
});

it('LIF-56: a moment is what the vectors say', () => {
  for (const { text, ms } of vectors<{ text: string; ms: number | null }>('date-times')) {
    expect(parseMoment(text) ?? null, text).toBe(ms);
  }
});

it('LIF-56: versions are read, and may be terms, where the vectors say', () => {
  type Case = { text: string; readable: boolean; validTerm: boolean };
  for (const { text, readable, validTerm } of vectors<Case>('versions')) {
    expect(SEMANTIC_VERSION_OPERATOR.read(text) !== undefined, text).toBe(readable);
    expect(parseExactVersion(text) !== undefined, text).toBe(validTerm);
  }
});

interface OperatorCase {
  readonly expression?: Expression;
  readonly term: string;
  readonly value: string;
  readonly holds: boolean;
}

describe('LIF-55: LIF-56: a condition holds where the vectors say', () => {
  it.each([
    ['date-conditions', 'DATE'],
    ['version-conditions', 'SEMANTIC_VERSION'],
    ['networks', 'STRING'],
  ] as const)('%s', (name, type) => {
    for (const one of vectors<OperatorCase>(name)) {
      const { expression = 'IN_CIDR', term, value } = one;
      expect(holds(type, { expression, term }, value), JSON.stringify(one)).toBe(one.holds);
    }
  });
});

it('RUL-26: a word with NOT_ is the opposite of the one without, for every value', () => {
  const values = CONDITIONS.map(sentIn);
  const negated = CONDITIONS.filter(({ expression }) => expression.startsWith('NOT_'));
  expect(negated.length).toBeGreaterThan(100);
  for (const { type, expression, term } of negated) {
    const opposite = expression.slice(4) as Expression;
    if (!isExpressionValid(type, opposite)) throw new Error(opposite);
    const tried = values.filter((_, index) => index % 7 === 0);
    const results = tried.map((value) => holds(type, { expression, term }, value));
    // A term that saving refuses holds for nobody, with NOT_ neither.
    if (!results.includes(true)) continue;
    const others = tried.map((value) => holds(type, { expression: opposite, term }, value));
    expect(results).toEqual(others.map((one) => !one));
  }
});

it('RUL-28: a list of one value is the same as that value', () => {
  for (const value of ['admin', 7, true, 'x'.repeat(1025)]) {
    for (const term of ['admin', '7,true', 'x']) {
      for (const expression of ['IN', 'NOT_IN', 'HAS_ALL_IGNORING_CASE'] as const) {
        const ofList = holds('LIST', { expression, term }, [value]);
        expect(ofList).toBe(holds('LIST', { expression, term }, value));
      }
    }
  }
});

it('RUL-45: a trace shows the first 20 elements of a list, and no list where the property is none', () => {
  const given = { p: [{}, ...Array(30).fill('admin'), 7] };
  const condition = { expression: 'IN', term: 'admin' } as const;
  const seen = (type: PropertyType) => {
    const rule = explain(compile(snapshotOf(type, condition)), 't', { properties: given })
      ?.rules[0];
    return rule?.result === 'MATCHED' || rule?.result === 'NOT_MATCHED'
      ? rule.type === 'PROPERTY' && rule.condition.seen
      : rule;
  };
  expect(seen('LIST')).toEqual(Array(19).fill('admin'));
  expect(seen('STRING')).toBeUndefined();
});

it('RUL-29: more items than saving takes hold for nobody', () => {
  const term = Array(101).fill('a').join(',');
  expect(holds('STRING', { expression: 'CONTAINS_ANY', term }, 'a')).toBe(false);
  expect(holds('STRING', { expression: 'NOT_CONTAINS_ANY', term }, 'b')).toBe(false);
  const items = Array(10_001).fill('1').join(',');
  expect(holds('NUMERIC', { expression: 'NOT_IN', term: items }, 2)).toBe(false);
});
