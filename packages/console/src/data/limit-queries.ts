import { getLimits } from '@comporta/contract/limits/limits-api';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';

/** How much of its plan the account uses. Code that creates or deletes something counted must invalidate it. */
export const limitsQuery = queryOptions({
  queryKey: ['limits'],
  queryFn: ({ signal }) => call(getLimits, { signal }),
});
