import type { Environment } from '@comporta/contract/applications/application';
import type { ExperimentSummary } from '@comporta/contract/experiments/experiment-api';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate, useParams } from 'react-router';
import { pathTo } from '../base/paths.ts';
import { experimentSummariesQuery } from '../data/experiment-queries.ts';
import { chooseEnvironment } from '../data/stored/chosen-environment.ts';

/**
 * Changes the environment: a page of an environment leads to the same page of the other; elsewhere only the
 * choice changes.
 */
export function useEnvironmentChange() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { appId = '', envId, id } = useParams();

  return async (next: Environment) => {
    if (envId === undefined) chooseEnvironment(appId, next.id);
    else if (id !== undefined && id !== 'new') await navigate(await experimentIn(id, next.id));
    else await navigate(`${pathname.replace(envId, next.id)}${search}`);
  };

  /**
   * The path of the experiment of the same toggle, or of a new one; the list, which shows the error, when
   * nothing can be loaded.
   */
  async function experimentIn(id: string, nextEnvId: string): Promise<string> {
    const place = { appId, envId: nextEnvId };
    const summaries = await client
      .fetchQuery(experimentSummariesQuery(appId))
      .catch((): readonly ExperimentSummary[] => []);
    const toggleId = summaries.find((summary) => summary.id === id)?.toggleId;
    if (toggleId === undefined) return pathTo('experiments', place);
    const there = summaries.find(
      (summary) => summary.toggleId === toggleId && summary.envId === nextEnvId,
    );
    if (there !== undefined) {
      // The results of one experiment lead to the results of the other.
      const tab = pathname.slice(pathname.indexOf(id) + id.length);
      return `${pathTo('experiment', { ...place, id: there.id })}${tab}`;
    }
    return `${pathTo('experiment', { ...place, id: 'new' })}?toggleId=${toggleId}`;
  }
}
