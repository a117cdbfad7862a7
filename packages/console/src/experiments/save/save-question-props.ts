import type { Experiment } from '@comporta/contract/experiments/experiment';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import type { ReactNode } from 'react';
import type { EnvironmentRef } from '../../data/experiment-queries.ts';
import type { ExperimentForm } from '../editor/experiment-form.ts';
import type { References } from '../references.ts';

export interface SaveQuestionProps {
  readonly place: EnvironmentRef;
  readonly saved: ExperimentForm;
  readonly form: ExperimentForm;
  readonly toggle: Toggle;
  /** The version that the edits started from. */
  readonly version: number | undefined;
  readonly references: References;
  /** Absent for an experiment that is not created yet. */
  readonly experiment: Experiment | undefined;
  /** A warning of programs that cannot read what is saved. */
  readonly olderReaders: ReactNode;
  readonly onSave: () => void;
  /** Called when the edits were filed, and are no edits of this screen any more. */
  readonly onFiled: () => void;
  readonly onClose: () => void;
}
