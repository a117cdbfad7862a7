import type { ApplicationDocument } from '@comporta/contract/transfer/application-document';
import {
  exportApplication,
  type ImportResult,
  importApplication,
} from '@comporta/contract/transfer/transfer-api';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { ChangeSaid } from '../api/admission.ts';
import { call, callSaying } from '../api/call.ts';
import { forgetApplications } from './application-queries.ts';
import { BESIDE } from './query-client.ts';

const PLAN = 'import-plan';

export function fetchDocument(appId: string): Promise<ApplicationDocument> {
  return call(exportApplication, { params: { appId } });
}

export interface Import {
  /** Tells two documents apart. */
  readonly key: string;
  readonly document: ApplicationDocument;
  readonly deleteOthers: boolean;
}

/** What an import would change; nothing is stored. */
export function importPlanQuery(appId: string, { key, document, deleteOthers }: Import) {
  return queryOptions({
    queryKey: [PLAN, appId, key, deleteOthers],
    meta: BESIDE,
    gcTime: 0,
    retry: false,
    queryFn: ({ signal }) =>
      call(importApplication, {
        params: { appId },
        query: { dryRun: 'true', deleteOthers: deleteOthers ? 'true' : 'false' },
        body: document,
        signal,
      }),
  });
}

/** Changes the application to match the document: all of it, or nothing. */
export async function importDocument(
  client: QueryClient,
  appId: string,
  { document, deleteOthers }: Import,
): Promise<ImportResult> {
  const result = await call(importApplication, {
    params: { appId },
    query: { deleteOthers: deleteOthers ? 'true' : 'false' },
    body: document,
  });
  await forgetEverything(client);
  return result;
}

interface RefusedImport {
  readonly appId: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

/** Files an import that was refused as one change request. */
export async function importAsRequest(
  client: QueryClient,
  { appId, query, body }: RefusedImport,
  { title, reason }: { readonly title: string } & Pick<ChangeSaid, 'reason'>,
): Promise<NonNullable<ImportResult['changeRequest']> | undefined> {
  const { changeRequest } = await callSaying(
    importApplication,
    {
      params: { appId },
      query: { ...query, asRequest: 'true', title },
      body: body as unknown as ApplicationDocument, // As it was sent before.
    },
    { reason, isBypass: false },
  );
  await forgetEverything(client);
  return changeRequest;
}

/** An import may have changed anything. */
async function forgetEverything(client: QueryClient): Promise<void> {
  await forgetApplications(client);
  client.removeQueries({ type: 'inactive' });
  await client.invalidateQueries({ predicate: ({ queryKey: [first] }) => first !== PLAN });
}
