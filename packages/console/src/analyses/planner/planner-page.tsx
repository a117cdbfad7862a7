import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { Page } from '../../base/page.tsx';
import { TextsOfResults } from '../../base/texts-of-results.tsx';
import { type ExperimentKey, experimentQuery } from '../../experiments/experiment-queries.ts';
import { metricsQuery } from '../../metrics/metric-queries.ts';
import { propertiesQuery } from '../../properties/property-queries.ts';
import { toggleQuery } from '../../toggles/toggle-queries.ts';
import { Loaded } from '../../ui/list/loaded.tsx';
import { analysesQuery } from '../analysis-queries.ts';
import { Planner } from './planner.tsx';

/** What is to be measured, and what that takes. Source: RES-74. */
export function PlannerPage() {
  return (
    <TextsOfResults>
      <PlannerScreen />
    </TextsOfResults>
  );
}

function PlannerScreen() {
  const t = useTranslations('planner');
  const { appId = '', envId = '', id = '' } = useParams();
  const things = usePlannedThings({ appId, envId, id });
  return (
    <Page title={t('title')} width="form">
      <Loaded query={things}>{(loaded) => <Planner key={id} things={loaded} />}</Loaded>
    </Page>
  );
}

function usePlannedThings(key: ExperimentKey) {
  const { appId } = key;
  const experiment = useQuery(experimentQuery(key));
  const toggle = useQuery({
    ...toggleQuery(appId, experiment.data?.toggleId ?? ''),
    enabled: experiment.data !== undefined,
  });
  const metrics = useQuery(metricsQuery(appId));
  const properties = useQuery(propertiesQuery(appId));
  const analyses = useQuery(analysesQuery(key));
  const queries = [experiment, toggle, metrics, properties, analyses];
  const data =
    experiment.data && toggle.data && metrics.data && properties.data && analyses.data
      ? {
          experiment: experiment.data,
          toggle: toggle.data,
          metrics: metrics.data,
          properties: properties.data,
          draft: analyses.data.find(({ state }) => state === 'DRAFT'),
        }
      : undefined;
  return {
    data,
    isError: queries.some(({ isError }) => isError),
    refetch: () =>
      Promise.all(queries.filter(({ isError }) => isError).map((one) => one.refetch())),
  };
}
