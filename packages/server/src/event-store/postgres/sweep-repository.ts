import { sql as raw, type SQL } from 'drizzle-orm';
import type { Sql } from '../../platform/database/database.ts';
import { makeDays } from './event-day-repository.ts';

const DAYS_AHEAD = 7;
/** Events may be so many days older than the day on which they arrive. */
const DAYS_LATE = 8;
/**
 * Readers and writers of events queue behind a waiting drop, and the drop waits for readers: a backup takes hours. After
 * this time the drop gives up, and the days stay until the next attempt.
 */
const DROP_WAITS_MS = 100;
/** Small enough for the statement timeout, which deleting a phase of millions at once would exceed every time. */
const ROWS_AT_ONCE = 10_000;
/** After so many statements a sweep ends, so that other work gets its turn and the process can stop. */
const STATEMENTS_AT_ONCE = 20;

const OF_PHASES = [
  'exposures',
  'unit_values',
  'cohort_moments',
  'cohort_units',
  'segment_levels',
  'segment_moments',
  'segment_units',
  'recounted_phases',
];

/** Results look back for a day, and a node of 0.2.0 may have counted until an hour ago. Source: FAIR-25. */
const OLD_FORM_KEPT_MS = 25 * 60 * 60_000;

interface Extent {
  readonly rowsAtOnce?: number;
  readonly statementsAtOnce?: number;
}

/** Makes the partitions for the events of the next days. Source: RES-41. */
export async function makeNextDays(sql: Sql): Promise<void> {
  const { rows } = await sql.execute<{ day: string }>(raw`
    select ((now() at time zone 'UTC')::date + n)::text as day from generate_series(-1, ${DAYS_AHEAD}::int) as n`);
  const days = rows.map(({ day }) => day);
  await sql.transaction((inside) => makeDays(inside, days));
}

/** Drops the days of events that are no longer kept, unless days are being moved; rejects while another session reads events. Source: RES-34. */
export async function dropOldDays(sql: Sql, keptDays: number): Promise<void> {
  const kept = Math.max(keptDays, DAYS_LATE);
  await sql.transaction(async (inside) => {
    await inside.execute(raw.raw(`set local lock_timeout = ${DROP_WAITS_MS}`));
    await inside.execute(
      raw`select drop_event_days((now() at time zone 'UTC')::date - ${kept}::int)
        from event_store where state <> 'MOVING'`,
    );
  });
}

/**
 * Deletes a part of the rows of deleted phases and environments; answers whether that was all. Each statement commits
 * on its own. Units that wait to be counted are removed by counting.
 */
export async function sweepGone(
  sql: Sql,
  { rowsAtOnce = ROWS_AT_ONCE, statementsAtOnce = STATEMENTS_AT_ONCE }: Extent = {},
): Promise<boolean> {
  let left = statementsAtOnce;

  /** Answers whether no row is left. A ctid is unique only within a partition, which `within` names. */
  async function deleteSome(table: string, which: SQL, within = raw`true`): Promise<boolean> {
    const from = raw.identifier(table);
    for (; left > 0; left -= 1) {
      const { rowCount } = await sql.execute(raw`
        delete from ${from} where ${within} and ctid = any(array(
          select ctid from ${from} where ${within} and ${which} limit ${rowsAtOnce}))`);
      if ((rowCount ?? 0) < rowsAtOnce) return true;
    }
    return false;
  }

  for (const table of OF_PHASES) {
    for (const id of await goneFrom(sql, table, { column: 'phase_id', parents: 'phases' })) {
      if (!(await deleteSome(table, raw`phase_id = ${id}`))) return false;
    }
  }
  const ofEnvironments = { column: 'environment_id', parents: 'environments' };
  const days = await daysOfEvents(sql);
  for (const id of await goneFrom(sql, 'metric_events', ofEnvironments)) {
    const which = raw`environment_id = ${id}`;
    for (const day of days) {
      if (!(await deleteSome('metric_events', which, raw`day = ${day}::date`))) return false;
    }
  }
  for (const id of await goneFrom(sql, 'event_counters', ofEnvironments)) {
    if (!(await deleteSome('event_counters', raw`environment_id = ${id}`))) return false;
  }
  return true;
}

/**
 * Deletes wrong assignments that 0.2.0 counted by the texts of their values; answers since when there may be some. One
 * environment after the other, because its counters are read to find them. Source: FAIR-25.
 */
export async function sweepOldWrong(
  sql: Sql,
  since: Date,
  { rowsAtOnce = ROWS_AT_ONCE }: Extent = {},
): Promise<Date> {
  const upTo = new Date(Date.now() - OLD_FORM_KEPT_MS);
  for (const id of await idsIn(sql, 'event_counters', { column: 'environment_id' })) {
    let deleted = rowsAtOnce;
    while (deleted >= rowsAtOnce) {
      const { rowCount } = await sql.execute(raw`
        delete from event_counters where ctid = any(array(
          select ctid from event_counters
          where environment_id = ${id} and hour >= ${since} and hour < ${upTo}
            and kind = 'WRONG' and code not like '%,"ix"]' limit ${rowsAtOnce}))`);
      deleted = rowCount ?? 0;
    }
  }
  return upTo;
}

/** The ids in a table whose parents are deleted. */
async function goneFrom(
  sql: Sql,
  table: string,
  { column, parents }: { readonly column: string; readonly parents: string },
): Promise<string[]> {
  return idsIn(sql, table, { column, but: raw`except select id from ${raw.identifier(parents)}` });
}

/** The ids in a column. Steps through its index from one id to the next, because there are millions of rows and few ids. */
export async function idsIn(
  sql: Sql,
  table: string,
  { column, but = raw`` }: { readonly column: string; readonly but?: SQL },
): Promise<string[]> {
  const id = raw.identifier(column);
  const from = raw.identifier(table);
  const { rows } = await sql.execute<{ id: string }>(raw`
    with recursive found (id) as (
      (select ${id} from ${from} order by ${id} limit 1)
      union all
      select (select ${id} from ${from} where ${id} > found.id order by ${id} limit 1)
      from found where found.id is not null)
    select id from found where id is not null ${but}`);
  return rows.map((row) => row.id);
}

/** The days that have a partition. */
async function daysOfEvents(sql: Sql): Promise<string[]> {
  const { rows } = await sql.execute<{ day: string }>(raw`
    select to_date(right(c.relname, 8), 'YYYYMMDD')::text as day
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'metric_events'::regclass order by day`);
  return rows.map(({ day }) => day);
}
