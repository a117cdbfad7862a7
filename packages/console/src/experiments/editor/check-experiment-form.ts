import { problemsOfDuplicates } from '@comporta/contract/experiments/duplicated-rules';
import { checkExperiment } from '@comporta/contract/experiments/experiment';
import type { Problem } from '@comporta/contract/problem';
import type { References } from '../references.ts';
import { type ExperimentForm, experimentDraft } from './experiment-form.ts';
import type { SaveCode } from './experiment-problems.ts';

/** Returns every problem that the server would refuse, as far as the console can know it. */
export function problemsOfForm(
  form: ExperimentForm,
  { toggles, properties, targetGroups }: References,
): readonly Problem<SaveCode>[] {
  const result = checkExperiment(experimentDraft(form), {
    toggles: [...toggles.values()],
    properties: [...properties.values()],
    targetGroups: [...targetGroups.values()],
  });
  return result.ok ? problemsOfDuplicates(result.value.rules) : result.problems;
}
