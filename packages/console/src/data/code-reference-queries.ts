import { getToggleCode } from '@comporta/contract/code-references/code-reference-api';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';

/** Where scanned code names a toggle, by repository. */
export function toggleCodeQuery(appId: string, id: string) {
  return queryOptions({
    queryKey: ['toggle-code', appId, id],
    queryFn: ({ signal }) => call(getToggleCode, { params: { appId, id }, signal }),
  });
}
