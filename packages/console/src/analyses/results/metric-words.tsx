import type { MeasuredMetric } from '@comporta/contract/analyses/analysis';
import { useTranslations } from 'use-intl/react';
import { useFigures } from '../words/use-figures.ts';
import type { MetricRows } from './metric-rows.ts';
import styles from './metric-table.module.css';

/** The name of a metric, and its role. */
export function MetricHead({
  metric: { name, role, better },
}: {
  readonly metric: MeasuredMetric;
}) {
  const t = useTranslations();
  return (
    <span className={styles.head}>
      <span className={styles.name}>{name}</span>
      <span className={styles.role} title={t(`analysis.roleHint.${role}`)}>
        {t(`analysis.role.${role}`)}
      </span>
      {role === 'SECONDARY' && (
        <span className={styles.role} title={t('results.table.exploratoryHint')}>
          {t('results.table.exploratory')}
        </span>
      )}
      {better === 'DOWN' && (
        <span className={styles.muted}>
          {t('metric.edit.betterLabel')} {t('metric.edit.better.DOWN')}
        </span>
      )}
    </span>
  );
}

/** Notes on how a metric was counted. */
export function MetricNotes({ metric: { metric, result } }: { readonly metric: MetricRows }) {
  const t = useTranslations('results.table');
  const figures = useFigures();
  const notes: string[] = [];
  if (metric.addedAt !== undefined) {
    notes.push(t('addedLater', { date: figures.day(metric.addedAt) }));
  }
  if (metric.kind === 'RETENTION') notes.push(t('windowClosed', { hours: metric.windowHours }));
  if (result.finalLookAt !== undefined) {
    notes.push(t('finalLook', { date: figures.day(result.finalLookAt) }));
  }
  for (const { unadjusted } of result.comparisons) {
    if (unadjusted?.lift === undefined) continue;
    const { point, low, high } = unadjusted.lift;
    notes.push(
      t('cuped', {
        percent: figures.percent(unadjusted.varianceReduction, 0),
        lift: figures.lift(point),
        low: figures.lift(low),
        high: figures.lift(high),
      }),
    );
  }
  return notes.map((note) => (
    <span key={note} className={styles.note}>
      {note}
    </span>
  ));
}
