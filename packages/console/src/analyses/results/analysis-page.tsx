import type { Analysis } from '@comporta/contract/analyses/analysis';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { isNotFound } from '../../api/api-error.ts';
import { Page } from '../../base/page.tsx';
import { pathTo } from '../../base/paths.ts';
import { TextsOfResults } from '../../base/texts/texts-of-results.tsx';
import { analysisQuery, keptResultsQuery } from '../../data/analysis-queries.ts';
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
  const { appId = '', id = '' } = useParams();
  const analysis = useQuery(analysisQuery(appId, id));
  const { toggleName, environmentName: environment = '…' } = analysis.data ?? {};
  const { envId = '', experimentId = '' } = analysis.data ?? {};
  const experiment = useQuery({
    ...experimentQuery({ appId, envId, id: experimentId }),
    enabled: analysis.data !== undefined,
    meta: BESIDE,
  });
  const isKept = isNotFound(experiment.error);
  return (
    <Page
      title={t('titleOf', { toggle: toggleName ?? '…', environment })}
      // The address is no place of its own while it leads to the experiment.
      item={isKept ? toggleName : undefined}
      width="list"
      help="results"
    >
      <Loaded key={id} query={analysis} rows={8}>
        {(loaded) =>
          isKept ? (
            <Kept analysis={loaded} />
          ) : (
            <Loaded query={experiment} rows={8}>
              {() => <ToExperiment analysis={loaded} />}
            </Loaded>
          )
        }
      </Loaded>
    </Page>
  );
}

/** Leads to the same view at the experiment, or to its plan. */
function ToExperiment({ analysis }: { readonly analysis: Analysis }) {
  const [params] = useSearchParams();
  const { appId, envId, experimentId, ruleId, state } = analysis;
  const key = { appId, envId, id: experimentId };
  const path =
    state === 'DRAFT'
      ? `${pathTo('planner', key)}?${new URLSearchParams({ rule: ruleId })}`
      : `${pathTo('results', key)}?${new URLSearchParams([['analysis', analysis.id], ...params])}`;
  return <Navigate replace to={path} />;
}

function Kept({ analysis }: { readonly analysis: Analysis }) {
  const t = useTranslations('analyses');
  const [params, setParams] = useSearchParams();
  const { appId, id } = analysis;
  const phase = params.get('phase') ?? undefined;
  const results = useQuery(keptResultsQuery(appId, { analysis: id, phase }));

  function choose(next: Readonly<Record<string, string | undefined>>) {
    const entries = Object.entries(next).filter(
      ([name, value]) => name !== 'analysis' && value !== undefined,
    );
    setParams(entries as [string, string][], { replace: true, preventScrollReset: true });
  }

  return (
    <>
      <p className={styles.muted}>{t('gone')}</p>
      <Loaded query={results} rows={8}>
        {(loaded) => (
          <>
            <ResultsChoice
              analyses={[analysis]}
              experiment={undefined}
              results={loaded}
              onChoose={choose}
            />
            <ResultsView
              key={loaded.phaseId}
              experiment={undefined}
              results={loaded}
              metric={params.get('metric') ?? undefined}
              segment={params.get('segment') ?? undefined}
              onChoose={(next) => choose({ ...Object.fromEntries(params), ...next })}
            />
          </>
        )}
      </Loaded>
    </>
  );
}
