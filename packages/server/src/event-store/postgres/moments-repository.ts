import { and, asc, eq, getTableColumns, lt, ne, or, sql as raw, type SQL } from 'drizzle-orm';
import type { Sql } from '../../platform/database/database.ts';
import { cohortMoments, cohortUnits } from '../../tables/events.ts';
import type { CohortMoments, PhaseUnits } from '../event-store.ts';

type CohortRow = Omit<typeof cohortMoments.$inferSelect, 'phaseId' | 'metricNo'>;
/** One list for each column, all in the same order. */
type CohortColumns = { readonly [Name in keyof CohortRow]: readonly CohortRow[Name][] };

/**
 * The moments of a phase by metric. Two months of ten metrics and four values are 2,400 rows, and so many columns are
 * slow to parse row by row: each column of a metric is read as one JSON text.
 */
export async function readMoments(
  sql: Sql,
  phaseId: string,
  closedBefore: ReadonlyMap<number, string> = new Map(),
): Promise<ReadonlyMap<number, readonly CohortMoments[]>> {
  const { phaseId: ofPhase, metricNo, ...columns } = getTableColumns(cohortMoments);
  const { cohortDay, valueIx } = columns;
  const lists = Object.entries(columns).map(([name, column]) => [
    name,
    raw`json_agg(${column} order by ${cohortDay}, ${valueIx})`,
  ]);
  const rows = await sql
    .select({
      metricNo,
      // One JSON list for each column, as in `CohortColumns`.
      ...(Object.fromEntries(lists) as { [Name in keyof CohortColumns]: SQL<CohortColumns[Name]> }),
    })
    .from(cohortMoments)
    .where(
      and(
        eq(ofPhase, phaseId),
        ...[...closedBefore].map(([no, day]) => or(ne(metricNo, no), lt(cohortDay, day))),
      ),
    )
    .groupBy(metricNo);
  return new Map(
    rows.map((metric) => [metric.metricNo, metric.valueIx.map((_, place) => at(metric, place))]),
  );
}

function at(columns: CohortColumns, place: number): CohortMoments {
  const of = <Value>(column: readonly Value[]) => column[place] as Value; // All columns have the same length.
  return cohortOf({
    valueIx: of(columns.valueIx),
    cohortDay: of(columns.cohortDay),
    n: of(columns.n),
    positive: of(columns.positive),
    capped: of(columns.capped),
    mean: of(columns.mean),
    m2: of(columns.m2),
    dMean: of(columns.dMean),
    dM2: of(columns.dM2),
    dC: of(columns.dC),
    xMean: of(columns.xMean),
    xM2: of(columns.xM2),
    xC: of(columns.xC),
  });
}

export function cohortOf({
  valueIx,
  cohortDay,
  n,
  positive,
  capped,
  mean,
  m2,
  ...others
}: CohortRow): CohortMoments {
  return {
    valueIx,
    cohortDay,
    capped,
    moments: {
      n,
      positive,
      mean,
      m2,
      d: comoments(others.dMean, others.dM2, others.dC),
      x: comoments(others.xMean, others.xM2, others.xC),
    },
  };
}

function comoments(mean: number | null, m2: number | null, c: number | null) {
  return mean === null || m2 === null || c === null ? undefined : { mean, m2, c };
}

export function readCohortUnits(sql: Sql, phaseId: string): Promise<PhaseUnits[]> {
  return sql
    .select({
      valueIx: cohortUnits.valueIx,
      cohortDay: cohortUnits.cohortDay,
      units: cohortUnits.units,
      carried: cohortUnits.carried,
      bots: cohortUnits.bots,
      marked: cohortUnits.marked,
    })
    .from(cohortUnits)
    .where(eq(cohortUnits.phaseId, phaseId))
    .orderBy(asc(cohortUnits.cohortDay), asc(cohortUnits.valueIx));
}
