import { listNotices } from '@comporta/contract/sessions/notice-api';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { BESIDE } from './query-client.ts';

export const noticesQuery = queryOptions({
  queryKey: ['users', 'me', 'notices'],
  queryFn: ({ signal }) => call(listNotices, { signal }),
  meta: BESIDE,
});
