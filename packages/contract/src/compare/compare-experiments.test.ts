import { describe, expect, it } from 'vitest';
import type { StoredRule } from '../experiments/rule.ts';
import { alignRules } from './align-rules.ts';
import { type ComparedExperiment, compareExperiments } from './comparison.ts';

const on = { type: 'EXACT_VALUE', exactValue: 'on' } as const;
const off = { type: 'EXACT_VALUE', exactValue: 'off' } as const;
const half = { type: 'SPLIT', split: { on: 50, off: 50 } } as const;

const everyone = (id: string, valueSpec: StoredRule['valueSpec'] = off): StoredRule => ({
  id,
  type: 'ALL_USERS',
  valueSpec,
});
const country = (
  id: string,
  term: string,
  valueSpec: StoredRule['valueSpec'] = on,
): StoredRule => ({
  id,
  type: 'PROPERTY',
  propertyRule: { propertyId: 'p', expression: 'EQUALS', term },
  valueSpec,
});

function experiment(
  rules: readonly StoredRule[],
  other: Partial<ComparedExperiment> = {},
): ComparedExperiment {
  return { id: 'x', status: 'ACTIVE', salt: 's', buckets: 10_000, rules, ...other };
}

const idsOf = (rules: readonly StoredRule[]) => rules.map(({ id }) => id);

describe('SAF-60: rules of two environments correspond', () => {
  it('by their audience, wherever they are; the last ones to each other', () => {
    const from = [country('1', 'BR'), country('2', 'PT'), everyone('3')];
    const to = [country('a', 'PT', half), country('b', 'BR'), everyone('c', on)];
    expect(idsOf(alignRules(from, to))).toEqual(['b', 'a', 'c']);
  });

  it('then by their content, then by their place; others keep their ids', () => {
    const from = [country('1', 'BR', half), country('2', 'PT'), country('3', 'US'), everyone('4')];
    const to = [country('a', 'FR', off), country('b', 'DE', half), everyone('c')];
    expect(idsOf(alignRules(from, to))).toEqual(['b', '2', '3', 'c']);
    const others = [country('a', 'FR', off), country('b', 'DE', off), everyone('c')];
    expect(idsOf(alignRules(from, others))).toEqual(['a', 'b', '3', 'c']);
  });

  it('never two to the same one', () => {
    const from = [country('1', 'BR'), country('2', 'BR', half), everyone('3')];
    const to = [country('a', 'BR', half), everyone('b')];
    expect(idsOf(alignRules(from, to))).toEqual(['a', '2', 'b']);
  });
});

describe('SAF-60: a toggle', () => {
  it('is the same where only ids differ, or where neither environment has an experiment', () => {
    const from = experiment([country('1', 'BR'), everyone('2')]);
    const to = experiment([country('a', 'BR'), everyone('b')], { id: 'y' });
    expect(compareExperiments(from, to)).toEqual({
      state: 'SAME',
      from: { id: 'x', status: 'ACTIVE', outcome: expect.objectContaining({ type: 'RULES' }) },
      to: { id: 'y', status: 'ACTIVE', outcome: expect.objectContaining({ type: 'RULES' }) },
      otherSalt: false,
      differences: [],
    });
    expect(compareExperiments(undefined, undefined)).toMatchObject({ state: 'SAME', from: null });
  });

  it('differs by what would make the second like the first', () => {
    const from = experiment([country('1', 'BR', half), country('2', 'PT'), everyone('3')]);
    const to = experiment([country('a', 'BR'), everyone('c')], { status: 'PAUSED' });
    expect(compareExperiments(from, to)).toMatchObject({
      state: 'DIFFERENT',
      differences: [
        { kind: 'CHANGED', part: 'status' },
        { kind: 'CHANGED', part: 'rule:a', from: 1, to: 1 },
        { kind: 'ADDED', part: 'rule:2', to: 2 },
      ],
    });
    expect(compareExperiments(to, from).differences).toMatchObject([
      { kind: 'CHANGED', part: 'status' },
      { kind: 'REMOVED', from: 2 },
      { kind: 'CHANGED', from: 1, to: 1 },
    ]);
  });

  it('is only in one of them', () => {
    const one = experiment([everyone('1')]);
    expect(compareExperiments(one, undefined)).toMatchObject({ state: 'ONLY_FROM', to: null });
    expect(compareExperiments(undefined, one)).toMatchObject({ state: 'ONLY_TO', from: null });
  });

  it('has another salt where both divide users, and not alike', () => {
    const divided = (other: Partial<ComparedExperiment>) =>
      experiment([everyone('1', half)], other);
    expect(compareExperiments(divided({}), divided({ salt: 't' }))).toMatchObject({
      state: 'SAME',
      otherSalt: true,
    });
    expect(compareExperiments(divided({}), divided({ buckets: 100 })).otherSalt).toBe(true);
    expect(compareExperiments(divided({}), divided({})).otherSalt).toBe(false);
    const whole = experiment([everyone('1')], { salt: 't' });
    expect(compareExperiments(divided({}), whole).otherSalt).toBe(false);
  });
});
