import { describe, expect, it, test } from 'vitest';
import { compile } from './compile.ts';
import { evaluate, evaluateAll } from './evaluate.ts';
import { murmur3 } from './murmur3.ts';
import type { Rule, Snapshot, SnapshotExperiment } from './snapshot.ts';
import { lastSplitHash } from './split.ts';

const SPLIT: Rule = {
  id: 'rule',
  type: 'ALL_USERS',
  valueSpec: { type: 'SPLIT', split: { off: 50, on: 50 } },
};
const MEASURED: Rule = { ...SPLIT, phase: 'phase' };
const BETA: Rule = {
  id: 'beta',
  phase: 'phase of none',
  type: 'PROPERTY',
  propertyRule: { propertyId: 'uid', expression: 'EQUALS', term: 'beta' },
  valueSpec: { type: 'EXACT_VALUE', exactValue: 'on' },
};

function compiled(rules: readonly Rule[], changes: Partial<SnapshotExperiment> = {}) {
  const toggle = {
    id: 'toggle',
    name: 'toggle',
    values: ['off', 'on'],
    defaultValue: 'off',
    valueType: 'STRING',
  } as const;
  const snapshot: Snapshot = {
    format: 1,
    environment: { id: 'e', name: 'Production' },
    application: { id: 'a', name: 'Shop' },
    revision: 1,
    properties: [{ id: 'o', key: 'organisation', type: 'STRING' }],
    targetGroups: [],
    toggles: [toggle],
    experiments: [
      { id: 'x', toggleId: 'toggle', status: 'ACTIVE', salt: 's', buckets: 100, rules, ...changes },
    ],
  };
  return compile(snapshot);
}

const of = (snapshot: ReturnType<typeof compiled>, uid?: string) =>
  evaluate(snapshot, 'toggle', { uid, properties: {} });

test('RUL-31 RUL-35: the exposure of a split by a property names its key, and no other exposure has `by`', () => {
  const valueSpec = { type: 'SPLIT_BY', by: 'o', split: { off: 50, on: 50 } } as const;
  const snapshot = compiled([{ ...MEASURED, valueSpec }]);
  const outcome = evaluate(snapshot, 'toggle', { properties: { organisation: 'acme' } });
  expect(outcome?.exposure).toMatchObject({ phaseId: 'phase', ruleId: 'rule', by: 'organisation' });
  const hash = murmur3('s:acme');
  expect(lastSplitHash()).toBe(hash);
  expect(of(snapshot, 'acme')?.exposure).toBeUndefined();
  expect(of(compiled([MEASURED]), 'acme')?.exposure).not.toHaveProperty('by');
});

describe('RES-14: an outcome of a measured split has an exposure', () => {
  it('RES-26: it has the phase, the rule and the index of the value among those of the toggle', () => {
    const snapshot = compiled([MEASURED]);
    const seen = Array.from({ length: 30 }, (_, user) => of(snapshot, `${user}`));
    expect(new Set(seen.map((outcome) => outcome?.value))).toEqual(new Set(['off', 'on']));
    for (const outcome of seen) {
      expect(outcome?.exposure).toEqual({
        phaseId: 'phase',
        ruleId: 'rule',
        valueIndex: outcome?.value === 'on' ? 1 : 0,
      });
    }
  });

  it.each([
    ['a split that is not measured', of(compiled([SPLIT]), '1')],
    ['another rule with an exact value', of(compiled([BETA, MEASURED]), 'beta')],
    ['a paused experiment', of(compiled([MEASURED], { status: 'PAUSED' }), '1')],
    ['a user without uid', of(compiled([MEASURED]))],
  ])('%s has no exposure', (_what, outcome) => {
    expect(outcome).toBeDefined();
    expect(outcome?.exposure).toBeUndefined();
  });

  it('RES-26: each evaluation returns the same objects, so it allocates none', () => {
    const snapshot = compiled([MEASURED]);
    const one = of(snapshot, '1')?.exposure;
    expect(of(snapshot, '1')?.exposure).toBe(one);
    expect(evaluateAll(snapshot, { uid: '1', properties: {} })[0]?.exposure).toBe(one);
  });

  it('RES-27: the hash of the split is available right after it', () => {
    of(compiled([MEASURED]), 'somebody');
    expect(lastSplitHash()).toBe(murmur3('s:somebody'));
  });
});
