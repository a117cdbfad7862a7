import type { ApplicationSummary } from '@comporta/contract/applications/application';

/** The names of the application and the environment in a path; undefined when they do not exist, or no longer. */
export function placeOf(
  path: string,
  applications: readonly Pick<ApplicationSummary, 'id' | 'name' | 'environments'>[],
): string | undefined {
  const [, appId, envId] = /^\/applications\/([^/]+)(?:\/environments\/([^/]+))?/.exec(path) ?? [];
  const application = applications.find(({ id }) => id === appId);
  if (application === undefined) return undefined;
  if (envId === undefined) return application.name;
  const environment = application.environments.find(({ id }) => id === envId);
  return environment && `${application.name} / ${environment.name}`;
}
