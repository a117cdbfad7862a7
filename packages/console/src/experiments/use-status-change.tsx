import type { Experiment } from '@comporta/contract/experiments/experiment';
import { type ReactNode, useState } from 'react';
import { dependentsOf } from '../parts/experiment/dependents.ts';
import { useStatusSending } from '../parts/status/use-status-sending.ts';
import { InfoDialog } from '../ui/dialogs/info-dialog.tsx';
import { PauseWarning } from './pause-warning.tsx';

interface StatusChangeOptions {
  /** The environment's name. */
  readonly environment: string;
  /** All experiments of the environment: some may depend on the one that is paused. */
  readonly experiments: readonly Experiment[];
  readonly defaultValueOf: (toggleId: string) => string;
}

/** Pauses and restarts: busy until the server has responded; the undo is the reverse call. */
export function useStatusChange({
  environment,
  experiments,
  defaultValueOf,
}: StatusChangeOptions): {
  /** Pauses an active experiment, restarts any other. */
  readonly change: (experiment: Experiment) => void;
  readonly isBusy: (experiment: Experiment) => boolean;
  readonly dialogs: ReactNode;
} {
  const [busyIds, setBusyIds] = useState<readonly string[]>([]);
  const [questioned, setQuestioned] = useState<Experiment>();
  const [problem, setProblem] = useState<string>();
  const sendStatus = useStatusSending(setProblem);

  async function send(experiment: Experiment, action: 'pause' | 'restart') {
    const { id } = experiment;
    if (busyIds.includes(id)) return;
    setBusyIds((ids) => [...ids, id]);
    await sendStatus(experiment, action, { environment });
    setBusyIds((ids) => ids.filter((other) => other !== id));
  }

  function change(experiment: Experiment) {
    if (experiment.status !== 'ACTIVE') void send(experiment, 'restart');
    else if (dependentsOf(experiment.toggleId, experiments).length > 0) setQuestioned(experiment);
    else void send(experiment, 'pause');
  }

  return {
    change,
    isBusy: ({ id }) => busyIds.includes(id),
    dialogs: (
      <>
        {questioned !== undefined && (
          <PauseWarning
            experiment={questioned}
            value={defaultValueOf(questioned.toggleId)}
            dependents={dependentsOf(questioned.toggleId, experiments)}
            onPause={() => {
              setQuestioned(undefined);
              void send(questioned, 'pause');
            }}
            onClose={() => setQuestioned(undefined)}
          />
        )}
        {problem !== undefined && (
          <InfoDialog kind="error" text={problem} onClose={() => setProblem(undefined)} />
        )}
      </>
    ),
  };
}
