import { explainToggles } from '@comporta/contract/evaluation/playground-api';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import type { PlaygroundInputs } from '../playground/playground-inputs.ts';

interface Place {
  readonly appId: string;
  readonly envId: string;
}

/** The values that toggles return to a user, and why. The evaluator that serves systems decides them. */
export function explanationsQuery(place: Place, { uid, toggleId, properties }: PlaygroundInputs) {
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
