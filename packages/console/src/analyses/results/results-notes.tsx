import type { Results } from '@comporta/contract/analyses/results';
import { shownValue } from '@comporta/messages/shown-value';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { propertiesQuery } from '../../data/property-queries.ts';
import { Notice } from '../../ui/alert.tsx';
import { useFigures } from '../words/use-figures.ts';
import { MarkedNote } from './marked-note.tsx';
import styles from './results-page.module.css';
import { isDecided } from './verdict-section.tsx';

const MINUTE_MS = 60_000;

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
  const isLate = analysis.state !== 'STOPPED' && minutes * MINUTE_MS > lateAfterMs(results);
  const bots = analysis.excludeBots ? botsIn(results) : 0;
  const notes = [
    ...(asOf === undefined ? [] : [t('results.asOf', { time: figures.moment(asOf) })]),
    ...(openWindows > 0 && analysis.state !== 'STOPPED'
      ? [t('results.soFar', { percent: figures.percent(openWindows, 0) })]
      : []),
    ...(bots > 0 ? [t('results.botsLeftOut', { count: bots })] : []),
    ...(analysis.phases.length > 1
      ? [t(`results.phaseRule.${counts}`), t('results.phaseNote')]
      : []),
  ];
  return (
    <>
      {results.eventsAway === true && asOf !== undefined && (
        <Notice tone="warning">{t('results.eventsAway', { time: figures.moment(asOf) })}</Notice>
      )}
      {results.eventsMoving !== undefined && (
        <Notice tone="warning">
          {t('results.eventsMoving', {
            done: results.eventsMoving.daysDone,
            all: results.eventsMoving.days,
          })}
        </Notice>
      )}
      {isLate && results.eventsAway !== true && results.eventsMoving === undefined && (
        <Notice tone="warning">{t('results.late', { minutes })}</Notice>
      )}
      {analysis.closesAt !== undefined && analysis.state === 'CLOSING' && (
        <Notice>{t('analysis.closingHint', { date: figures.day(analysis.closesAt) })}</Notice>
      )}
      <Stopped results={results} />
      {byPropertyId !== undefined && <UnitNote appId={appId} propertyId={byPropertyId} />}
      {results.marked !== undefined && <MarkedNote analysis={analysis} count={results.marked} />}
      <p className={styles.muted}>{notes.join(' · ')}</p>
    </>
  );
}

/** The service says from which age on a count is late (RES-123); never, before the first count. */
function lateAfterMs({ health }: Results): number {
  const freshness = health.find(({ code }) => code === 'FRESHNESS');
  const seconds = freshness?.code === 'FRESHNESS' ? freshness.params.lateAfterSeconds : undefined;
  return seconds === undefined ? Number.POSITIVE_INFINITY : seconds * 1_000;
}

function botsIn({ health }: Results): number {
  return health.reduce((sum, one) => (one.code === 'BOTS' ? sum + one.params.count : sum), 0);
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

/** How the analysis ended, as far as the headline does not say so. */
function Stopped({ results }: { readonly results: Results }) {
  const t = useTranslations('analysis');
  const { stopped } = results.analysis;
  if (stopped === undefined) return null;
  if (isDecided(results) && (stopped.because === 'USER' || stopped.because === 'SHIPPED')) {
    return stopped.reason === undefined ? null : <Notice>{stopped.reason}</Notice>;
  }
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
