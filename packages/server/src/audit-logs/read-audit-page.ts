import type { AuditPage, AuditQuery } from '@comporta/contract/audit-logs/audit-log';
import { checkPage } from '@comporta/contract/paging';
import type { Language } from '@comporta/messages/languages';
import { valueOrReject } from '../platform/base/value-or-reject.ts';
import { readEnvironmentNames } from '../platform/changes/environment-names.ts';
import type { Sql } from '../platform/database/database.ts';
import { foldedParts } from '../platform/database/folded.ts';
import { auditEntryAnswer } from './audit-entry-answer.ts';
import {
  type AuditFilter,
  type AuditLog,
  countMatching,
  keptNumbers,
  listMatching,
  productionIn,
  searchedSince,
} from './audit-log-repository.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

interface Read {
  readonly sql: Sql;
  readonly log: AuditLog;
  readonly query: AuditQuery;
  readonly language: Language;
}

/** How many matching entries beyond the page are counted in a filtered log, so that `totalPages` stays cheap. */
const COUNTED_BEYOND = 10_000;

/** One page of entries, newest first, in the reader's language. A page beyond the last has no entries. */
export async function readAuditPage({ sql, log, query, language }: Read): Promise<AuditPage> {
  const { page, size } = valueOrReject(checkPage(query));
  const { first, last } = await keptNumbers(sql, log);
  const upTo = Math.min(query.upTo ?? last, last);
  const offset = (page - 1) * size;
  const filter = {
    ...filterOf(query),
    environmentIds: await environmentsAsked(sql, log, query),
    // What a request changes has entries of its own, when it is applied.
    withoutRequests: query.production,
  };
  const count = isEmpty(filter)
    ? Math.max(0, upTo - first + 1)
    : await countMatching(sql, log, { upTo, filter, most: offset + COUNTED_BEYOND });
  const entries = await listMatching(
    sql,
    log,
    isEmpty(filter)
      ? // Numbers have no gaps, so subtraction replaces an offset that the database would have to walk over.
        { filter, upTo: upTo - offset, limit: size, offset: 0 }
      : { filter, upTo, limit: size, offset },
  );
  const names = await readEnvironmentNames(
    sql,
    entries.flatMap(({ environmentIds }) => environmentIds ?? []),
  );
  const since = await searchedSince(sql, log, { upTo, filter });
  return {
    items: entries.map((entry) => auditEntryAnswer(entry, names, language)),
    totalPages: Math.ceil(count / size),
    upTo,
    ...(since && { searchedSince: since.toISOString() }),
  };
}

function filterOf({ action, actor, entity, q = '', from, to }: AuditQuery): AuditFilter {
  const words = foldedParts(q);
  return {
    words: words.length === 0 ? undefined : words,
    action,
    actor,
    entity,
    from: from === undefined ? undefined : new Date(from),
    until: to === undefined ? undefined : endOf(to),
  };
}

async function environmentsAsked(
  sql: Sql,
  log: AuditLog,
  { envId, production }: AuditQuery,
): Promise<readonly string[] | undefined> {
  if (production === undefined) return envId === undefined ? undefined : [envId];
  const ids = await productionIn(sql, log);
  return envId === undefined ? ids : ids.filter((id) => id === envId);
}

function isEmpty(filter: AuditFilter): boolean {
  return Object.values(filter).every((value) => value === undefined);
}

/** The first millisecond after the given day or moment; entries are shown with millisecond precision. */
function endOf(dayOrMoment: string): Date {
  const isMoment = dayOrMoment.includes('T');
  return new Date(new Date(dayOrMoment).getTime() + (isMoment ? 1 : DAY_MS));
}
