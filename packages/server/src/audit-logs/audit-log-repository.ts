import { isProduction } from '@comporta/contract/applications/production';
import { type AuditAction, ENTITY_TYPES } from '@comporta/contract/nouns/records';
import {
  and,
  asc,
  count,
  desc,
  eq,
  gte,
  isNotNull,
  lt,
  lte,
  ne,
  sql as raw,
  type SQL,
} from 'drizzle-orm';
import { isId } from '../platform/base/ids.ts';
import type { Sql } from '../platform/database/database.ts';
import { containsAll, folded } from '../platform/database/folded.ts';
import { accounts } from '../tables/accounts.ts';
import { applications, environments } from '../tables/applications.ts';
import { auditEntries } from '../tables/audit-entries.ts';

/** The log of one application, or of a whole account. */
export interface AuditLog {
  readonly accountId: string;
  readonly applicationId?: string | undefined;
}

export interface AuditFilter {
  readonly action?: AuditAction | undefined;
  readonly actor?: string | undefined;
  /** The id of an entity, or an entity type. */
  readonly entity?: string | undefined;
  /** Entries that touch one of these environments. */
  readonly environmentIds?: readonly string[] | undefined;
  /** Leaves out what becomes of change requests, which changes nothing for users. */
  readonly withoutRequests?: 'true' | undefined;
  /** Words to find in the names of the entity and the actor, folded. */
  readonly words?: readonly string[] | undefined;
  readonly from?: Date | undefined;
  /** Exclusive. */
  readonly until?: Date | undefined;
}

/** Selects the entries up to number `upTo` that match a filter. */
interface Matching {
  readonly upTo: number;
  readonly filter: AuditFilter;
}

export interface AuditWindow extends Matching {
  readonly limit: number;
  readonly offset: number;
}

/** No index covers parts of words, so only this many of the newest entries that match the rest of the filter are searched. */
export const SEARCHED_ENTRIES = 50_000;

export type StoredEntry = Pick<
  typeof auditEntries.$inferSelect,
  | 'sequence'
  | 'accountNumber'
  | 'applicationId'
  | 'applicationName'
  | 'environmentId'
  | 'environmentName'
  | 'environmentIds'
  | 'action'
  | 'entityType'
  | 'entityId'
  | 'entityName'
  | 'actor'
  | 'before'
  | 'after'
  | 'at'
  | 'reason'
  | 'request'
>;

const COLUMNS = {
  sequence: auditEntries.sequence,
  accountNumber: auditEntries.accountNumber,
  applicationId: auditEntries.applicationId,
  applicationName: auditEntries.applicationName,
  environmentId: auditEntries.environmentId,
  environmentName: auditEntries.environmentName,
  environmentIds: auditEntries.environmentIds,
  action: auditEntries.action,
  entityType: auditEntries.entityType,
  entityId: auditEntries.entityId,
  entityName: auditEntries.entityName,
  actor: auditEntries.actor,
  before: auditEntries.before,
  reason: auditEntries.reason,
  request: auditEntries.request,
  after: auditEntries.after,
  at: auditEntries.at,
};

/** The range of entry numbers in a log. When the log is empty, `last` is `first - 1`. */
export interface Kept {
  readonly first: number;
  readonly last: number;
}

/** Numbers have no gaps. They begin with 1 until old entries are removed. */
export async function keptNumbers(sql: Sql, log: AuditLog): Promise<Kept> {
  const [newest] =
    log.applicationId === undefined
      ? await sql
          .select({ number: accounts.auditEntryCount })
          .from(accounts)
          .where(eq(accounts.id, log.accountId))
      : await sql
          .select({ number: applications.auditEntryCount })
          .from(applications)
          .where(eq(applications.id, log.applicationId));
  const number = numberIn(log);
  const [oldest] = await sql
    .select({ number })
    .from(auditEntries)
    .where(and(isIn(log), isNotNull(number)))
    .orderBy(asc(number))
    .limit(1);
  const last = newest?.number ?? 0;
  return { first: oldest?.number ?? last + 1, last };
}

/** The time of the oldest entry that a search for words covers; undefined when it covers all of them. */
export async function searchedSince(
  sql: Sql,
  log: AuditLog,
  { upTo, filter: { words, ...filter } }: Matching,
): Promise<Date | undefined> {
  if (words === undefined) return undefined;
  const limits = { limit: 2, offset: SEARCHED_ENTRIES - 1 };
  const [oldest, notSearched] = await listMatching(sql, log, { upTo, filter, ...limits });
  return notSearched && oldest?.at;
}

/** The environments of a log that are production-like now, and the stand-in for those that were removed. */
export async function productionIn(sql: Sql, { accountId, applicationId }: AuditLog) {
  const rows = await sql
    .select({
      id: environments.id,
      name: environments.name,
      production: environments.production,
    })
    .from(environments)
    .innerJoin(applications, eq(applications.id, environments.applicationId))
    .where(
      and(
        eq(applications.accountId, accountId),
        applicationId === undefined ? undefined : eq(applications.id, applicationId),
      ),
    );
  return [...rows.filter(isProduction).map(({ id }) => id), accountId];
}

/** The number of entries up to `upTo` that match the filter. Stops counting at `most`. */
export async function countMatching(
  sql: Sql,
  log: AuditLog,
  window: Matching & { readonly most: number },
): Promise<number> {
  const [row] = await selectCount(sql, log, window);
  return row?.count ?? 0;
}

export function selectCount(
  sql: Sql,
  log: AuditLog,
  { most, ...matching }: Matching & { readonly most: number },
) {
  const some = sql
    .select({ number: numberIn(log) })
    .from(auditEntries)
    .where(matches(log, matching))
    .limit(most)
    .as('some');
  return sql.select({ count: count() }).from(some);
}

/** The entries up to number `upTo` that match the filter, newest first. */
export function listMatching(sql: Sql, log: AuditLog, { limit, offset, ...matching }: AuditWindow) {
  return sql
    .select(COLUMNS)
    .from(auditEntries)
    .where(matches(log, matching))
    .orderBy(desc(numberIn(log)))
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

function matches(log: AuditLog, { upTo, filter: { words, ...rest } }: Matching): SQL | undefined {
  const { action, actor, entity, environmentIds, withoutRequests, from, until } = rest;
  return and(
    isIn(log),
    lte(numberIn(log), upTo),
    action && eq(auditEntries.action, action),
    actor === undefined ? undefined : raw`(${auditEntries.actor} ->> 'id') = ${actor}`,
    entity === undefined ? undefined : isEntity(entity),
    environmentIds &&
      raw`${TOUCHED} && ${raw.param(environmentIds.filter((id) => isId(id)))}::uuid[]`,
    withoutRequests && ne(auditEntries.entityType, 'changeRequest'),
    from && and(gte(auditEntries.at, from), isNumberedSince(log, from)),
    until && and(lt(auditEntries.at, until), isNumberedUntil(log, until)),
    words && gte(numberIn(log), oldestSearched(log, { upTo, filter: rest })),
    words && containsAll(folded(NAMES), words),
  );
}

function oldestSearched(log: AuditLog, matching: Matching): SQL {
  return raw`coalesce((
    select ${numberIn(log)} from ${auditEntries} where ${matches(log, matching)}
    order by ${numberIn(log)} desc offset ${SEARCHED_ENTRIES - 1} limit 1), 0)`;
}

/** Entries of releases before 0.3 have only an environment of their own. An index has this expression. */
const TOUCHED = raw`coalesce(${auditEntries.environmentIds}, array[${auditEntries.environmentId}])`;

const NAMES = raw`(${auditEntries.entityName} || ' ' || (${auditEntries.actor} ->> 'name'))`;

function isEntity(entity: string): SQL {
  if (isId(entity)) return eq(auditEntries.entityId, entity);
  const type = ENTITY_TYPES.find((known) => known === entity);
  return type === undefined ? raw`false` : eq(auditEntries.entityType, type);
}

/**
 * How far the order of numbers may differ from the order of times: entries of large calls get their numbers in the
 * account's log moments later, and clocks are corrected.
 */
const ASTRAY_MS = 60 * 60 * 1_000;

function isNumberedSince(log: AuditLog, from: Date): SQL {
  return gte(numberIn(log), firstNumberFrom(log, new Date(from.getTime() - ASTRAY_MS)));
}

function isNumberedUntil(log: AuditLog, until: Date): SQL {
  return lt(numberIn(log), firstNumberFrom(log, new Date(until.getTime() + ASTRAY_MS)));
}

/** Binary search in SQL, about 20 index lookups. A number whose entry was removed counts as earlier than `moment`. */
function firstNumberFrom(log: AuditLog, moment: Date): SQL {
  const newest =
    log.applicationId === undefined
      ? raw`select audit_entry_count from accounts where id = ${log.accountId}`
      : raw`select audit_entry_count from applications where id = ${log.applicationId}`;
  return raw`(
    with recursive halves (low, high) as (
      select 1::bigint, (${newest}) + 1
      union all
      select case when is_before then middle + 1 else low end, case when is_before then high else middle end
      from (select low, high, (low + high) / 2 as middle from halves where low < high) as half
      cross join lateral (
        select coalesce((
          select ${auditEntries.at} < ${moment} from ${auditEntries}
          where ${isIn(log)} and ${numberIn(log)} = middle
        ), true) as is_before
      ) as looked
    )
    select max(low) from halves where low = high)`;
}
