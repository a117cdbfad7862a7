import type { ImportResult } from '@comporta/contract/transfer/transfer-api';
import { CommandFailure, Refused } from '../command-failure.ts';
import type { AskedService } from '../service.ts';

interface Posted {
  readonly appId: string;
  /** That of the import, with `asRequest`. */
  readonly query: URLSearchParams;
  readonly document: object;
  readonly reason: string | undefined;
}

/**
 * Files an import as a change request. A service of 0.2.0 knows none, and would make the changes at once: it is told from
 * others before, and throws a CommandFailure. Source: SAF-22, LIF-92.
 */
export async function postAsRequest(
  service: AskedService,
  { appId, query, document, reason }: Posted,
): Promise<ImportResult> {
  const application = `/api/apps/${appId}`;
  const requests = await service
    .get(`${application}/change-requests?view=open&page=1&size=1`)
    .catch((error: unknown) => error);
  if (requests instanceof Refused && requests.status === 404) {
    // So it is the call that is unknown, and not the application.
    await service.get(application);
    throw new CommandFailure('the service is too old for change requests, so nothing was changed');
  }
  const path = `${application}/import?${query}`;
  const result = await service.post<ImportResult>(path, document, reason);
  if (!result.dryRun && result.changes.length > 0 && result.changeRequest === undefined) {
    throw new CommandFailure(
      'a node of a release before 0.3.0 answered: the changes are made, without a change request',
    );
  }
  return result;
}
