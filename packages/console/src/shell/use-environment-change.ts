import type { Environment } from '@comporta/contract/applications/application';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useParams } from 'react-router';
import { chooseEnvironment } from '../base/chosen-environment.ts';
import { pathTo } from '../base/paths.ts';
import { experimentSummariesQuery } from '../experiments/experiment-queries.ts';

/** A page of an environment leads to the same page of the other; elsewhere only the choice changes. */
export function useEnvironmentChange() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { appId = '', envId, id } = useParams();
  const isExperiment = id !== undefined && id !== 'new' && envId !== undefined;
  const { data: summaries } = useQuery({
    ...experimentSummariesQuery(appId),
    enabled: isExperiment,
  });

  return (next: Environment) => {
    if (envId === undefined) chooseEnvironment(appId, next.id);
    else if (isExperiment) void navigate(experimentIn(next.id));
    else void navigate(`${pathname.replace(envId, next.id)}${search}`);
  };

  function experimentIn(nextEnvId: string): string {
    const toggleId = summaries?.find((summary) => summary.id === id)?.toggleId;
    const there = summaries?.find(
      (summary) => summary.toggleId === toggleId && summary.envId === nextEnvId,
    );
    const path = pathTo('experiment', { appId, envId: nextEnvId, id: there?.id ?? 'new' });
    return there === undefined && toggleId !== undefined ? `${path}?toggleId=${toggleId}` : path;
  }
}
