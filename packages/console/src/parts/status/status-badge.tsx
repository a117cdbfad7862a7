import type { ExperimentStatus } from '@comporta/engine/vocabulary';
import { useTranslations } from 'use-intl/react';
import { Badge } from '../../ui/badge.tsx';

export function StatusBadge({ status }: { readonly status: ExperimentStatus }) {
  const t = useTranslations('experiment.status');
  const isPaused = status === 'PAUSED';
  return (
    <Badge tone={isPaused ? 'warning' : 'success'} sign={isPaused ? 'bars' : 'dot'}>
      {t(status)}
    </Badge>
  );
}
