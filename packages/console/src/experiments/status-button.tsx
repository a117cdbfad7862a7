import type { Experiment } from '@comporta/contract/experiments/experiment';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useTranslations } from 'use-intl/react';
import { Button } from '../ui/controls/button.ts';
import { useIsReadOnly } from '../ui/forms/read-only.ts';

interface StatusButtonProps {
  readonly experiment: Experiment;
  readonly isBusy: boolean;
  readonly onPress: () => void;
}

/** Pauses an active experiment, restarts any other. Screen readers also hear which experiment. */
export function StatusButton({ experiment, isBusy, onPress }: StatusButtonProps) {
  const t = useTranslations('experiment.action');
  if (useIsReadOnly()) return null;
  const action = experiment.status === 'ACTIVE' ? 'pause' : 'restart';
  const Icon = action === 'pause' ? IconPlayerPause : IconPlayerPlay;
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<Icon size={14} />}
      // Not disabled, because a disabled button loses the focus.
      aria-busy={isBusy}
      onClick={isBusy ? undefined : onPress}
    >
      {t(action)}
      <span className="visually-hidden"> {experiment.toggleName}</span>
    </Button>
  );
}
