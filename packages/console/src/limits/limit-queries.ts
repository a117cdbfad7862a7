import { getLimits } from '@comporta/contract/limits/limits-api';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';

/** How much of its plan the account uses. Whoever creates or deletes something counted invalidates it. */
export const limitsQuery = queryOptions({
  queryKey: ['limits'],
  queryFn: ({ signal }) => call(getLimits, { signal }),
});
