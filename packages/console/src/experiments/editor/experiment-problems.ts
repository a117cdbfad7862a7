import type { ErrorCodeOf } from '@comporta/contract/endpoint';
import {
  cloneExperiment,
  createExperiment,
  updateExperiment,
} from '@comporta/contract/experiments/experiment-api';
import type { Problem } from '@comporta/contract/problem';
import { ApiError } from '../../api/api-error.ts';
import type { ExperimentForm } from './experiment-form.ts';

type DeclaredCode = ErrorCodeOf<
  typeof createExperiment | typeof updateExperiment | typeof cloneExperiment
>;
/** DUPLICATE_NAME is a rule's message though no call declares it: decision R12. */
export type SaveCode = DeclaredCode | 'DUPLICATE_NAME';

/** What is wrong: in the path of a rule's problem the rule itself is left out. */
export interface Problems {
  readonly general: readonly Problem<SaveCode>[];
  readonly byRule: ReadonlyMap<string, readonly Problem<SaveCode>[]>;
}

/** Names rules by their keys in place of their numbers: problems follow a rule wherever it is moved. */
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

/** Files problems under the keys of the rules they are about. */
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

/** Editing a rule takes its messages away, and those that are about no rule. Source: decision R49. */
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

const CODES: readonly SaveCode[] = [
  ...createExperiment.errors,
  ...updateExperiment.errors,
  ...cloneExperiment.errors,
  'DUPLICATE_NAME',
];

/** The code of a refused save or clone; undefined for what any call may answer. */
function codeOfRefusal(error: unknown): SaveCode | undefined {
  return error instanceof ApiError ? CODES.find((code) => code === error.code) : undefined;
}

/** What a refused save says about the form; undefined for what any call may answer. */
export function refusalOfSave(
  error: unknown,
  form: ExperimentForm,
): readonly Problem<SaveCode>[] | undefined {
  const code = codeOfRefusal(error);
  if (code === undefined || !(error instanceof ApiError)) return undefined;
  const { meta } = error;
  switch (code) {
    case 'DUPLICATED_RULE':
    case 'DUPLICATE_NAME':
      return orElseGeneral({ code, meta, at: [] }, ordersIn(meta).map(inRule));
    case 'CIRCULAR_TOGGLE_DEPENDENCY':
    case 'TOGGLE_DEPENDENCY_NON_ACTIVE_EXPERIMENT':
      return orElseGeneral({ code, meta, at: [] }, dependingOn(form, meta.toggle_id));
    case 'NO_TOGGLE':
    case 'TOGGLE_HAS_EXPERIMENT':
    case 'TOGGLE_LOCKED':
      return [{ code, meta, at: ['toggleId'] }];
    default:
      return failingRules(meta.rules) ?? [{ code, meta, at: [] }];
  }
}

function orElseGeneral(
  general: Problem<SaveCode>,
  at: readonly Problem['at'][],
): readonly Problem<SaveCode>[] {
  return at.length === 0 ? [general] : at.map((path) => ({ ...general, at: path }));
}

/** `rule_order` counts from 1. Source: decision R13. */
function ordersIn({ rule_order: orders }: ApiError['meta']): number[] {
  return Array.isArray(orders) ? orders.map(Number) : [];
}

function inRule(order: number): Problem['at'] {
  return ['rules', order - 1];
}

function dependingOn({ rules }: ExperimentForm, toggleId: unknown): Problem['at'][] {
  return rules.flatMap((rule, index) =>
    rule.type === 'TOGGLE_DEPENDENCY' && rule.toggleDependencyRule.toggleId === toggleId
      ? [['rules', index, 'toggleDependencyRule', 'toggleId']]
      : [],
  );
}

/** Where rules fail, the server names each; it does not say at which of their fields. */
function failingRules(rules: unknown): readonly Problem<SaveCode>[] | undefined {
  if (!Array.isArray(rules)) return undefined;
  return rules.flatMap((failing) => {
    const code = CODES.find((known) => known === failing?.code);
    return code === undefined ? [] : [{ code, at: inRule(Number(failing.order)) }];
  });
}
