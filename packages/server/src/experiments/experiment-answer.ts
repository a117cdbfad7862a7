import type { Experiment } from '@comporta/contract/experiments/experiment';
import { orderedRules } from '@comporta/contract/experiments/rule';
import type { StoredExperiment } from './experiment-repository.ts';

/** An experiment as it is answered: its rules numbered. */
export function experimentAnswer(experiment: StoredExperiment): Experiment {
  return { ...experiment, rules: orderedRules(experiment.rules) };
}
