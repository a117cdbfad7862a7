import type { Moments } from '@comporta/stats/moments';
import { and, eq, gte, lte, sql as raw } from 'drizzle-orm';
import type { Sql } from '../../platform/database/database.ts';
import { cohortMoments, cohortUnits, segmentMoments, segmentUnits } from '../../tables/events.ts';
import type { DayRange, UnitsRow } from './counting-queries.ts';

/** Rows of one statement: a row has up to 16 columns, and a statement 65,535 values. */
const ROWS_AT_ONCE = 2_000;

/** The figures of one group of units; `segment` is -1 for the whole phase. */
export interface CountedMoments {
  readonly valueIx: number;
  readonly cohortDay: string;
  readonly segment: number;
  readonly level: number;
  readonly capped: number;
  readonly moments: Moments;
}

/** Replaces the units of some days of a phase. */
export async function writeUnits(
  sql: Sql,
  { phaseId, days }: { readonly phaseId: string; readonly days: DayRange },
  rows: readonly UnitsRow[],
): Promise<void> {
  for (const table of [cohortUnits, segmentUnits]) {
    await sql
      .delete(table)
      .where(
        and(
          eq(table.phaseId, phaseId),
          gte(table.cohortDay, days.from),
          lte(table.cohortDay, days.to),
        ),
      );
  }
  const unitsOf = (row: UnitsRow) => ({
    phaseId,
    valueIx: row.value_ix,
    cohortDay: row.cohort_day,
    units: row.n_units,
    carried: row.n_carried,
    bots: row.n_bots,
  });
  for (const some of inParts(rows.filter(({ segment }) => segment < 0))) {
    await sql
      .insert(cohortUnits)
      .values(some.map((row) => ({ ...unitsOf(row), marked: row.n_marked })));
  }
  for (const some of inParts(rows.filter(({ segment }) => segment >= 0))) {
    await sql
      .insert(segmentUnits)
      .values(some.map((row) => ({ ...unitsOf(row), segment: row.segment, level: row.level })));
  }
}

/** Replaces the moments of a metric on some days of a phase. */
export async function writeMoments(
  sql: Sql,
  {
    phaseId,
    metricNo,
    days,
  }: { readonly phaseId: string; readonly metricNo: number; readonly days: DayRange },
  counted: readonly CountedMoments[],
): Promise<void> {
  for (const table of [cohortMoments, segmentMoments]) {
    await sql
      .delete(table)
      .where(
        and(
          eq(table.phaseId, phaseId),
          eq(table.metricNo, metricNo),
          gte(table.cohortDay, days.from),
          lte(table.cohortDay, days.to),
        ),
      );
  }
  const rowOf = ({ valueIx, cohortDay, capped, moments }: CountedMoments) => ({
    phaseId,
    metricNo,
    valueIx,
    cohortDay,
    n: moments.n,
    positive: moments.positive,
    capped,
    mean: moments.mean,
    m2: moments.m2,
    dMean: moments.d?.mean ?? null,
    dM2: moments.d?.m2 ?? null,
    dC: moments.d?.c ?? null,
    xMean: moments.x?.mean ?? null,
    xM2: moments.x?.m2 ?? null,
    xC: moments.x?.c ?? null,
  });
  for (const some of inParts(counted.filter(({ segment }) => segment < 0))) {
    await sql.insert(cohortMoments).values(some.map(rowOf));
  }
  for (const some of inParts(counted.filter(({ segment }) => segment >= 0))) {
    await sql
      .insert(segmentMoments)
      .values(some.map((one) => ({ ...rowOf(one), segment: one.segment, level: one.level })));
  }
}

/**
 * The first of the days since `from` with users of which a metric was never counted, because it was added later;
 * undefined without one.
 */
export async function firstUncounted(
  sql: Sql,
  { phaseId, metricNo }: { readonly phaseId: string; readonly metricNo: number },
  from: string,
): Promise<string | undefined> {
  const { rows } = await sql.execute<{ day: string | null }>(raw`
    select min(u.cohort_day)::text as day from cohort_units u
    where u.phase_id = ${phaseId} and u.units > 0 and u.cohort_day >= ${from}::date and not exists (
      select from cohort_moments m
      where m.phase_id = ${phaseId} and m.metric_no = ${metricNo} and m.cohort_day = u.cohort_day)`);
  return rows[0]?.day ?? undefined;
}

function* inParts<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    yield rows.slice(from, from + ROWS_AT_ONCE);
  }
}
