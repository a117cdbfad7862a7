import type { Results } from '@comporta/contract/analyses/results';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { isNotFound } from '../../api/api-error.ts';
import { Page } from '../../base/page.tsx';
import { pathTo } from '../../base/paths.ts';
import { TextsOfResults } from '../../base/texts-of-results.tsx';
import { keptResultsQuery } from '../../data/analysis-queries.ts';
import { experimentQuery } from '../../data/experiment-queries.ts';
import { BESIDE } from '../../data/query-client.ts';
import { Loaded } from '../../ui/list/loaded.tsx';
import { ResultsChoice } from './results-choice.tsx';
import styles from './results-page.module.css';
import { ResultsView } from './results-view.tsx';

/** One analysis, whatever became of its toggle and its experiment. While that exists, its own screen. Source: RES-120. */
export function AnalysisPage() {
  return (
    <TextsOfResults>
      <AnalysisScreen />
    </TextsOfResults>
  );
}

function AnalysisScreen() {
  const t = useTranslations('results');
  const { appId = '', id: analysis = '' } = useParams();
  const [params] = useSearchParams();
  const phase = params.get('phase') ?? undefined;
  const results = useQuery(keptResultsQuery(appId, { analysis, phase }));
  const { toggleName: toggle = '…', environmentName: environment = '…' } =
    results.data?.analysis ?? {};
  return (
    <Page
      title={t('titleOf', { toggle, environment })}
      item={results.data?.analysis.toggleName}
      width="list"
      help="results"
    >
      <Loaded key={analysis} query={results} rows={8}>
        {(loaded) => <OfExperiment results={loaded} />}
      </Loaded>
    </Page>
  );
}

function OfExperiment({ results }: { readonly results: Results }) {
  const [params] = useSearchParams();
  const { id: analysis, appId, envId, experimentId: id } = results.analysis;
  const experiment = useQuery({ ...experimentQuery({ appId, envId, id }), meta: BESIDE });
  if (isNotFound(experiment.error)) return <Kept results={results} />;
  return (
    <Loaded query={experiment} rows={8}>
      {() => {
        const view = new URLSearchParams([['analysis', analysis], ...params]);
        return <Navigate replace to={`${pathTo('results', { appId, envId, id })}?${view}`} />;
      }}
    </Loaded>
  );
}

function Kept({ results }: { readonly results: Results }) {
  const t = useTranslations('analyses');
  const [params, setParams] = useSearchParams();
  const { analysis, phaseId } = results;

  function choose(next: Readonly<Record<string, string | undefined>>) {
    const entries = Object.entries(next).filter(
      ([name, value]) => name !== 'analysis' && value !== undefined,
    );
    setParams(entries as [string, string][], { replace: true, preventScrollReset: true });
  }

  return (
    <>
      <p className={styles.muted}>{t('gone')}</p>
      <ResultsChoice
        analyses={[analysis]}
        experiment={undefined}
        results={results}
        onChoose={choose}
      />
      <ResultsView
        key={phaseId}
        experiment={undefined}
        results={results}
        metric={params.get('metric') ?? undefined}
        segment={params.get('segment') ?? undefined}
        onChoose={(next) => choose({ ...Object.fromEntries(params), ...next })}
      />
    </>
  );
}
