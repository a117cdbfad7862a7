import type { AuditEntry, AuditPage } from '@comporta/contract/audit-logs/audit-log';
import { listApplicationAuditLog, listAuditLog } from '@comporta/contract/audit-logs/audit-log-api';
import type { Language } from '@comporta/messages/languages';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import type { AuditFilter } from './audit-filter.ts';
import { whenLanguageSaved } from './stored/saved-language.ts';

/** Source: AUD-01. */
const PAGE_SIZE = 20;
/** The largest page that the server allows, for callers that fetch all entries. */
const EXPORT_PAGE_SIZE = 100;

/** One log: of an application, or of the whole account. */
export interface AuditLog {
  readonly appId: string | undefined;
  readonly filter: AuditFilter;
}

interface Position {
  readonly page: number;
  /** The number of entries when the first page was loaded: later entries must not shift the next pages. */
  readonly upTo?: number;
}

/** A log, page by page. The server writes it in the user's language, so each language is a query of its own. */
export function auditLogQuery(log: AuditLog, language: Language) {
  const first: Position = { page: 1 };
  return infiniteQueryOptions({
    queryKey: ['audit-log', log.appId, log.filter, language],
    queryFn: async ({ pageParam, signal }) => {
      await whenLanguageSaved();
      return fetchPage(log, { ...pageParam, size: PAGE_SIZE }, signal);
    },
    initialPageParam: first,
    getNextPageParam: ({ totalPages, upTo }, _, { page }): Position | undefined =>
      totalPages > page ? { page: page + 1, upTo } : undefined,
  });
}

/** The first page of changes in the account that match a filter, for screens that show a few of them. */
export function newestChangesQuery(filter: AuditFilter, language: Language) {
  return queryOptions({
    queryKey: ['audit-log', 'newest', filter, language],
    queryFn: async ({ signal }) => {
      await whenLanguageSaved();
      const first = { page: 1, size: PAGE_SIZE };
      return (await fetchPage({ appId: undefined, filter }, first, signal)).items;
    },
  });
}

/** Fetches every entry of a log, for a file. */
export async function fetchAll(log: AuditLog): Promise<readonly AuditEntry[]> {
  const first = await fetchPage(log, { page: 1, size: EXPORT_PAGE_SIZE });
  const entries = [...first.items];
  for (let page = 2; page <= first.totalPages; page += 1) {
    const at = { page, upTo: first.upTo, size: EXPORT_PAGE_SIZE };
    entries.push(...(await fetchPage(log, at)).items);
  }
  return entries;
}

function fetchPage(
  { appId, filter }: AuditLog,
  { page, size, upTo }: Position & { readonly size: number },
  signal?: AbortSignal,
): Promise<AuditPage> {
  const query = {
    page: String(page),
    size: String(size),
    ...(upTo === undefined ? {} : { upTo: String(upTo) }),
    ...filter,
  };
  const abort = signal === undefined ? {} : { signal };
  return appId === undefined
    ? call(listAuditLog, { query, ...abort })
    : call(listApplicationAuditLog, { params: { appId }, query, ...abort });
}
