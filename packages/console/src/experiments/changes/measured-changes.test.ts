import { describe, expect, it } from 'vitest';
import type { ExperimentForm } from '../editor/experiment-form.ts';
import type { EditedRule, EditedValueSpec } from '../rule/edited-rule.ts';
import { measuredChanges } from './measured-changes.ts';

const on = { type: 'EXACT_VALUE', exactValue: 'on' } as const;

function split(...percents: readonly number[]): EditedValueSpec {
  const shares = percents.map((percentage, index) => ({
    value: `v${index}`,
    percentage,
    isPinned: false,
  }));
  return { type: 'SPLIT', shares };
}

function byPlan(...percents: readonly number[]): EditedValueSpec {
  return { ...split(...percents), by: 'plan' } as EditedValueSpec; // A split may have `by`.
}

function rule(id: string, valueSpec: EditedValueSpec, term = 'BR'): EditedRule {
  const propertyRule = { propertyId: 'country', expression: 'EQUALS', term };
  return { type: 'PROPERTY', key: id, id, propertyRule, valueSpec };
}

const form = (...rules: readonly EditedRule[]): ExperimentForm => ({ toggleId: 't', rules });
const BEFORE = form(rule('first', on), rule('measured', split(50, 50)), rule('last', on));

function changes(state: 'DRAFT' | 'RUNNING' | 'CLOSING', ...rules: readonly EditedRule[]) {
  return measuredChanges(BEFORE, form(...rules), [{ ruleId: 'measured', state }]);
}

describe('the effect of a save on an analysis', () => {
  const [first, measured, last] = BEFORE.rules as [EditedRule, EditedRule, EditedRule];

  it.each<[string, readonly EditedRule[], readonly string[]]>([
    ['the measured rule does not change', [first, measured, rule('last', split(50, 50), 'PT')], []],
    ['the split changes', [first, rule('measured', split(60, 40)), last], ['WEIGHTS']],
    [
      'its own condition changes',
      [first, rule('measured', split(50, 50), 'PT'), last],
      ['AUDIENCE'],
    ],
    [
      'an earlier rule matches other users',
      [rule('first', on, 'PT'), measured, last],
      ['AUDIENCE'],
    ],
    ['an earlier rule returns another value', [rule('first', split(50, 50)), measured, last], []],
    ['it moves to the top', [measured, first, last], ['AUDIENCE']],
    [
      'its split and its condition change',
      [first, rule('measured', split(60, 40), 'PT'), last],
      ['WEIGHTS', 'AUDIENCE'],
    ],
    ['it divides by another unit', [first, rule('measured', byPlan(50, 50)), last], ['UNIT']],
    ['it returns one value', [first, rule('measured', on), last], ['STOPS']],
    ['one value gets the whole split', [first, rule('measured', split(100, 0)), last], ['STOPS']],
    ['it is deleted', [first, last], ['STOPS']],
  ])('RES-16: %s', (_, rules, expected) => {
    expect(changes('RUNNING', ...rules)).toEqual(expected);
  });

  it('RUL-34: another unit assigns everybody anew, whether the rule is measured or not', () => {
    const changed = form(first, rule('measured', byPlan(50, 50)), last);
    expect(measuredChanges(BEFORE, changed, [])).toEqual(['UNIT']);
    expect(measuredChanges(changed, changed, [])).toEqual([]);
    expect(measuredChanges(changed, BEFORE, [])).toEqual(['UNIT']);
  });

  it('RES-12: a closing analysis can only be stopped, and a plan is not affected', () => {
    const changed = rule('measured', split(60, 40), 'PT');
    expect(changes('CLOSING', first, changed, last)).toEqual([]);
    expect(changes('CLOSING', first, last)).toEqual(['STOPS']);
    expect(changes('DRAFT', first, last)).toEqual([]);
  });
});
