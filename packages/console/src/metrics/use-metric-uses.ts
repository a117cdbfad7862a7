import type { ListedMetric } from '@comporta/contract/metrics/metric-api';
import { useTranslations } from 'use-intl/react';
import { pathTo } from '../base/paths.ts';

/** The analyses that use a metric, each with a link to its results. */
export function useMetricUses() {
  const t = useTranslations('metric.list');
  return ({ appId, usedBy }: ListedMetric) =>
    usedBy.map(({ analysisId, experimentId, envId, environmentName, toggleName }) => ({
      label: t('use', { toggle: toggleName, environment: environmentName }),
      to: `${pathTo('results', { appId, envId, id: experimentId })}?analysis=${analysisId}`,
    }));
}
