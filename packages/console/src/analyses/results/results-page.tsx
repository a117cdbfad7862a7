import type { Analysis } from '@comporta/contract/analyses/analysis';
import { measurableRules } from '@comporta/contract/analyses/check-analysis';
import type { Experiment } from '@comporta/contract/experiments/experiment';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { isNotFound } from '../../api/api-error.ts';
import { HelpLink } from '../../base/help/help-link.tsx';
import { Page } from '../../base/page.tsx';
import { pathTo } from '../../base/paths.ts';
import { TextsOfResults } from '../../base/texts/texts-of-results.tsx';
import { analysesQuery, resultsQuery } from '../../data/analysis-queries.ts';
import { useCurrentEnvironment } from '../../data/application-queries.ts';
import { type ExperimentKey, experimentQuery } from '../../data/experiment-queries.ts';
import { BESIDE } from '../../data/query-client.ts';
import { toggleQuery } from '../../data/toggle-queries.ts';
import { ExperimentTabs } from '../../parts/experiment/experiment-tabs.tsx';
import { CreateLink } from '../../ui/list/create-link.tsx';
import { EmptyState } from '../../ui/list/empty-state.tsx';
import { Loaded } from '../../ui/list/loaded.tsx';
import { NoSplit } from '../no-split.tsx';
import { ResultsChoice } from './results-choice.tsx';
import { ResultsView } from './results-view.tsx';
import { SavedPlans } from './saved-plans.tsx';

/** The effect of each value of a split on the metrics. The address holds the choice of what is shown. */
export function ResultsPage() {
  return (
    <TextsOfResults>
      <ResultsScreen />
    </TextsOfResults>
  );
}

function ResultsScreen() {
  const t = useTranslations('results');
  const { appId = '', envId = '', id = '' } = useParams();
  const key = { appId, envId, id };
  const environment = useCurrentEnvironment().environment?.name ?? '';
  const [params] = useSearchParams();
  const experiment = useQuery({ ...experimentQuery(key), meta: BESIDE });
  const analyses = useQuery(analysesQuery(key));
  const toggle = experiment.data?.toggleName ?? '…';
  if (isNotFound(experiment.error)) {
    // A link that was copied before the experiment was deleted: the results of the analysis are kept.
    const { analysis, ...view } = Object.fromEntries(params);
    if (analysis === undefined) return <Navigate replace to={pathTo('notFound')} />;
    const kept = pathTo('analysis', { appId, id: analysis });
    return <Navigate replace to={`${kept}?${new URLSearchParams(view)}`} />;
  }
  return (
    <Page
      title={t('titleOf', { toggle, environment })}
      item={experiment.data?.toggleName}
      width="list"
      help="results"
    >
      <ExperimentTabs {...key} />
      <Loaded key={id} query={experiment} rows={6}>
        {(measured) => (
          <Loaded query={analyses} rows={6}>
            {(all) => <Measured experiment={measured} analyses={all} />}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}

interface MeasuredProps {
  readonly experiment: Experiment;
  readonly analyses: readonly Analysis[];
}

function Measured({ experiment, analyses }: MeasuredProps) {
  const started = analyses.filter(({ state }) => state !== 'DRAFT');
  const plans = analyses.filter(({ state }) => state === 'DRAFT');
  return (
    <>
      <SavedPlans experiment={experiment} plans={plans} />
      {started.length === 0 ? (
        <NotMeasured experiment={experiment} />
      ) : (
        <Chosen experiment={experiment} analyses={started} />
      )}
    </>
  );
}

function NotMeasured({ experiment }: Pick<MeasuredProps, 'experiment'>) {
  const t = useTranslations();
  const { appId, envId, id, toggleId, rules } = experiment;
  const { data: toggle } = useQuery(toggleQuery(appId, toggleId));
  if (toggle !== undefined && measurableRules(rules, toggle.values).length === 0) {
    return <NoSplit experiment={experiment} />;
  }
  return (
    <EmptyState
      text={`${t('results.notMeasured')} ${t('results.notMeasuredHint')}`}
      help={<HelpLink page="results" />}
    >
      <CreateLink to={pathTo('planner', { appId, envId, id })}>{t('analysis.start')}</CreateLink>
    </EmptyState>
  );
}

function Chosen({ experiment, analyses }: MeasuredProps) {
  const [params, setParams] = useSearchParams();
  const choice = {
    analysis: params.get('analysis') ?? undefined,
    phase: params.get('phase') ?? undefined,
  };
  const results = useQuery(resultsQuery(experiment as ExperimentKey, choice));

  /** Replaces the whole choice: what belonged to the former one is dropped. */
  function choose(next: Readonly<Record<string, string | undefined>>) {
    const entries = Object.entries(next).filter(([, value]) => value !== undefined);
    setParams(entries as [string, string][], { replace: true, preventScrollReset: true });
  }

  return (
    <Loaded query={results} rows={8}>
      {(loaded) => (
        <>
          <ResultsChoice
            analyses={analyses}
            experiment={experiment}
            results={loaded}
            onChoose={choose}
          />
          <ResultsView
            key={loaded.phaseId}
            experiment={experiment}
            results={loaded}
            metric={params.get('metric') ?? undefined}
            segment={params.get('segment') ?? undefined}
            onChoose={(next) => choose({ ...choice, ...Object.fromEntries(params), ...next })}
          />
        </>
      )}
    </Loaded>
  );
}
