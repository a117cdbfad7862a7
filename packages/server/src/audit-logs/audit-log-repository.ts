import { type AuditAction, ENTITY_TYPES } from '@comporta/contract/audit-logs/audit-log';
import { and, count, desc, eq, gte, lt, lte, sql as raw, type SQL } from 'drizzle-orm';
import { isId } from '../platform/base/ids.ts';
import type { Sql } from '../platform/database/database.ts';
import { containsAll, folded } from '../platform/database/folded.ts';
import { accounts } from '../tables/accounts.ts';
import { applications } from '../tables/applications.ts';
import { auditEntries } from '../tables/audit-entries.ts';

/** Which log: of one application, or of a whole account. */
export type AuditLog =
  | { readonly applicationId: string }
  | { readonly applicationId?: undefined; readonly accountId: string };

export interface AuditFilter {
  readonly action?: AuditAction | undefined;
  readonly actor?: string | undefined;
  /** An id, or a type. */
  readonly entity?: string | undefined;
  /** Words of the entity's name and the actor's, folded. */
  readonly words?: readonly string[] | undefined;
  readonly from?: Date | undefined;
  /** Not included. */
  readonly until?: Date | undefined;
}

export interface AuditWindow {
  readonly upTo: number;
  readonly filter: AuditFilter;
  readonly limit: number;
  readonly offset: number;
}

export type StoredEntry = Pick<
  typeof auditEntries.$inferSelect,
  | 'sequence'
  | 'accountNumber'
  | 'applicationId'
  | 'applicationName'
  | 'environmentId'
  | 'environmentName'
  | 'action'
  | 'entityType'
  | 'entityId'
  | 'entityName'
  | 'actor'
  | 'before'
  | 'after'
  | 'at'
>;

const COLUMNS = {
  sequence: auditEntries.sequence,
  accountNumber: auditEntries.accountNumber,
  applicationId: auditEntries.applicationId,
  applicationName: auditEntries.applicationName,
  environmentId: auditEntries.environmentId,
  environmentName: auditEntries.environmentName,
  action: auditEntries.action,
  entityType: auditEntries.entityType,
  entityId: auditEntries.entityId,
  entityName: auditEntries.entityName,
  actor: auditEntries.actor,
  before: auditEntries.before,
  after: auditEntries.after,
  at: auditEntries.at,
};

/** How many entries the log has: the number of its newest one. */
export async function countEntries(sql: Sql, log: AuditLog): Promise<number> {
  const [row] =
    log.applicationId === undefined
      ? await sql
          .select({ count: accounts.auditEntryCount })
          .from(accounts)
          .where(eq(accounts.id, log.accountId))
      : await sql
          .select({ count: applications.auditEntryCount })
          .from(applications)
          .where(eq(applications.id, log.applicationId));
  return row?.count ?? 0;
}

/** Of the entries up to a number, how many match the filter. */
export async function countMatching(
  sql: Sql,
  log: AuditLog,
  upTo: number,
  filter: AuditFilter,
): Promise<number> {
  const [row] = await sql
    .select({ count: count() })
    .from(auditEntries)
    .where(and(isIn(log), lte(numberIn(log), upTo), matches(filter)));
  return row?.count ?? 0;
}

/** Of the entries up to a number those that match the filter, newest first. */
export function listMatching(
  sql: Sql,
  log: AuditLog,
  { upTo, filter, limit, offset }: AuditWindow,
): Promise<StoredEntry[]> {
  const number = numberIn(log);
  return sql
    .select(COLUMNS)
    .from(auditEntries)
    .where(and(isIn(log), lte(number, upTo), matches(filter)))
    .orderBy(desc(number))
    .limit(limit)
    .offset(offset);
}

function isIn(log: AuditLog): SQL {
  return log.applicationId === undefined
    ? eq(auditEntries.accountId, log.accountId)
    : eq(auditEntries.applicationId, log.applicationId);
}

function numberIn(log: AuditLog) {
  return log.applicationId === undefined
    ? auditEntries.accountNumber
    : auditEntries.applicationNumber;
}

function matches({ action, actor, entity, words, from, until }: AuditFilter): SQL | undefined {
  return and(
    action && eq(auditEntries.action, action),
    actor === undefined ? undefined : raw`${auditEntries.actor} ->> 'id' = ${actor}`,
    entity === undefined ? undefined : isEntity(entity),
    words && containsAll(folded(NAMES), words),
    from && gte(auditEntries.at, from),
    until && lt(auditEntries.at, until),
  );
}

const NAMES = raw`(${auditEntries.entityName} || ' ' || (${auditEntries.actor} ->> 'name'))`;

function isEntity(entity: string): SQL {
  if (isId(entity)) return eq(auditEntries.entityId, entity);
  const type = ENTITY_TYPES.find((known) => known === entity);
  return type === undefined ? raw`false` : eq(auditEntries.entityType, type);
}
