import type { Results } from '@comporta/contract/analyses/results';
import { shownValue } from '@comporta/messages/shown-value';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { propertiesQuery } from '../../data/property-queries.ts';
import { Notice } from '../../ui/alert.tsx';
import { useFigures } from '../words/use-figures.ts';
import { MarkedNote } from './marked-note.tsx';
import styles from './results-page.module.css';

const MINUTE_MS = 60_000;
/** Figures older than this are late; values of a property are counted every five minutes. Source: RES-80. */
const LATE_MINUTES = { users: 5, values: 10 } as const;

interface ResultsNotesProps {
  readonly appId: string;
  readonly results: Results;
}

/** Notes to read before the figures: how old and how complete they are, and how the analysis ended. */
export function ResultsNotes({ appId, results }: ResultsNotesProps) {
  const t = useTranslations();
  const figures = useFigures();
  const { analysis, asOf, openWindows } = results;
  const minutes = asOf === undefined ? 0 : Math.floor((Date.now() - Date.parse(asOf)) / MINUTE_MS);
  const { byPropertyId, counts = 'EVERYONE' } =
    analysis.phases.find(({ id }) => id === results.phaseId) ?? {};
  const lateMinutes = byPropertyId === undefined ? LATE_MINUTES.users : LATE_MINUTES.values;
  const isLate = minutes > lateMinutes && analysis.state !== 'STOPPED';
  const notes = [
    ...(asOf === undefined ? [] : [t('results.asOf', { time: figures.moment(asOf) })]),
    ...(openWindows > 0 && analysis.state !== 'STOPPED'
      ? [t('results.soFar', { percent: figures.percent(openWindows, 0) })]
      : []),
    ...(analysis.phases.length > 1
      ? [t(`results.phaseRule.${counts}`), t('results.phaseNote')]
      : []),
  ];
  return (
    <>
      {isLate && <Notice tone="warning">{t('results.late', { minutes })}</Notice>}
      {analysis.closesAt !== undefined && analysis.state === 'CLOSING' && (
        <Notice>{t('analysis.closingHint', { date: figures.day(analysis.closesAt) })}</Notice>
      )}
      <Stopped analysis={analysis} />
      {byPropertyId !== undefined && <UnitNote appId={appId} propertyId={byPropertyId} />}
      {results.marked !== undefined && <MarkedNote analysis={analysis} count={results.marked} />}
      <p className={styles.muted}>{notes.join(' · ')}</p>
    </>
  );
}

interface UnitNoteProps {
  readonly appId: string;
  readonly propertyId: string;
}

/** Says that what is counted are values of a property, and no users. Source: RUL-38. */
function UnitNote({ appId, propertyId }: UnitNoteProps) {
  const t = useTranslations();
  const { data: properties } = useQuery(propertiesQuery(appId));
  if (properties === undefined) return null;
  const known = properties.find(({ id }) => id === propertyId)?.key;
  const property = known ?? t('experiment.split.byGone');
  return (
    <Notice>
      {t('results.unitNote', { property })} {known && t('results.unitHowTo', { property })}
    </Notice>
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
