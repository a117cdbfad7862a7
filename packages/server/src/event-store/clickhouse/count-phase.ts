import { type Moments, merge } from '@comporta/stats/moments';
import type { Sql } from '../../platform/database/database.ts';
import type { CountedMetric, CountedPhase } from '../counted-phase-repository.ts';
import { type ClickHouse, COUNT_SECONDS } from './clickhouse.ts';
import { type CountedMoments, writeMoments, writeUnits } from './counted-days-repository.ts';
import {
  type Counted,
  type DayRange,
  type GroupRow,
  type MomentsRow,
  momentsQuery,
  type Query,
  type UnitRange,
  type UnitsRow,
  unitsQuery,
} from './counting-queries.ts';

/** Four million units took half a gigabyte in the engine. Source: SCL-44. */
const UNITS_A_SLICE = 10_000_000;

interface Counting {
  readonly sql: Sql;
  readonly clickhouse: ClickHouse;
  readonly unitsASlice?: number;
}

/** Counts the units of some days of a phase, and writes them in the transaction `sql`. */
export async function countUnits(
  { sql, clickhouse, unitsASlice }: Counting,
  counted: Counted,
): Promise<void> {
  const { phase, days } = counted;
  const found = new Map<string, UnitsRow>();
  for (const slice of await slicesOf(clickhouse, phase, unitsASlice)) {
    for (const row of await read<UnitsRow>(clickhouse, unitsQuery({ ...counted, slice }))) {
      const known = found.get(keyOf(row));
      found.set(keyOf(row), known === undefined ? row : sumOf(known, row));
    }
  }
  await writeUnits(sql, { phaseId: phase.id, days }, [...found.values()]);
}

/** The same for the moments of a metric. */
export async function countMoments(
  { sql, clickhouse, unitsASlice }: Counting,
  counted: Counted,
  metric: CountedMetric,
): Promise<void> {
  const { phase, days } = counted;
  const found = new Map<string, CountedMoments>();
  for (const slice of await slicesOf(clickhouse, phase, unitsASlice)) {
    const query = momentsQuery({ ...counted, slice }, metric);
    for (const row of await read<MomentsRow>(clickhouse, query)) {
      const known = found.get(keyOf(row));
      const { capped = 0, moments } = known ?? {};
      found.set(keyOf(row), {
        valueIx: row.value_ix,
        cohortDay: row.cohort_day,
        segment: row.segment,
        level: row.level,
        capped: capped + row.n_capped,
        moments: moments === undefined ? momentsOf(row) : merge(moments, momentsOf(row)),
      });
    }
  }
  const place = { phaseId: phase.id, metricNo: metric.no, days };
  await writeMoments(sql, place, [...found.values()]);
}

/** The days on which a unit was exposed in a phase: one, or none. */
export async function dayOfUnit(
  clickhouse: ClickHouse,
  phaseId: string,
  unit: string,
): Promise<DayRange | undefined> {
  const [found] = await clickhouse.read<{ day: string }>(
    `select toString(toDate(first_at)) as day from comporta_exposures final
      where phase_id = {phase:UUID} and unit = {unit:UUID}`,
    { phase: phaseId, unit },
  );
  return found && { from: found.day, to: found.day };
}

function read<Row>(clickhouse: ClickHouse, { text, parameters }: Query): Promise<Row[]> {
  return clickhouse.read<Row>(text, parameters, { mostSeconds: COUNT_SECONDS });
}

function keyOf({ value_ix, cohort_day, segment, level }: GroupRow): string {
  return `${value_ix} ${cohort_day} ${segment} ${level}`;
}

function sumOf(a: UnitsRow, b: UnitsRow): UnitsRow {
  return {
    ...a,
    n_units: a.n_units + b.n_units,
    n_carried: a.n_carried + b.n_carried,
    n_bots: a.n_bots + b.n_bots,
    n_marked: a.n_marked + b.n_marked,
  };
}

function momentsOf(row: MomentsRow): Moments {
  return {
    n: row.n,
    positive: row.n_positive,
    mean: row.y_mean,
    m2: row.y_m2,
    d: comoments(row.d_mean, row.d_m2, row.d_c),
    x: comoments(row.x_mean, row.x_m2, row.x_c),
  };
}

function comoments(mean?: number, m2?: number, c?: number) {
  return mean === undefined || m2 === undefined || c === undefined ? undefined : { mean, m2, c };
}

/**
 * Equal parts of the units, so that a query has room in memory. A UUID is ordered by one of its halves first, so both
 * halves of a bound begin alike.
 */
async function slicesOf(
  clickhouse: ClickHouse,
  { id }: CountedPhase,
  unitsASlice = UNITS_A_SLICE,
): Promise<readonly (UnitRange | undefined)[]> {
  const [found] = await clickhouse.read<{ units: number }>(
    'select count() as units from comporta_exposures where phase_id = {phase:UUID}',
    { phase: id },
  );
  const count = Math.ceil((found?.units ?? 0) / unitsASlice);
  if (count <= 1) return [undefined];
  const bound = (part: number) => {
    const half = Math.floor((part * 2 ** 16) / count)
      .toString(16)
      .padStart(4, '0');
    return `${half}0000-0000-0000-${half}-000000000000`;
  };
  return Array.from({ length: count }, (_, part) => ({
    from: bound(part),
    to: part === count - 1 ? undefined : bound(part + 1),
  }));
}
