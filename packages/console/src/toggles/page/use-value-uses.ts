import { returnedValues } from '@comporta/contract/experiments/returned-values';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import { useQueries, useQuery } from '@tanstack/react-query';
import { pathTo } from '../../base/paths.ts';
import { useCurrentEnvironment } from '../../data/application-queries.ts';
import { experimentQuery, experimentSummariesQuery } from '../../data/experiment-queries.ts';
import type { NamedLink } from '../../ui/dialogs/link-list.tsx';

/** The environments whose rules return a value of a toggle, with links to these rules. */
export function useValueUses({ appId, id: toggleId }: Toggle): (value: string) => NamedLink[] {
  const { data: summaries = [] } = useQuery(experimentSummariesQuery(appId));
  const environments = useCurrentEnvironment().application?.environments ?? [];
  const ofToggle = summaries.filter((summary) => summary.toggleId === toggleId);
  const experiments = useQueries({
    queries: ofToggle.map(({ envId, id }) => experimentQuery({ appId, envId, id })),
  });
  const uses = environments.flatMap(({ id: envId, name }) => {
    const experiment = experiments.find(({ data }) => data?.envId === envId)?.data;
    if (experiment === undefined) return [];
    const to = pathTo('experiment', { appId, envId, id: experiment.id });
    return [{ link: { label: name, to }, values: returnedValues(experiment.rules) }];
  });
  return (value) => uses.flatMap(({ link, values }) => (values.includes(value) ? [link] : []));
}
