import type { ApplicationSummary } from '@comporta/contract/applications/application';

/** The application of a path, and its environment, by name; undefined for what is not, or no longer, there. */
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
