import { describe, expect, it } from 'vitest';
import { ApiError } from '../../api/api-error.ts';
import type { ExperimentForm } from './experiment-form.ts';
import {
  afterEditOf,
  countOf,
  fileProblems,
  problemsOfSave,
  withRuleKeys,
} from './experiment-problems.ts';

const valueSpec = { type: 'EXACT_VALUE', exactValue: 'enabled' } as const;
const propertyRule = { propertyId: '', expression: '', term: '' };
const FORM: ExperimentForm = {
  toggleId: 'checkout',
  rules: [
    { type: 'PROPERTY', key: 'a', propertyRule, valueSpec },
    {
      type: 'TOGGLE_DEPENDENCY',
      key: 'b',
      toggleDependencyRule: { toggleId: 'payments', value: 'on' },
      valueSpec,
    },
    { type: 'ALL_USERS', key: '*', valueSpec },
  ],
};

function refused(code: string, meta: Record<string, unknown> = {}) {
  return problemsOfSave(new ApiError({ status: 409, code, meta }));
}

describe('a refused save', () => {
  it.each<[string, Record<string, unknown>, object[]]>([
    ['TOGGLE_HAS_EXPERIMENT', { at: ['toggleId'] }, [{ at: ['toggleId'] }]],
    ['UNKNOWN_ENVIRONMENT', {}, [{ at: [] }]],
    ['DUPLICATED_RULE', { rule_order: [1, 3] }, [{ at: ['rules', 0] }, { at: ['rules', 2] }]],
    ['DUPLICATE_NAME', { rule_order: [2] }, [{ at: ['rules', 1] }]],
    ['DUPLICATE_NAME', {}, [{ at: [] }]],
    ['TOGGLE_DEPENDENCY_NON_ACTIVE_EXPERIMENT', { toggle_id: 'gone' }, [{ at: [] }]],
  ])('%s with %j belongs to the place that it names', (code, meta, expected) => {
    expect(refused(code, meta)).toMatchObject(expected.map((problem) => ({ code, ...problem })));
  });

  it('has every failing rule with its own code and field', () => {
    const problems = [
      { code: 'NO_PROPERTY', at: ['rules', 0, 'propertyRule', 'propertyId'] },
      { code: 'NO_VALUE_SPECIFIED', at: ['rules', 2, 'valueSpec', 'exactValue'] },
    ];
    const rules = [
      { order: 1, code: 'NO_PROPERTY' },
      { order: 3, code: 'NO_VALUE_SPECIFIED' },
    ];
    expect(refused('NO_PROPERTY', { at: problems[0]?.at, problems, rules })).toMatchObject(
      problems,
    );
  });

  it('has no problems of this form when any call may answer its code', () => {
    expect(refused('RATE_LIMITED')).toBeUndefined();
    expect(problemsOfSave(new Error('offline'))).toBeUndefined();
  });
});

describe('problems', () => {
  const found = withRuleKeys(
    [
      { code: 'NO_TOGGLE', at: ['toggleId'] },
      { code: 'NO_PROPERTY', at: ['rules', 0, 'propertyRule', 'propertyId'] },
      { code: 'NO_VALUE_SPECIFIED', at: ['rules', 0, 'valueSpec', 'exactValue'] },
      { code: 'NO_VALUE_SPECIFIED', at: ['rules', 2, 'valueSpec', 'exactValue'] },
    ],
    FORM,
  );
  const problems = fileProblems(found);

  it('are filed under their rules', () => {
    expect(countOf(problems)).toBe(4);
    expect(problems.general).toEqual([{ code: 'NO_TOGGLE', at: ['toggleId'] }]);
    expect(problems.byRule.get('a')).toEqual([
      { code: 'NO_PROPERTY', at: ['propertyRule', 'propertyId'] },
      { code: 'NO_VALUE_SPECIFIED', at: ['valueSpec', 'exactValue'] },
    ]);
    expect([...problems.byRule.keys()]).toEqual(['a', '*']);
  });

  it('of a rule are removed when that rule is edited; those of other rules stay', () => {
    const edited = fileProblems(afterEditOf(found, 'a'));
    expect([...edited.byRule.keys()]).toEqual(['*']);
    expect(edited.byRule.get('*')).toEqual(problems.byRule.get('*'));
    expect(edited.general).toEqual([]);
  });

  it('are the same object when an edit removes none', () => {
    const ofRule = afterEditOf(found, 'a');
    expect(afterEditOf(ofRule, 'a')).toBe(ofRule);
  });
});
