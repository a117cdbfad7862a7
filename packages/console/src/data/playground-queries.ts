import { explainToggles } from '@comporta/contract/evaluation/playground-api';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import type { EnvironmentRef } from './experiment-queries.ts';

/** The query: for which user, and about which toggle. The address holds it, so that it can be shared. */
export interface PlaygroundInputs {
  readonly uid: string;
  /** Empty for every toggle. */
  readonly toggleId: string;
  /** By the key of the property; an empty one is not sent. */
  readonly properties: Readonly<Record<string, string>>;
}

/** The query as the service takes it. */
type SentInputs = Omit<PlaygroundInputs, 'properties'> & {
  readonly properties: Readonly<Record<string, string | readonly string[]>>;
};

/** The values that toggles return to a user, and why. The evaluator that serves systems decides them. */
export function explanationsQuery(
  place: EnvironmentRef,
  { uid, toggleId, properties }: SentInputs,
) {
  return queryOptions({
    queryKey: ['explanations', place, uid, toggleId, properties],
    queryFn: ({ signal }) =>
      call(explainToggles, {
        params: place,
        body: { uid, properties, ...(toggleId === '' ? {} : { toggleId }) },
        signal,
      }),
  });
}
