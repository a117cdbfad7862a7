import type { Results } from '@comporta/contract/analyses/results';
import { shownValue } from '@comporta/messages/shown-value';
import { useTranslations } from 'use-intl/react';
import { Notice } from '../../ui/alert.tsx';
import { useFigures } from '../words/use-figures.ts';
import styles from './results-page.module.css';

const MINUTE_MS = 60_000;
/** Figures older than this are late. Source: RES-80. */
const LATE_MINUTES = 5;

/** Notes to read before the figures: how old and how complete they are, and how the analysis ended. */
export function ResultsNotes({ results }: { readonly results: Results }) {
  const t = useTranslations();
  const figures = useFigures();
  const { analysis, asOf, openWindows } = results;
  const minutes = asOf === undefined ? 0 : Math.floor((Date.now() - Date.parse(asOf)) / MINUTE_MS);
  const isLate = minutes > LATE_MINUTES && analysis.state !== 'STOPPED';
  const notes = [
    ...(asOf === undefined ? [] : [t('results.asOf', { time: figures.moment(asOf) })]),
    ...(openWindows > 0 && analysis.state !== 'STOPPED'
      ? [t('results.soFar', { percent: figures.percent(openWindows, 0) })]
      : []),
    ...(analysis.phases.length > 1 ? [t('results.phaseNote')] : []),
  ];
  return (
    <>
      {isLate && <Notice tone="warning">{t('results.late', { minutes })}</Notice>}
      {analysis.closesAt !== undefined && analysis.state === 'CLOSING' && (
        <Notice>{t('analysis.closingHint', { date: figures.day(analysis.closesAt) })}</Notice>
      )}
      <Stopped analysis={analysis} />
      <p className={styles.muted}>{notes.join(' · ')}</p>
    </>
  );
}

function Stopped({ analysis: { stopped } }: Pick<Results, 'analysis'>) {
  const t = useTranslations('analysis');
  if (stopped === undefined) return null;
  const { because, by, reason, value = '' } = stopped;
  const words = t(`stoppedBecause.${because}`, {
    value: shownValue(value),
    name: by?.name ?? '',
  });
  return (
    <Notice>
      {words} {reason}
    </Notice>
  );
}
