import { useQuery } from '@tanstack/react-query';
import { analysesQuery } from '../../data/analysis-queries.ts';
import { type ExperimentKey, experimentQuery } from '../../data/experiment-queries.ts';
import { metricsQuery } from '../../data/metric-queries.ts';
import { propertiesQuery } from '../../data/property-queries.ts';
import { toggleQuery } from '../../data/toggle-queries.ts';

/** Loads everything that a plan may name. */
export function usePlannedThings(key: ExperimentKey) {
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
          drafts: analyses.data.filter(({ state }) => state === 'DRAFT'),
        }
      : undefined;
  return {
    data,
    isError: queries.some(({ isError }) => isError),
    refetch: () =>
      Promise.all(queries.filter(({ isError }) => isError).map((one) => one.refetch())),
  };
}
