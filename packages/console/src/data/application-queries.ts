import type {
  Application,
  ApplicationDraft,
  ApplicationValue,
} from '@comporta/contract/applications/application';
import {
  createApplication,
  deleteApplication,
  getApplication,
  listApplications,
  updateApplication,
} from '@comporta/contract/applications/application-api';
import { isProduction } from '@comporta/contract/applications/production';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { call } from '../api/call.ts';
import { useEnvironmentChoice } from './stored/chosen-environment.ts';
import { session } from './stored/session.ts';
import { readStored, removeStored, STORAGE_KEYS, writeStored } from './stored/storage.ts';
import { isStoredApplications, type StoredApplications } from './stored/stored-applications.ts';

/** Source: SES-13. */
const REFRESH_MS = 180_000;

/**
 * The applications of the sidebar: drawn from storage at once, and fetched again when they are older than
 * three minutes.
 */
export const applicationsQuery = queryOptions({
  queryKey: ['applications'],
  queryFn: async ({ signal }) => {
    const userName = session()?.user_name;
    const applications = await call(listApplications, { signal });
    if (userName !== undefined && userName === session()?.user_name) {
      const stored: StoredApplications = { userName, at: Date.now(), applications };
      writeStored(STORAGE_KEYS.applications, stored);
    }
    return applications;
  },
  initialData: () => stored()?.applications,
  initialDataUpdatedAt: () => stored()?.at,
  staleTime: REFRESH_MS,
  refetchInterval: REFRESH_MS,
});

export function applicationQuery(appId: string) {
  return queryOptions({
    queryKey: [...applicationsQuery.queryKey, appId],
    queryFn: ({ signal }) => call(getApplication, { params: { appId }, signal }),
  });
}

/** Fetches the application as it is saved now, to see what somebody else changed. */
export function fetchApplication({ id }: Pick<Application, 'id'>): Promise<Application> {
  return call(getApplication, { params: { appId: id } });
}

interface ApplicationSave {
  readonly value: ApplicationValue;
  /** The draft that the edits started from. */
  readonly start: ApplicationDraft;
  /** The version to save over. */
  readonly ifMatch: number | undefined;
}

/**
 * Creates the application, or saves over the version that was loaded. Environments missing from the value are
 * removed with their experiments: the user typed their names to confirm that. An environment that somebody
 * else added in between was not confirmed; the service refuses to remove it while it has experiments.
 */
export async function saveApplication(
  client: QueryClient,
  id: string | undefined,
  { value, start, ifMatch }: ApplicationSave,
): Promise<Application> {
  const body = {
    ...value,
    notificationWebhook: value.notificationWebhook ?? null,
  };
  const saved =
    id === undefined
      ? await call(createApplication, { body })
      : await call(updateApplication, {
          params: { appId: id },
          body: { ...body, ...removals(start, value) },
          ifMatch,
        });
  client.setQueryData(applicationQuery(saved.id).queryKey, saved);
  await forgetApplications(client);
  return saved;
}

function removals(start: ApplicationDraft, { environments }: ApplicationValue) {
  const kept = new Set(environments.map(({ id }) => id));
  const removed = start.environments.filter(({ id }) => !kept.has(id)).map(({ id }) => id);
  return removed.length === 0 ? {} : { removeEnvironments: removed };
}

export function removeApplication({ id }: Application): Promise<undefined> {
  return call(deleteApplication, { params: { appId: id } });
}

/** To be called after a save or a delete of an application, and when one turns out to be deleted. */
export async function forgetApplications(client: QueryClient): Promise<void> {
  removeStored(STORAGE_KEYS.applications);
  const { queryKey } = applicationsQuery;
  client.removeQueries({ queryKey, type: 'inactive' });
  // The application on the screen is left alone: fetching one that was just deleted leads to /not-found.
  await client.invalidateQueries({ queryKey, exact: true });
}

/**
 * The application and the environment in the address, once the list is loaded, and the chosen environment:
 * the one in the address, else the one that was last viewed, else the one with real users.
 */
export function useCurrentEnvironment() {
  const { appId, envId } = useParams();
  const { data: applications } = useQuery(applicationsQuery);
  const application = applications?.find(({ id }) => id === appId);
  const environment = application?.environments.find(({ id }) => id === envId);
  const choice = useEnvironmentChoice(appId ?? '');
  const environments = application?.environments ?? [];
  const chosen =
    environment ??
    environments.find(({ id }) => id === choice) ??
    environments.find(isProduction) ??
    environments[0];
  return { application, environment, chosen };
}

function stored(): StoredApplications | undefined {
  const value = readStored(STORAGE_KEYS.applications);
  return isStoredApplications(value) && value.userName === session()?.user_name ? value : undefined;
}
