import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useParams } from 'react-router';
import { applicationsQuery } from './application-queries.ts';
import { mayEditIn } from './may-edit-in.ts';

/** Whether the user may change an environment, or the application, of the address; until the list is loaded, as for an editor. */
export function useMayEdit(): (envId?: string) => boolean {
  const { appId } = useParams();
  const { data: applications } = useQuery(applicationsQuery);
  const application = applications?.find(({ id }) => id === appId);
  return useCallback((envId) => mayEditIn(application, envId), [application]);
}
