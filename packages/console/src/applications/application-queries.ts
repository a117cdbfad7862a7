import type { ApplicationSummary } from '@comporta/contract/applications/application';
import { listApplications } from '@comporta/contract/applications/application-api';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { call } from '../api/call.ts';
import { readStored, removeStored, STORAGE_KEYS, writeStored } from '../shell/storage.ts';

/** Source: product.md 9. */
const REFRESH_MS = 180_000;

interface StoredApplications {
  readonly at: number;
  readonly applications: ApplicationSummary[];
}

/** The applications of the sidebar: drawn from storage at once, asked for again when older than three minutes. */
export const applicationsQuery = queryOptions({
  queryKey: ['applications'],
  queryFn: async ({ signal }) => {
    const applications = await call(listApplications, { signal });
    writeStored(STORAGE_KEYS.applications, { at: Date.now(), applications });
    return applications;
  },
  initialData: () => stored()?.applications,
  initialDataUpdatedAt: () => stored()?.at,
  staleTime: REFRESH_MS,
  refetchInterval: REFRESH_MS,
});

/** After a save or a delete of an application, and when one turns out to be gone. */
export function forgetApplications(client: QueryClient): Promise<void> {
  removeStored(STORAGE_KEYS.applications);
  return client.invalidateQueries({ queryKey: applicationsQuery.queryKey });
}

/** The application and the environment that the address names, once the list is known. */
export function usePlace() {
  const { appId, envId } = useParams();
  const { data: applications } = useQuery(applicationsQuery);
  const application = applications?.find(({ id }) => id === appId);
  const environment = application?.environments.find(({ id }) => id === envId);
  return { application, environment };
}

function stored(): StoredApplications | undefined {
  const value = readStored(STORAGE_KEYS.applications);
  return isStoredApplications(value) ? value : undefined;
}

function isStoredApplications(value: unknown): value is StoredApplications {
  return (
    typeof value === 'object' &&
    value !== null &&
    'at' in value &&
    typeof value.at === 'number' &&
    'applications' in value &&
    Array.isArray(value.applications) &&
    value.applications.every((application) => Array.isArray(application?.environments))
  );
}
