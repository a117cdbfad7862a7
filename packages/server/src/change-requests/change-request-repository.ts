import { REQUEST_LIMITS } from '@comporta/contract/change-requests/change-request';
import type { RequestView } from '@comporta/contract/change-requests/change-request-api';
import { FINAL_STATES } from '@comporta/contract/change-requests/request-state';
import type { Page } from '@comporta/contract/paging';
import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  or,
  sql as raw,
  type SQL,
} from 'drizzle-orm';
import { isId } from '../platform/base/ids.ts';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { FREEZE_NOW, freezeAt } from '../platform/callers/application-scope.ts';
import type { Sql } from '../platform/database/database.ts';
import { onlyRow } from '../platform/database/only-row.ts';
import { builtOnce } from '../platform/database/pool/built-once.ts';
import type { ForgottenPerson } from '../platform/nouns/forgotten-person.ts';
import { applications, environments } from '../tables/applications.ts';
import { changeRequests, type KeptEdit } from '../tables/change-requests.ts';
import type { RequestEnvironment } from './requests.ts';

export type StoredRequest = Omit<typeof changeRequests.$inferSelect, 'createdAt'>;

/** The clock that decides what is due; that of a node may be wrong. */
const CLOCK = raw`clock_timestamp()`;

/** Now, by the clock of the database. */
export const NOW: SQL = CLOCK;

/** A moment so many seconds from now. */
export function inSeconds(seconds: number | null): SQL {
  return raw`${CLOCK} + ${seconds} * interval '1 second'`;
}

/** The moment, or now when it has passed. */
export function notBeforeNow(moment: Date): SQL {
  return raw`greatest(${moment.toISOString()}::timestamptz, ${CLOCK})`;
}

const { createdAt: _, ...COLUMNS } = getTableColumns(changeRequests);

export { COLUMNS };

const { steps: _steps, problems: _problems, guard: _guard, ...LISTED } = COLUMNS;
/** As it stands in the conditions of indexes: of values that are sent apart, a plan that is kept does not know that they fit. */
const IS_OPEN = raw`${changeRequests.status} not in (${raw.raw(FINAL_STATES.map((one) => `'${one}'`).join())})`;

export async function readClock(sql: Sql): Promise<Date> {
  const { rows } = await sql.execute<{ now: string }>(raw`select ${CLOCK} as now`);
  return new Date(orNotFound(rows[0]).now);
}

/** The freezes of an environment that are not over. */
const KNOWN_FREEZES = raw<RequestEnvironment['freezes']>`(
  select coalesce(jsonb_agg(jsonb_build_object('from', found.starts_at, 'until', found.ends_at)), '[]')
  from freezes as found
  where found.application_id = environments.application_id and found.ends_at > ${CLOCK}
    and (found.environment_ids is null or environments.id = any(found.environment_ids)))`;

/** The environments of an application, with the freezes of a moment, and those that are known. */
export async function readEnvironments(
  sql: Sql,
  applicationId: string,
  moment?: Date,
): Promise<readonly RequestEnvironment[]> {
  return moment === undefined
    ? environmentsNow(sql, { applicationId })
    : environmentsAt(sql, { applicationId, moment: moment.toISOString() });
}

const environmentsNow = builtOnce((sql) => environmentsWith(sql, FREEZE_NOW));
const environmentsAt = builtOnce((sql) =>
  environmentsWith(sql, freezeAt(raw`${raw.placeholder('moment')}::timestamptz`)),
);

function environmentsWith(sql: Sql, freeze: typeof FREEZE_NOW) {
  const { id, name, changePolicy: policy } = environments;
  return sql
    .select({ id, name, policy, freeze, freezes: KNOWN_FREEZES })
    .from(environments)
    .where(eq(environments.applicationId, raw.placeholder('applicationId')))
    .orderBy(asc(environments.position));
}

export async function findRequest(
  sql: Sql,
  applicationId: string,
  id: string,
): Promise<StoredRequest | undefined> {
  if (!isId(id)) return undefined;
  const [row] = await sql
    .select(COLUMNS)
    .from(changeRequests)
    .where(and(eq(changeRequests.applicationId, applicationId), eq(changeRequests.id, id)));
  return row;
}

/** The number of the next request of an application, which must be locked. */
export async function nextNumber(sql: Sql, applicationId: string): Promise<number> {
  const [last] = await sql
    .select({ number: raw<number>`coalesce(max(${changeRequests.number}), 0)::int` })
    .from(changeRequests)
    .where(eq(changeRequests.applicationId, applicationId));
  return (last?.number ?? 0) + 1;
}

/** Columns whose values the database makes. */
type Written = { readonly [Name in keyof StoredRequest]?: StoredRequest[Name] | SQL };

export async function insertRequest(
  sql: Sql,
  row: Omit<StoredRequest, 'nextAt' | 'lookAt'> & Pick<Written, 'nextAt' | 'lookAt'>,
): Promise<StoredRequest> {
  const inserted = await sql
    .insert(changeRequests)
    .values(row as typeof changeRequests.$inferInsert) // Drizzle takes SQL in place of values.
    .returning(COLUMNS);
  await countOpen(sql, row.applicationId);
  return onlyRow(inserted);
}

export async function updateRequest(
  sql: Sql,
  { id, applicationId }: Pick<StoredRequest, 'id' | 'applicationId'>,
  set: Written,
): Promise<StoredRequest> {
  const updated = await sql
    .update(changeRequests)
    .set(set as Partial<typeof changeRequests.$inferInsert>) // Drizzle takes SQL in place of values.
    .where(eq(changeRequests.id, id))
    .returning(COLUMNS);
  if (set.status !== undefined) await countOpen(sql, applicationId);
  return onlyRow(updated);
}

export async function deleteRequest(
  sql: Sql,
  { id, applicationId }: Pick<StoredRequest, 'id' | 'applicationId'>,
): Promise<void> {
  await sql.delete(changeRequests).where(eq(changeRequests.id, id));
  await countOpen(sql, applicationId);
}

async function countOpen(sql: Sql, applicationId: string): Promise<void> {
  const open = sql
    .select({ count: raw`count(*)` })
    .from(changeRequests)
    .where(and(eq(changeRequests.applicationId, applicationId), IS_OPEN));
  await sql
    .update(applications)
    .set({ requestCount: raw`(${open})` })
    .where(eq(applications.id, applicationId));
}

export interface ListedDue extends Pick<StoredRequest, 'id' | 'applicationId'> {
  /** Whether one of its steps ships a value, so that figures are read before its transaction. */
  readonly ships: boolean;
  /** Whether its guard decides about the next step. */
  readonly isGuarded: boolean;
}

const SHIPS = raw<boolean>`${changeRequests.steps} @> '[{"edits": [{"action": "SHIP"}]}]'`;

/**
 * What is due: the first few of each application, then the next ones. Applications are in random order, so that nodes do not all
 * begin with the same one, and nobody waits for all that is due in another application.
 */
export function findDue(
  sql: Sql,
  { count, together }: { readonly count: number; readonly together: number },
): Promise<readonly ListedDue[]> {
  return sql
    .select({
      id: changeRequests.id,
      applicationId: changeRequests.applicationId,
      ships: SHIPS,
      isGuarded: raw<boolean>`${changeRequests.guardState} is not null`,
    })
    .from(changeRequests)
    .where(raw`${changeRequests.lookAt} <= ${CLOCK}`)
    .orderBy(
      raw`(row_number() over (partition by ${changeRequests.applicationId} order by random()) - 1) / ${together}::int`,
      raw`hashtextextended(${changeRequests.applicationId}::text, ${Math.floor(Math.random() * 2 ** 32)}::bigint)`,
    )
    .limit(count);
}

export interface DueRequest extends StoredRequest {
  readonly now: Date;
  readonly isLate: boolean;
}

/** Locks a request that is due; undefined when another node was first. */
export async function lockDue(sql: Sql, id: string): Promise<DueRequest | undefined> {
  const [row] = await sql
    .select({
      ...COLUMNS,
      now: raw`${CLOCK}`.mapWith(changeRequests.lookAt),
      isLate: raw<boolean>`${changeRequests.nextAt} + ${changeRequests.lateBy} * interval '1 second' < ${CLOCK}`,
    })
    .from(changeRequests)
    .where(and(eq(changeRequests.id, id), raw`${changeRequests.lookAt} <= ${CLOCK}`))
    .for('update');
  return row;
}

export interface Listing {
  readonly applicationId: string;
  readonly view: RequestView;
  /** Who asks. */
  readonly readerId: string;
  /** The environments in which they may approve. */
  readonly approverIn: readonly string[];
  readonly envId?: string | undefined;
  readonly entity?: string | undefined;
  readonly author?: string | undefined;
  readonly page: Page;
}

type Asking = Pick<Listing, 'applicationId' | 'readerId' | 'approverIn'>;

/** Whether edits do more in an environment than to pause, or may. */
const MORE_THAN_STOPS = raw`exists (select
  from jsonb_array_elements(${changeRequests.steps}) as step, jsonb_array_elements(step -> 'edits') as edit
  where edit ->> 'action' <> 'PAUSE'
    and coalesce(edit ->> 'environmentId', ${environments.id}::text) = ${environments.id}::text)`;

/** Requests that touch an environment that asks for approvals, which this person may give and has not given. */
function asksForApprovalOf({ readerId, approverIn }: Asking): SQL {
  const { touchedIds, contributors, reviews } = changeRequests;
  return raw`exists (select from ${environments} where ${environments.id} = any(${touchedIds})
      and ${environments.id} = any(${raw.param(approverIn)}::uuid[])
      and (${environments.changePolicy} ->> 'approvals')::int > 0
      and ((${environments.changePolicy} ->> 'pauseDirectly')::boolean is false or ${MORE_THAN_STOPS}))
    and not ${contributors} ? ${readerId}::text
    and not exists (select from jsonb_array_elements(${reviews}) as review
      where review ->> 'byId' = ${readerId} and review ->> 'verdict' = 'APPROVED' and not review ? 'fell')`;
}

export type NextEdit = Pick<KeptEdit, 'type' | 'action' | 'id' | 'environmentId' | 'result'>;

const ENTITIES = raw<{ type: string; id: string; name: string }[]>`(
  select coalesce(jsonb_agg(distinct jsonb_build_object('type', edit -> 'type', 'id', edit -> 'id', 'name', edit -> 'name')), '[]')
  from jsonb_array_elements(${changeRequests.steps}) as step, jsonb_array_elements(step -> 'edits') as edit)`;
/** The edits of the next step, and of their results only what tells what users then get. */
const NEXT_EDITS = raw<NextEdit[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('type', edit -> 'type', 'action', edit -> 'action', 'id', edit -> 'id',
    'environmentId', edit -> 'environmentId', 'result', case when edit ->> 'type' = 'experiment' then edit -> 'result' end)), '[]')
  from jsonb_array_elements(${changeRequests.steps} -> ${changeRequests.currentStep} -> 'edits') as edit)`;
const STEP_COUNT = raw<number>`jsonb_array_length(${changeRequests.steps})`;

export async function listRequests(sql: Sql, listing: Listing) {
  const { view, page, envId, entity, author } = listing;
  const which = and(
    whichIn(listing, view),
    envId === undefined
      ? undefined
      : raw`${envId}::text = any(${changeRequests.touchedIds}::text[])`,
    entity === undefined
      ? undefined
      : isId(entity)
        ? raw`${changeRequests.entityIds} @> array[${entity}::uuid]`
        : raw`false`,
    author === undefined ? undefined : raw`${changeRequests.authorId}::text = ${author}`,
  );
  const order = [
    ...(view === 'coming' ? [asc(changeRequests.nextAt)] : []),
    desc(changeRequests.number),
  ];
  // Found first: otherwise the steps of all rows before the page would be read as well.
  const ofPage = sql
    .select({ id: changeRequests.id })
    .from(changeRequests)
    .where(which)
    .orderBy(...order)
    .limit(page.size)
    .offset((page.page - 1) * page.size);
  const rows = await sql
    .select({ ...LISTED, entities: ENTITIES, stepCount: STEP_COUNT, nextEdits: NEXT_EDITS })
    .from(changeRequests)
    .where(inArray(changeRequests.id, ofPage))
    .orderBy(...order);
  return { rows, count: await sql.$count(changeRequests, which) };
}
export type ListedRequest = Awaited<ReturnType<typeof listRequests>>['rows'][number];

export async function countView(sql: Sql, listing: Asking, view: RequestView): Promise<number> {
  return sql.$count(changeRequests, whichIn(listing, view));
}

function whichIn(asking: Asking, view: RequestView): SQL | undefined {
  const { applicationId, readerId } = asking;
  const { status, authorId, nextAt } = changeRequests;
  const own = eq(changeRequests.applicationId, applicationId);
  switch (view) {
    case 'waiting':
      return and(
        own,
        or(
          and(eq(status, 'HELD'), eq(authorId, readerId)),
          and(eq(status, 'OPEN'), asksForApprovalOf(asking)),
        ),
      );
    case 'open':
      return and(own, IS_OPEN);
    case 'coming':
      return and(own, inArray(status, ['OPEN', 'RUNNING']), isNotNull(nextAt));
    case 'closed':
      return and(own, inArray(status, [...FINAL_STATES]));
  }
}

const RETRY_SECONDS = 30;

/** Looks at a request again later; returns how often in a row it has failed, undefined when it is gone. Source: SAF-96. */
export async function retryLater(
  sql: Sql,
  id: string,
  { isFailure }: { readonly isFailure: boolean },
): Promise<number | undefined> {
  const { lookAt, failures } = changeRequests;
  const [row] = await sql
    .update(changeRequests)
    .set({
      lookAt: inSeconds(RETRY_SECONDS),
      ...(isFailure && { failures: raw`${failures} + 1` }),
    })
    .where(and(eq(changeRequests.id, id), isNotNull(lookAt)))
    .returning({ failures });
  return row?.failures;
}

const CHANGES_SOME = raw`${changeRequests.entityIds} && ${raw.placeholder('ids')}::uuid[]`;
const IS_APPROVED = raw`${changeRequests.status} = 'OPEN' and ${changeRequests.reviews} @> '[{"verdict": "APPROVED"}]'`;

/** The requests that may still be applied and change one of these things; also others that somebody has approved. */
export function findOpenOn(
  sql: Sql,
  applicationId: string,
  { ids, approved }: { readonly ids: readonly string[]; readonly approved: boolean },
): Promise<StoredRequest[]> {
  return (approved ? openOnOrApproved : openOn)(sql, { applicationId, ids });
}

const openOn = builtOnce((sql) => openWith(sql, CHANGES_SOME));
const openOnOrApproved = builtOnce((sql) => openWith(sql, or(CHANGES_SOME, IS_APPROVED)));

function openWith(sql: Sql, isAsked: SQL | undefined) {
  return sql
    .select(COLUMNS)
    .from(changeRequests)
    .where(
      and(
        eq(changeRequests.applicationId, raw.placeholder('applicationId')),
        IS_OPEN,
        inArray(changeRequests.status, ['OPEN', 'RUNNING']),
        isAsked,
      ),
    )
    .orderBy(asc(changeRequests.number));
}

/** Of all applications of an account. Source: T09. */
export async function forgetInRequests(
  sql: Sql,
  { accountId, id, pseudonym }: ForgottenPerson,
): Promise<void> {
  await sql.execute(raw`
    update ${changeRequests} set people = people || jsonb_build_object(${id}::text, ${pseudonym}::text)
    where people ? ${id}::text
      and application_id in (select id from ${applications} where account_id = ${accountId})`);
}

const FORGOTTEN_AT_ONCE = 100;
const IS_FORGOTTEN = and(
  inArray(changeRequests.status, ['DRAFT', 'OPEN', 'HELD']),
  raw`${changeRequests.savedAt} < ${CLOCK} - ${REQUEST_LIMITS.untouchedDays} * interval '1 day'`,
  raw`(${changeRequests.lookAt} is null or ${changeRequests.lookAt} < ${CLOCK})`,
);

/** Requests that nobody has touched for long, and whose time does not come any more. */
export function findForgotten(sql: Sql): Promise<Pick<StoredRequest, 'id' | 'applicationId'>[]> {
  return sql
    .select({ id: changeRequests.id, applicationId: changeRequests.applicationId })
    .from(changeRequests)
    .where(IS_FORGOTTEN)
    .limit(FORGOTTEN_AT_ONCE);
}

/** One of them, locked, if it still is one. */
export async function lockForgotten(sql: Sql, id: string): Promise<StoredRequest | undefined> {
  const [row] = await sql
    .select(COLUMNS)
    .from(changeRequests)
    .where(and(eq(changeRequests.id, id), IS_FORGOTTEN))
    .for('update');
  return row;
}
