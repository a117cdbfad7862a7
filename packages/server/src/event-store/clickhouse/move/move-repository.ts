import { isNotNull, sql as raw, type SQL } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/database.ts';
import { eventStore, touchedUnits } from '../../../tables/events.ts';
import { holdCounting } from '../../counting-lock.ts';
import { type EventPlace, leavePostgres, type MovePosition } from '../../event-place-repository.ts';
import { noteUnsettled } from '../own-database-repository.ts';

/** Of one statement of ClickHouse: about 10 MB. Source: SCL-48. */
const ROWS_AT_ONCE = 50_000;

/** Where the next rows begin. */
interface From extends Pick<MovePosition, 'after'> {
  readonly rowsAtOnce?: number | undefined;
}

/** A row, in the order of the columns of ClickHouse's table. */
export interface MovedRow {
  readonly values: readonly unknown[];
  /** Rows are read in the order of their keys. */
  readonly key: readonly [string, string];
}

/** The rows of one environment and day, or of one phase: how many there are, and the sum of the first halves of their ids. */
export interface Sum {
  readonly id: string;
  readonly rows: string;
  readonly sum: string;
}

/** From now on no program of any release stores raw events here; answers where they are. Source: SCL-48. */
export function beginMove(sql: Sql): Promise<EventPlace> {
  return leavePostgres(sql, async (inside) => {
    const first = await firstDay(inside);
    let days = 0;
    for (let day = first; day !== null; day = await firstDay(inside, day)) days += 1;
    return { state: 'MOVING', position: { daysDone: 0, days, day: first, after: null } };
  });
}

/**
 * Takes the position of the move until this transaction ends; undefined once the move is done. A second command waits here, and goes
 * on where the first one has come to. Whoever wants to store events is refused, and does not wait.
 */
export async function takePosition(sql: Sql): Promise<MovePosition | undefined> {
  const [row] = await sql.select().from(eventStore).for('no key update');
  return row?.state === 'MOVING' ? (row.position ?? undefined) : undefined;
}

export async function keepPosition(sql: Sql, position: MovePosition): Promise<void> {
  await sql.update(eventStore).set({ position });
}

/** Values of properties wait for five minutes otherwise, see `touchUnits`. */
export async function countPropertiesNow(sql: Sql): Promise<void> {
  await sql.update(touchedUnits).set({ dueAt: null }).where(isNotNull(touchedUnits.dueAt));
}

/** Makes ClickHouse the place. What is left to be counted here is counted there, with all that arrived meanwhile. */
export async function endMove(sql: Sql): Promise<void> {
  await holdCounting(sql, 'MOVING');
  await sql.update(eventStore).set({ state: 'CLICKHOUSE', position: null });
  await sql.delete(touchedUnits);
  await noteUnsettled(sql);
}

/** The first day with events after a day; null without one. */
export async function firstDay(sql: Sql, after = '-infinity'): Promise<string | null> {
  const { rows } = await sql.execute<{ day: string | null }>(raw`
    select min(day)::text as day from metric_events where day > ${after}::date`);
  return rows[0]?.day ?? null;
}

export async function readEvents(
  sql: Sql,
  day: string,
  { after, rowsAtOnce = ROWS_AT_ONCE }: From,
): Promise<MovedRow[]> {
  const { rows } = await sql.execute<{
    environment_id: string;
    event_key_id: number;
    unit: string;
    event_id: string;
    at: string;
    value: number | null;
    trusted: boolean;
    skewed: boolean;
  }>(raw`
    select environment_id, event_key_id, unit, event_id, ${inUtc(raw`at`)} as at, value, trusted, skewed
    from metric_events
    where day = ${day}::date and ${isAfter(raw`environment_id, event_id`, after)}
    order by environment_id, event_id limit ${rowsAtOnce}`);
  return rows.map((row) => ({
    values: [
      row.environment_id,
      row.event_key_id,
      row.unit,
      row.event_id,
      day,
      row.at,
      row.value,
      row.trusted,
      row.skewed,
      // The largest: of a repeat that ClickHouse has, and of this row, this one came first.
      String(2n ** 64n - 1n),
      true,
    ],
    key: [row.environment_id, row.event_id],
  }));
}

export async function readExposures(
  sql: Sql,
  { after, rowsAtOnce = ROWS_AT_ONCE }: From,
): Promise<MovedRow[]> {
  const { rows } = await sql.execute<{
    phase_id: string;
    unit: string;
    at: string;
    bucket: number;
    value_ix: number;
    carried: boolean;
    segments: number[] | null;
  }>(raw`
    select phase_id, unit, ${inUtc(raw`first_at`)} as at, bucket, value_ix, carried, segments
    from exposures where ${isAfter(raw`phase_id, unit`, after)}
    order by phase_id, unit limit ${rowsAtOnce}`);
  return rows.map(({ phase_id, unit, at, bucket, value_ix, carried, segments }) => ({
    values: [phase_id, unit, at, bucket, value_ix, carried, segments ?? [], true],
    key: [phase_id, unit],
  }));
}

/** By environment. */
export function sumsOfDay(sql: Sql, day: string): Promise<Sum[]> {
  return sumsOf(
    sql,
    raw`environment_id as id, ${sumOf(raw`event_id`)}
    from metric_events where day = ${day}::date group by environment_id`,
  );
}

/** By phase. */
export function sumsOfExposures(sql: Sql): Promise<Sum[]> {
  return sumsOf(sql, raw`phase_id as id, ${sumOf(raw`unit`)} from exposures group by phase_id`);
}

async function sumsOf(sql: Sql, what: SQL): Promise<Sum[]> {
  const { rows } = await sql.execute<{ id: string; rows: string; sum: string }>(
    raw`select ${what}`,
  );
  return rows.map((row) => ({ ...row, sum: String(BigInt.asUintN(64, BigInt(row.sum))) }));
}

function sumOf(id: SQL): SQL {
  return raw`count(*)::text as rows,
    sum(('x' || left(replace(${id}::text, '-', ''), 16))::bit(64)::bigint)::text as sum`;
}

function isAfter(columns: SQL, after: MovePosition['after']): SQL {
  return after === null ? raw`true` : raw`(${columns}) > (${after[0]}::uuid, ${after[1]}::uuid)`;
}

/** Times are stored to the millisecond. */
function inUtc(at: SQL): SQL {
  return raw`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
