import { sql as raw } from 'drizzle-orm';
import type { Sql } from '../../platform/database/database.ts';
import type { Appended, Batch, NewEvent, NewExposure } from '../event-store.ts';
import { makeDays } from './event-day-repository.ts';

/** Stores a batch in one transaction; units whose figures it changes are noted for the next count. */
export async function appendBatch(sql: Sql, { exposures, events }: Batch): Promise<Appended> {
  const isNewEvent = await insertEvents(sql, events);
  const changed = await insertExposures(sql, exposures);
  const touched = new Map<string, { environmentId: string; unit: string }>();
  const touch = ({ environmentId, unit }: NewEvent | NewExposure) =>
    touched.set(`${environmentId} ${unit}`, { environmentId, unit });
  for (const [index, event] of events.entries()) if (isNewEvent[index]) touch(event);
  for (const [index, exposure] of exposures.entries())
    if (changed[index] !== 'SAME') touch(exposure);
  await touchUnits(sql, [...touched.values()]);
  return { exposures: changed.map((one) => one === 'NEW'), events: isNewEvent };
}

/** The first of equal events is new, unless it was stored before. */
async function insertEvents(sql: Sql, events: readonly NewEvent[]): Promise<boolean[]> {
  if (events.length === 0) return [];
  // Made ahead; where one is missing, whoever writes into it makes it.
  await makeDays(sql, [...new Set(events.map(({ day }) => day))]);
  const keyOf = ({ day, environmentId, eventId }: NewEvent) => `${day} ${environmentId} ${eventId}`;
  // One order for all nodes, so that they cannot wait for each other in a circle.
  const sorted = [...events].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const column = <Value>(of: (event: NewEvent) => Value) => raw.param(sorted.map(of));
  const { rows } = await sql.execute<{ day: string; environment_id: string; event_id: string }>(raw`
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
    returning day::text, environment_id, event_id`);
  const inserted = new Set(rows.map((row) => `${row.day} ${row.environment_id} ${row.event_id}`));
  return events.map((event) => inserted.delete(keyOf(event)));
}

type Change = 'NEW' | 'EARLIER' | 'SAME';

async function insertExposures(sql: Sql, exposures: readonly NewExposure[]): Promise<Change[]> {
  if (exposures.length === 0) return [];
  // A statement may change a row once: of one unit the earliest goes.
  const earliest = new Map<string, NewExposure>();
  const keyOf = ({ phaseId, unit }: NewExposure) => `${phaseId} ${unit}`;
  for (const exposure of exposures) {
    const known = earliest.get(keyOf(exposure));
    if (known === undefined || exposure.at < known.at) earliest.set(keyOf(exposure), exposure);
  }
  // One order for all nodes, so that they cannot wait for each other in a circle.
  const rows = [...earliest.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const column = <Value>(of: (exposure: NewExposure) => Value) => raw.param(rows.map(of));
  const written = await sql.execute<{ phase_id: string; unit: string; inserted: boolean }>(raw`
    insert into exposures (phase_id, unit, bucket, value_ix, carried, first_at, touched_at, segments)
    select phase_id, unit, bucket, value_ix, carried, first_at, first_at, segments::smallint[] from unnest(
      ${column(({ phaseId }) => phaseId)}::uuid[],
      ${column(({ unit }) => unit)}::uuid[],
      ${column(({ bucket }) => bucket)}::int[],
      ${column(({ valueIx }) => valueIx)}::smallint[],
      ${column(({ carried }) => carried)}::bool[],
      ${column(({ at }) => at.toISOString())}::timestamptz[],
      ${column(({ segments }) => segments && `{${segments.join(',')}}`)}::text[]
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
    // What came twice in one batch was new once.
    if (change === 'NEW') changes.set(keyOf(exposure), 'SAME');
    return change;
  });
}

async function touchUnits(
  sql: Sql,
  units: readonly { readonly environmentId: string; readonly unit: string }[],
): Promise<void> {
  if (units.length === 0) return;
  await sql.execute(raw`
    insert into touched_units (environment_id, unit)
    select * from unnest(
      ${raw.param(units.map(({ environmentId }) => environmentId))}::uuid[],
      ${raw.param(units.map(({ unit }) => unit))}::uuid[])`);
}
