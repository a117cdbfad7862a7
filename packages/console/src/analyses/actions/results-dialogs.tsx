import type { Results } from '@comporta/contract/analyses/results';
import type { Experiment } from '@comporta/contract/experiments/experiment';
import { OpenPlanDialog } from './open-plan-dialog.tsx';
import { PhaseDialog } from './phase-dialog.tsx';
import { ShipDialog } from './ship-dialog.tsx';
import { StopDialog } from './stop-dialog.tsx';

export type AskedAction =
  | { readonly what: 'plan' | 'stop' | 'phase' }
  | { readonly what: 'ship'; readonly value: string };

interface ResultsDialogProps {
  readonly asked: AskedAction;
  readonly experiment: Experiment;
  readonly results: Pick<Results, 'analysis' | 'verdict'>;
  readonly onClose: () => void;
}

/** The dialog of an action on an analysis. */
export function ResultsDialog({ asked, experiment, results, onClose }: ResultsDialogProps) {
  const { analysis, verdict } = results;
  switch (asked.what) {
    case 'plan':
      return <OpenPlanDialog analysis={analysis} onClose={onClose} />;
    case 'stop':
      return <StopDialog analysis={analysis} onClose={onClose} />;
    case 'phase':
      return <PhaseDialog analysis={analysis} onClose={onClose} />;
    case 'ship':
      return <ShipDialog {...{ analysis, experiment, verdict, onClose }} value={asked.value} />;
  }
}
