import type { DeliveryError } from '@comporta/contract/notifications/notification';
import {
  and,
  asc,
  count,
  desc,
  eq,
  inArray,
  isNull,
  lt,
  lte,
  notInArray,
  or,
  sql as raw,
} from 'drizzle-orm';
import type { RecordedEntry } from '../audit-text/audit-text.ts';
import { isId } from '../platform/base/ids.ts';
import { namesOf, readEnvironmentNames } from '../platform/changes/environment-names.ts';
import type { Sql } from '../platform/database/database.ts';
import { deleteExpired } from '../platform/database/expired-rows.ts';
import { users } from '../tables/accounts.ts';
import { analyses } from '../tables/analyses.ts';
import { applications } from '../tables/applications.ts';
import { type AuditedRequest, auditEntries } from '../tables/audit-entries.ts';
import { type Destination, deliveries, type News } from '../tables/deliveries.ts';

/** A change as the audit log recorded it, with its time and what a link to it needs. */
export interface RecordedChange extends Omit<RecordedEntry, 'touched'> {
  readonly at: Date;
  readonly entityId: string;
  readonly environmentId: string | null;
  /** The environments that it touches; null in entries of an older release. */
  readonly environmentIds: readonly string[] | null;
  readonly revision: number | null;
  readonly reason: string | null;
  readonly request: AuditedRequest | null;
}

export interface StoredDelivery {
  readonly id: string;
  readonly applicationId: string;
  /** Null for news, and for a test message. */
  readonly change: RecordedChange | null;
  /** The experiment of a changed analysis that still exists. */
  readonly experimentId: string | null;
  readonly news: News | null;
  /** The number of changes that this delivery announces. */
  readonly changeCount: number;
  readonly applicationName: string | null;
  readonly destination: Destination | null;
  readonly attempts: number;
  readonly nextAttemptAt: Date | null;
  readonly deliveredAt: Date | null;
  readonly lastStatus: number | null;
  readonly lastError: DeliveryError | null;
  readonly createdAt: Date;
}

/** When a node dies with a delivery, the other nodes may take it after this time. */
const TAKEN_FOR_MS = 60_000;

/** The time of the next attempt, for every kind of delivery. */
const NEXT_ATTEMPT_AT = raw`coalesce(${deliveries.dueAt}, ${deliveries.nextAttemptAt})`.mapWith(
  deliveries.nextAttemptAt,
);

/** News of another kind waits for the newer release that knows it. */
const KINDS = Object.keys({
  VERDICT: true,
  PLANNED_END: true,
  SRM: true,
  HARM: true,
  STALE: true,
} satisfies Record<News['kind'], true>);

/** Uses the clock of the database: the clocks of nodes may be off by minutes. */
function isDue() {
  const now = raw`statement_timestamp()`;
  return and(
    or(lte(deliveries.nextAttemptAt, now), lte(deliveries.dueAt, now)),
    or(isNull(deliveries.news), inArray(raw`${deliveries.news} ->> 'kind'`, KINDS)),
  );
}

/** The columns for the next attempt; news use their own column, `dueAt`. */
function triedIn(pauseMs: number | undefined) {
  const time = raw`statement_timestamp() + make_interval(secs => ${pauseMs === undefined ? null : pauseMs / 1_000}::float8)`;
  return {
    nextAttemptAt: raw`case when ${deliveries.news} is null then ${time} end`,
    dueAt: raw`case when ${deliveries.news} is not null then ${time} end`,
  };
}

function selectDeliveries(sql: Sql) {
  return sql
    .select({
      id: deliveries.id,
      applicationId: deliveries.applicationId,
      change: {
        action: auditEntries.action,
        entityType: auditEntries.entityType,
        entityId: auditEntries.entityId,
        entityName: auditEntries.entityName,
        applicationName: auditEntries.applicationName,
        environmentId: auditEntries.environmentId,
        environmentName: auditEntries.environmentName,
        environmentIds: auditEntries.environmentIds,
        revision: auditEntries.revision,
        actor: auditEntries.actor,
        before: auditEntries.before,
        after: auditEntries.after,
        reason: auditEntries.reason,
        request: auditEntries.request,
        at: auditEntries.at,
      },
      experimentId: analyses.experimentId,
      news: deliveries.news,
      changeCount: deliveries.changeCount,
      applicationName: applications.name,
      destination: deliveries.destination,
      attempts: deliveries.attempts,
      nextAttemptAt: NEXT_ATTEMPT_AT,
      deliveredAt: deliveries.deliveredAt,
      lastStatus: deliveries.lastStatus,
      lastError: deliveries.lastError,
      createdAt: deliveries.createdAt,
    })
    .from(deliveries)
    .leftJoin(applications, eq(applications.id, deliveries.applicationId))
    .leftJoin(auditEntries, eq(auditEntries.sequence, deliveries.auditSequence))
    .leftJoin(
      analyses,
      and(eq(auditEntries.entityType, 'analysis'), eq(analyses.id, auditEntries.entityId)),
    )
    .$dynamic();
}

/** The time and the id of a delivery as text, exact to the microsecond, which a Date is not. */
const PAIR = raw<string>`to_char(${deliveries.createdAt} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '_' || ${deliveries.id}`;

interface Deliveries {
  readonly applicationId: string;
  /** The pair of the newest one; all when undefined. */
  readonly upTo: string | undefined;
}

/** The pair of the newest delivery; undefined when there is none. */
export async function newestDeliveryOf(
  sql: Sql,
  applicationId: string,
): Promise<string | undefined> {
  const [row] = await sql
    .select({ pair: PAIR })
    .from(deliveries)
    .where(eq(deliveries.applicationId, applicationId))
    .orderBy(desc(deliveries.createdAt), desc(deliveries.id))
    .limit(1);
  return row?.pair;
}

export function listDeliveriesOf(
  sql: Sql,
  which: Deliveries,
  { page, size }: { readonly page: number; readonly size: number },
): Promise<StoredDelivery[]> {
  return selectDeliveries(sql)
    .where(among(which))
    .orderBy(desc(deliveries.createdAt), desc(deliveries.id))
    .limit(size)
    .offset((page - 1) * size);
}

export async function countDeliveriesOf(sql: Sql, which: Deliveries): Promise<number> {
  const [row] = await sql.select({ count: count() }).from(deliveries).where(among(which));
  return row?.count ?? 0;
}

function among({ applicationId, upTo }: Deliveries) {
  const [time, id] = upTo?.split('_') ?? [];
  return and(
    eq(deliveries.applicationId, applicationId),
    upTo === undefined
      ? undefined
      : raw`(${deliveries.createdAt}, ${deliveries.id}) <= (${time}::timestamptz, ${id}::uuid)`,
  );
}

export async function findDelivery(
  sql: Sql,
  applicationId: string,
  id: string,
): Promise<StoredDelivery | undefined> {
  if (!isId(id)) return undefined;
  const [delivery] = await selectDeliveries(sql).where(
    and(eq(deliveries.applicationId, applicationId), eq(deliveries.id, id)),
  );
  return delivery;
}

/** The names of the environments that the announced changes touch. The changes of one call share a revision. */
export async function readTouched(
  sql: Sql,
  { applicationId, change, changeCount }: StoredDelivery,
): Promise<readonly string[]> {
  if (change === null) return [];
  const ids =
    changeCount === 1 || change.revision === null
      ? (change.environmentIds ?? [])
      : await touchedIn(sql, applicationId, change.revision);
  return namesOf(await readEnvironmentNames(sql, ids), ids);
}

/** The names of the owners of the toggles in the news, by their ids: nobody's name is kept with it. */
export async function readOwners(
  sql: Sql,
  { news }: StoredDelivery,
): Promise<ReadonlyMap<string, string>> {
  if (news?.kind !== 'STALE') return new Map();
  const ids = news.items.flatMap(({ ownerId }) => ownerId ?? []);
  const rows = await sql
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(inArray(users.id, ids));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

async function touchedIn(sql: Sql, applicationId: string, revision: number): Promise<string[]> {
  const rows = await sql
    .selectDistinct({ id: raw<string>`unnest(${auditEntries.environmentIds})` })
    .from(auditEntries)
    .where(and(eq(auditEntries.applicationId, applicationId), eq(auditEntries.revision, revision)));
  return rows.map(({ id }) => id);
}

/** Inserts a test message. It has no time of a next attempt: only the request that created it sends it. */
export async function insertTestDelivery(
  sql: Sql,
  delivery: { readonly id: string; readonly applicationId: string },
): Promise<void> {
  await sql.insert(deliveries).values(delivery);
}

/** Resets a delivery to the state before its first attempt. */
export async function renewDelivery(sql: Sql, id: string): Promise<void> {
  await sql
    .update(deliveries)
    .set({ attempts: 0, deliveredAt: null, lastStatus: null, lastError: null })
    .where(eq(deliveries.id, id));
}

/** An application with a due delivery. */
interface DueApplication {
  readonly id: string;
  /** The id of its account; empty for all applications that were deleted. */
  readonly company: string;
}

interface Taken {
  /** The applications whose deliveries are being sent. */
  readonly taken: readonly DueApplication[];
  readonly limit: number;
  /** How many of a company may be taken at once. */
  readonly ofCompany: number;
}

/**
 * Applications with a due delivery: first of companies of which the fewest are taken, so that one with many applications does
 * not starve the others; of a company in random order, so that none of its applications does.
 */
export async function findDueApplications(
  sql: Sql,
  { taken, limit, ofCompany }: Taken,
): Promise<DueApplication[]> {
  const except = taken.map(({ id }) => id);
  const counts = JSON.stringify(
    Object.fromEntries(
      [...Map.groupBy(taken, ({ company }) => company)].map(([company, { length }]) => [
        company,
        length,
      ]),
    ),
  );
  const company = raw`coalesce(${applications.accountId}::text, '')`;
  const { rows } = await sql.execute<{ id: string; company: string }>(
    raw`select id, company from (
      select due.id, ${company} as company,
        row_number() over (partition by ${company} order by random())
          + coalesce((${counts}::jsonb ->> ${company})::integer, 0) as place
      from (
        select distinct ${deliveries.applicationId} as id from ${deliveries}
        where ${and(isDue(), notInArray(deliveries.applicationId, except))}
      ) as due left join ${applications} on ${applications.id} = due.id
    ) as placed
    where place <= ${ofCompany} order by place, random() limit ${limit}`,
  );
  return rows;
}

/** Takes the delivery of an application that has been due longest; skips those that other nodes are taking. */
export async function takeDueDelivery(
  sql: Sql,
  applicationId: string,
): Promise<StoredDelivery | undefined> {
  const due = sql
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(and(eq(deliveries.applicationId, applicationId), isDue()))
    .orderBy(asc(NEXT_ATTEMPT_AT), asc(deliveries.auditSequence))
    .limit(1)
    .for('update', { skipLocked: true });
  const [taken] = await sql
    .update(deliveries)
    .set(taking())
    .where(inArray(deliveries.id, due))
    .returning({ id: deliveries.id });
  return taken && findDelivery(sql, applicationId, taken.id);
}

/** Takes one delivery, due or not. */
export async function takeDelivery(
  sql: Sql,
  applicationId: string,
  id: string,
): Promise<StoredDelivery | undefined> {
  await sql.update(deliveries).set(taking()).where(eq(deliveries.id, id));
  return findDelivery(sql, applicationId, id);
}

function taking() {
  return {
    attempts: raw`${deliveries.attempts} + 1`,
    ...triedIn(TAKEN_FOR_MS),
  };
}

interface Tried extends Pick<StoredDelivery, 'deliveredAt' | 'lastStatus' | 'lastError'> {
  /** Time until the next attempt; undefined when there is none. */
  readonly pauseMs: number | undefined;
}

export async function saveOutcome(
  sql: Sql,
  id: string,
  { pauseMs, ...outcome }: Tried,
): Promise<void> {
  await sql
    .update(deliveries)
    .set({ ...outcome, ...triedIn(pauseMs) })
    .where(eq(deliveries.id, id));
}

/** The notification settings of an application, whether it has a webhook or not. */
export async function findNotificationSettings(
  sql: Sql,
  applicationId: string,
): Promise<Pick<Destination, 'secret' | 'language'> | undefined> {
  const [settings] = await sql
    .select({
      secret: applications.webhookSecret,
      language: applications.notificationLanguage,
    })
    .from(applications)
    .where(eq(applications.id, applicationId));
  return settings;
}

/** The number of queued notifications and the age of the oldest, in seconds. */
export async function measureDeliveries(
  sql: Sql,
): Promise<{ count: number; oldestSeconds: number }> {
  const { rows } = await sql.execute<{ count: number; oldest: number }>(
    raw`select count(*)::integer as count,
      coalesce(extract(epoch from now() - min(${deliveries.createdAt})), 0)::float as oldest
      from ${deliveries}
      where ${deliveries.nextAttemptAt} is not null or ${deliveries.dueAt} is not null`,
  );
  return { count: rows[0]?.count ?? 0, oldestSeconds: rows[0]?.oldest ?? 0 };
}

/** The retention of the log of notifications. */
const KEPT_MS = 30 * 24 * 60 * 60_000;

export function sweepDeliveries(sql: Sql): Promise<void> {
  return deleteExpired(sql, deliveries, lt(deliveries.createdAt, new Date(Date.now() - KEPT_MS)));
}
