import { sql as raw } from 'drizzle-orm';
import type { Sql } from '../../platform/database/database.ts';
import type { Appended, Batch, NewEvent, NewExposure } from '../event-store.ts';
import { arrayText } from './array-text.ts';
import { makeDays } from './event-day-repository.ts';

/** Stores a batch in the transaction `sql`; the units whose figures it changes are noted for the next count. */
export async function appendBatch(sql: Sql, { exposures, events }: Batch): Promise<Appended> {
  const isNewEvent = await insertEvents(sql, events);
  const changed = await insertExposures(sql, exposures);
  const touched = new Map<string, Touched>();
  const touch = ({ environmentId, unit, isOfProperty }: NewEvent | NewExposure) =>
    touched.set(`${environmentId} ${unit}`, { environmentId, unit, isOfProperty });
  for (const [index, event] of events.entries()) if (isNewEvent[index]) touch(event);
  for (const [index, exposure] of exposures.entries())
    if (changed[index] !== 'SAME') touch(exposure);
  await touchUnits(sql, [...touched.values()]);
  return { exposures: changed.map((one) => one === 'NEW'), events: isNewEvent };
}

/** The first of equal events is new, unless it was stored before. */
async function insertEvents(sql: Sql, events: readonly NewEvent[]): Promise<boolean[]> {
  if (events.length === 0) return [];
  // Partitions are made ahead of time; a missing one is made by the transaction that writes into it.
  await makeDays(sql, [...new Set(events.map(({ day }) => day))]);
  const keys = events.map(
    ({ day, environmentId, eventId }) => `${day} ${environmentId} ${eventId}`,
  );
  const sorted = inOneOrder(events, keys);
  const column = (of: (event: NewEvent) => string | number | boolean | null) =>
    arrayText(sorted.map(of));
  const { rows } = await sql.execute<{ stored: string | null }>(raw`
    with stored as (
    insert into metric_events
      (day, environment_id, event_id, unit, event_key_id, at, value, trusted, skewed)
    select * from unnest(
      ${column(({ day }) => day)}::date[],
      ${column(({ environmentId }) => environmentId)}::uuid[],
      ${column(({ eventId }) => eventId)}::uuid[],
      ${column(({ unit }) => unit)}::uuid[],
      ${column(({ eventKeyId }) => eventKeyId)}::int[],
      ${column(({ at }) => at.toISOString())}::timestamptz[],
      ${column(({ value }) => value)}::float8[],
      ${column(({ trusted }) => trusted)}::bool[],
      ${column(({ skewed }) => skewed)}::bool[])
    on conflict do nothing
    returning day, environment_id, event_id)
    select string_agg(concat(day, ' ', environment_id, ' ', event_id), ',') as stored from stored`);
  const stored = new Set(rows[0]?.stored?.split(','));
  return keys.map((key) => stored.delete(key));
}

/** All nodes lock rows in the same order, which rules out a deadlock. */
function inOneOrder<Row>(rows: readonly Row[], keys: readonly string[]): Row[] {
  const keyed = rows.map((row, place) => ({ row, key: keys[place] ?? '' }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ row }) => row);
}

type Change = 'NEW' | 'EARLIER' | 'SAME';

async function insertExposures(sql: Sql, exposures: readonly NewExposure[]): Promise<Change[]> {
  if (exposures.length === 0) return [];
  // A statement may change a row only once, so only the earliest exposure of a unit is sent.
  const earliest = new Map<string, NewExposure>();
  const keyOf = ({ phaseId, unit }: NewExposure) => `${phaseId} ${unit}`;
  for (const exposure of exposures) {
    const known = earliest.get(keyOf(exposure));
    if (known === undefined || exposure.at < known.at) earliest.set(keyOf(exposure), exposure);
  }
  const rows = inOneOrder([...earliest.values()], [...earliest.keys()]);
  const column = (of: (exposure: NewExposure) => string | number | boolean | null) =>
    arrayText(rows.map(of));
  const written = await sql.execute<{ phase_id: string; unit: string; inserted: boolean }>(raw`
    insert into exposures (phase_id, unit, bucket, value_ix, carried, first_at, segments)
    select phase_id, unit, bucket, value_ix, carried, first_at, segments::smallint[] from unnest(
      ${column(({ phaseId }) => phaseId)}::uuid[],
      ${column(({ unit }) => unit)}::uuid[],
      ${column(({ bucket }) => bucket)}::int[],
      ${column(({ valueIx }) => valueIx)}::smallint[],
      ${column(({ carried }) => carried)}::bool[],
      ${column(({ at }) => at.toISOString())}::timestamptz[],
      ${column(({ segments }) => segments && `"{${segments.join(',')}}"`)}::text[]
    ) as new (phase_id, unit, bucket, value_ix, carried, first_at, segments)
    on conflict (phase_id, unit) do update
      set first_at = excluded.first_at,
        touched_at = greatest(exposures.touched_at, exposures.first_at)
      where excluded.first_at < exposures.first_at
    returning phase_id, unit, xmax = 0 as inserted`);
  const changes = new Map<string, Change>(
    written.rows.map(({ phase_id, unit, inserted }) => [
      `${phase_id} ${unit}`,
      inserted ? 'NEW' : 'EARLIER',
    ]),
  );
  return exposures.map((exposure) => {
    const change = changes.get(keyOf(exposure)) ?? 'SAME';
    // Of two equal exposures in one batch, only the first is new.
    if (change === 'NEW') changes.set(keyOf(exposure), 'SAME');
    return change;
  });
}

interface Touched {
  readonly environmentId: string;
  readonly unit: string;
  readonly isOfProperty?: boolean | undefined;
}

/**
 * Notes units whose figures the next count recomputes. A company has more events than a person, and all of a unit are
 * read each time; so units that are values of a property wait for the next full five minutes. Source: RUL-34.
 */
export async function touchUnits(sql: Sql, units: readonly Touched[]): Promise<void> {
  if (units.length === 0) return;
  await sql.execute(raw`
    insert into touched_units (environment_id, unit, due_at)
    select environment_id, unit, case when waits
      then date_bin('5 minutes', now(), timestamptz 'epoch') + interval '5 minutes' end
    from unnest(
      ${arrayText(units.map(({ environmentId }) => environmentId))}::uuid[],
      ${arrayText(units.map(({ unit }) => unit))}::uuid[],
      ${arrayText(units.map(({ isOfProperty = false }) => isOfProperty))}::bool[]
    ) as touched (environment_id, unit, waits)`);
}
