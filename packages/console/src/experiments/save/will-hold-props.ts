import type { Experiment } from '@comporta/contract/experiments/experiment';
import type { ExperimentForm } from '../editor/experiment-form.ts';

export interface WillHoldProps {
  readonly experiment: Experiment;
  readonly saved: ExperimentForm;
  readonly form: ExperimentForm;
}
