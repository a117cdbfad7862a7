import type { Experiment } from '@comporta/contract/experiments/experiment';
import { orderedRules } from '@comporta/contract/experiments/rule';
import { withLastChanged } from '../platform/base/versions.ts';
import type { StoredExperiment } from './experiment-repository.ts';

/** An experiment as the API returns it, with numbered rules. */
export function experimentAnswer(experiment: StoredExperiment): Experiment {
  return { ...withLastChanged(experiment), rules: orderedRules(experiment.rules) };
}
