import { duplicatedRules } from '@comporta/contract/experiments/duplicated-rules';
import { checkExperiment } from '@comporta/contract/experiments/experiment';
import type { Problem } from '@comporta/contract/problem';
import type { References } from '../references.ts';
import { type ExperimentForm, experimentDraft } from './experiment-form.ts';
import type { SaveCode } from './experiment-problems.ts';

/** Everything that the server would refuse as far as the console can know it. */
export function problemsOfForm(
  form: ExperimentForm,
  { toggles, properties, targetGroups }: References,
): readonly Problem<SaveCode>[] {
  const result = checkExperiment(experimentDraft(form), {
    toggles: [...toggles.values()],
    properties: [...properties.values()],
    targetGroups: [...targetGroups.values()],
  });
  if (!result.ok) return result.problems;
  const orders = duplicatedRules(result.value.rules);
  return orders.map((order) => ({
    code: 'DUPLICATED_RULE',
    at: ['rules', order - 1],
    meta: { rule_order: orders },
  }));
}
