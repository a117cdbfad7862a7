import type { Results } from '@comporta/contract/analyses/results';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { keptResultsQuery, resultsQuery } from '../../data/analysis-queries.ts';
import type { ExperimentKey } from '../../data/experiment-queries.ts';
import { NativeSelect } from '../../ui/controls/native-select.ts';
import { Loaded } from '../../ui/list/loaded.tsx';
import { useFigures } from '../words/use-figures.ts';
import { Fold } from './fold.tsx';
import { metricRows } from './metric-rows.ts';
import { MetricTable } from './metric-table.tsx';
import styles from './results-page.module.css';

interface SegmentsProps {
  readonly experimentKey: ExperimentKey | undefined;
  readonly results: Results;
  /** The id of the property whose segments are shown. */
  readonly chosen: string | undefined;
  readonly onChoose: (propertyId: string | undefined) => void;
}

/** The metrics for parts of the users, split only by the properties of the plan. Source: RES-72. */
export function Segments({ experimentKey, results, chosen, onChoose }: SegmentsProps) {
  const t = useTranslations('results');
  const figures = useFigures();
  const { segments, analysis, phaseId } = results;
  const segment = segments.find(({ propertyId }) => propertyId === chosen)?.propertyId;
  return (
    <Fold
      title={`${t('segments.title')} (${segments.length})`}
      isHeading
      isOpen={segment !== undefined}
    >
      {segments.length === 0 ? (
        <p>{t('segments.none')}</p>
      ) : (
        <>
          <NativeSelect
            className={styles.chooser}
            label={t('choose.segment')}
            value={segment ?? ''}
            onChange={(event) => onChoose(event.currentTarget.value || undefined)}
          >
            <option value="">–</option>
            {segments.map(({ propertyId, key, addedAt }) => (
              <option key={propertyId} value={propertyId}>
                {addedAt === undefined
                  ? key
                  : t('segments.since', { name: key, date: figures.date(addedAt) })}
              </option>
            ))}
          </NativeSelect>
          {segment !== undefined && (
            <SegmentLevels
              experimentKey={experimentKey}
              appId={analysis.appId}
              choice={{ analysis: analysis.id, phase: phaseId, segment }}
            />
          )}
        </>
      )}
    </Fold>
  );
}

interface SegmentLevelsProps {
  readonly experimentKey: ExperimentKey | undefined;
  readonly appId: string;
  readonly choice: { readonly analysis: string; readonly phase: string; readonly segment: string };
}

function SegmentLevels({ experimentKey, appId, choice }: SegmentLevelsProps) {
  const t = useTranslations('results');
  const query = useQuery(
    experimentKey === undefined
      ? keptResultsQuery(appId, choice)
      : resultsQuery(experimentKey, choice),
  );
  return (
    <Loaded query={query} rows={3}>
      {(results) => {
        const levels = results.segment?.levels ?? [];
        return (
          <>
            <p>{t('segments.warning', { count: levels.length })}</p>
            {levels.map((level) => (
              <SegmentLevel key={JSON.stringify([level.name])} results={results} level={level} />
            ))}
          </>
        );
      }}
    </Loaded>
  );
}

interface SegmentLevelProps {
  readonly results: Results;
  readonly level: NonNullable<Results['segment']>['levels'][number];
}

function SegmentLevel({ results, level: { name, users, metrics } }: SegmentLevelProps) {
  const t = useTranslations('results');
  const label = name ?? t('segments.other');
  return (
    <section aria-label={label} className={styles.segment}>
      <h4>
        {label} <span className={styles.muted}>{t('unitCount', { count: users })}</span>
      </h4>
      <MetricTable
        results={results}
        label={label}
        // Segments give ideas, not results: nothing is called better or worse.
        metrics={metricRows(results, metrics, { isInvalid: true })}
      />
    </section>
  );
}
