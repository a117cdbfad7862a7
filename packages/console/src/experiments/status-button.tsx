import type { Experiment } from '@comporta/contract/experiments/experiment';
import { Button } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useTranslations } from 'use-intl/react';

interface StatusButtonProps {
  readonly experiment: Experiment;
  readonly isBusy: boolean;
  readonly onPress: () => void;
}

/** Pauses what is active, restarts all else; says which of many to whoever hears it. */
export function StatusButton({ experiment, isBusy, onPress }: StatusButtonProps) {
  const t = useTranslations('experiment.action');
  const action = experiment.status === 'ACTIVE' ? 'pause' : 'restart';
  const Icon = action === 'pause' ? IconPlayerPause : IconPlayerPlay;
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<Icon size={14} />}
      // Not disabled: the focus would be gone with the press.
      aria-busy={isBusy}
      onClick={isBusy ? undefined : onPress}
    >
      {t(action)}
      <span className="visually-hidden"> {experiment.toggleName}</span>
    </Button>
  );
}
