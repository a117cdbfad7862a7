import type { Problem } from '@comporta/contract/problem';
import type { ConditionField } from '../../parts/conditions/condition-form.ts';
import type { SaveCode } from '../editor/experiment-problems.ts';

const FIELDS: readonly ConditionField[] = ['propertyId', 'expression', 'term'];

/** Returns the problem with the condition in one part of a rule, and the field where it belongs. */
export function conditionErrorOf(
  part: 'propertyRule' | 'versionRule',
  problems: readonly Problem<SaveCode>[],
  textOf: (problem: Problem<SaveCode>) => string,
): { readonly field: ConditionField; readonly text: string } | undefined {
  const problem = problems.find(({ at }) => at[0] === part);
  if (problem === undefined) return undefined;
  const field = FIELDS.find((known) => known === problem.at[1]) ?? 'propertyId';
  return { field, text: textOf(problem) };
}
