import type { Results } from '@comporta/contract/analyses/results';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import type { ExperimentKey } from '../../data/experiment-queries.ts';
import { Button } from '../../ui/controls/button.ts';
import { HealthStrip } from './health-strip.tsx';
import { isInvalid, metricRows } from './metric-rows.ts';
import { MetricTable } from './metric-table.tsx';
import { PlanView } from './plan-view.tsx';
import { RawFigures } from './raw-figures.tsx';
import { ResultsCharts } from './results-charts.tsx';
import { ResultsNotes } from './results-notes.tsx';
import styles from './results-page.module.css';
import { Segments } from './segments.tsx';
import { VerdictSection } from './verdict-section.tsx';

interface ResultsViewProps {
  /** Undefined once it is deleted. */
  readonly experiment: ExperimentKey | undefined;
  readonly results: Results;
  /** The key of the metric in the chart; an unknown key means the goal's. */
  readonly metric: string | undefined;
  readonly segment: string | undefined;
  readonly onChoose: (choice: Readonly<Record<string, string | undefined>>) => void;
}

/** The results of one phase, the verdict first. */
export function ResultsView(props: ResultsViewProps) {
  const { experiment, results, metric, segment, onChoose } = props;
  const t = useTranslations('results');
  const [showsAnyway, setShowsAnyway] = useState(false);
  const invalid = isInvalid(results.verdict);
  const rows = metricRows(results, results.metrics, { isInvalid: invalid });

  return (
    <div className={styles.results}>
      <VerdictSection experimentKey={experiment} results={results} />
      <ResultsNotes appId={results.analysis.appId} results={results} />
      <HealthStrip health={results.health} analysis={results.analysis} />
      {invalid && !showsAnyway ? (
        <div>
          <Button variant="default" onClick={() => setShowsAnyway(true)}>
            {t('showAnyway')}
          </Button>
        </div>
      ) : (
        <>
          <MetricTable results={results} metrics={rows} label={t('tab')} />
          <ResultsCharts results={results} metric={metric} onChoose={onChoose} />
          <Segments
            experimentKey={experiment}
            results={results}
            chosen={segment}
            onChoose={(propertyId) => onChoose({ segment: propertyId })}
          />
          <PlanView results={results} />
          <RawFigures results={results} metrics={rows} />
        </>
      )}
    </div>
  );
}
