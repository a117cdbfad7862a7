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

export const NO_PROBLEMS: Problems = { general: [], byRule: new Map() };

/** Files problems under the rules they are about, so that they follow a rule wherever it is moved. */
export function fileProblems(
  found: readonly Problem<SaveCode>[],
  { rules }: ExperimentForm,
): Problems {
  const general: Problem<SaveCode>[] = [];
  const byRule = new Map<string, Problem<SaveCode>[]>();
  for (const problem of found) {
    const [part, index, ...field] = problem.at;
    const rule = part === 'rules' && typeof index === 'number' ? rules[index] : undefined;
    if (rule === undefined) general.push(problem);
    else byRule.set(rule.key, [...(byRule.get(rule.key) ?? []), { ...problem, at: field }]);
  }
  return { general, byRule };
}

/** Editing a rule takes its messages away, and those that are about no rule. Source: decision R49. */
export function afterEditOf(problems: Problems, key: string | undefined): Problems {
  if (problems.general.length === 0 && !(key !== undefined && problems.byRule.has(key))) {
    return problems;
  }
  const byRule = new Map(problems.byRule);
  if (key !== undefined) byRule.delete(key);
  return { general: [], byRule };
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
