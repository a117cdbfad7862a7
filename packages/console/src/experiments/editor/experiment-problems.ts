import type { ErrorCodeOf } from '@comporta/contract/endpoint';
import {
  cloneExperiment,
  createExperiment,
  updateExperiment,
} from '@comporta/contract/experiments/experiment-api';
import type { Problem } from '@comporta/contract/problem';
import { problemsOfRefusal } from '../../api/problems-of-refusal.ts';
import type { ExperimentForm } from './experiment-form.ts';

type DeclaredCode = ErrorCodeOf<
  typeof createExperiment | typeof updateExperiment | typeof cloneExperiment
>;
/** A rule may have the problem DUPLICATE_NAME, although no call declares it: decision R12. */
export type SaveCode = DeclaredCode | 'DUPLICATE_NAME';

/** The problems of the form. The path of a rule's problem starts inside the rule. */
export interface Problems {
  readonly general: readonly Problem<SaveCode>[];
  readonly byRule: ReadonlyMap<string, readonly Problem<SaveCode>[]>;
}

/** Replaces the numbers of rules by their keys, so that problems follow a rule wherever it is moved. */
export function withRuleKeys(
  problems: readonly Problem<SaveCode>[],
  { rules }: ExperimentForm,
): readonly Problem<SaveCode>[] {
  return problems.map((problem) => {
    const [part, index, ...field] = problem.at;
    const rule = part === 'rules' && typeof index === 'number' ? rules[index] : undefined;
    return rule === undefined ? problem : { ...problem, at: ['rules', rule.key, ...field] };
  });
}

/** Groups problems by the keys of their rules. */
export function fileProblems(problems: readonly Problem<SaveCode>[]): Problems {
  const general: Problem<SaveCode>[] = [];
  const byRule = new Map<string, Problem<SaveCode>[]>();
  for (const problem of problems) {
    const key = ruleOf(problem);
    if (key === undefined) general.push(problem);
    else byRule.set(key, [...(byRule.get(key) ?? []), { ...problem, at: problem.at.slice(2) }]);
  }
  return { general, byRule };
}

/** An edit of a rule removes its problems, and those that belong to no rule. Source: decision R49. */
export function afterEditOf(
  problems: readonly Problem<SaveCode>[],
  key: string | undefined,
): readonly Problem<SaveCode>[] {
  const kept = problems.filter((problem) => {
    const rule = ruleOf(problem);
    return rule !== undefined && rule !== key;
  });
  return kept.length === problems.length ? problems : kept;
}

function ruleOf({ at: [part, key] }: Problem): string | undefined {
  return part === 'rules' && typeof key === 'string' ? key : undefined;
}

export function countOf({ general, byRule }: Problems): number {
  return [...byRule.values()].reduce((sum, ofRule) => sum + ofRule.length, general.length);
}

/** Returns the problems that a refused save or clone reports; undefined for a code that any call may answer. */
export function problemsOfSave(error: unknown): readonly Problem<SaveCode>[] | undefined {
  return problemsOfRefusal<SaveCode>(error, [
    createExperiment,
    updateExperiment,
    cloneExperiment,
    { errors: ['DUPLICATE_NAME'] },
  ]);
}
