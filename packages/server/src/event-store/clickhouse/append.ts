import type { Appended, Batch, NewEvent, NewExposure } from '../event-store.ts';
import type { ClickHouse } from './clickhouse.ts';

/** The largest version of a row that was received; larger ones are those of rows that were moved. */
const FIRST = 2n ** 63n;

/**
 * Stores a batch: exposures, then events. What fails in between is sent again, and counts once by its keys. What is
 * already stored is not known, so all items are new but repeats within the batch.
 */
export async function appendTo(
  clickhouse: ClickHouse,
  { exposures, events }: Batch,
  tooSlow?: AbortSignal,
): Promise<Appended> {
  const newExposures = firstOfEach(exposures, ({ phaseId, unit }) => `${phaseId} ${unit}`);
  const newEvents = firstOfEach(
    events,
    ({ day, environmentId, eventId }) => `${day} ${environmentId} ${eventId}`,
  );
  await clickhouse.insert('comporta_exposures', exposures.map(rowOfExposure), { abort: tooSlow });
  const first = String(FIRST - BigInt(Date.now()));
  const stored = events.filter((_, place) => newEvents[place]);
  await clickhouse.insert(
    'comporta_events',
    stored.map((one) => rowOfEvent(one, first)),
    { abort: tooSlow },
  );
  return { exposures: newExposures, events: newEvents };
}

function firstOfEach<Item>(items: readonly Item[], keyOf: (item: Item) => string): boolean[] {
  const seen = new Set<string>();
  return items.map((item) => seen.size < seen.add(keyOf(item)).size);
}

/** The order of columns is that of the tables. Of repeats in a batch, the table keeps the earliest. */
function rowOfExposure({ phaseId, unit, at, bucket, valueIx, carried, segments }: NewExposure) {
  return [phaseId, unit, at.toISOString(), bucket, valueIx, carried, segments ?? [], false];
}

function rowOfEvent(event: NewEvent, first: string) {
  const { environmentId, eventKeyId, unit, eventId, day, at, value, trusted, skewed } = event;
  return [
    environmentId,
    eventKeyId,
    unit,
    eventId,
    day,
    at.toISOString(),
    value,
    trusted,
    skewed,
    first,
    false,
  ];
}
