import type { ExperimentStatus } from '@comporta/engine/vocabulary';
import { useTranslations } from 'use-intl/react';
import styles from './status-badge.module.css';

export function StatusBadge({ status }: { readonly status: ExperimentStatus }) {
  const t = useTranslations('experiment.status');
  return (
    <span className={styles.badge} data-status={status}>
      {t(status)}
    </span>
  );
}
