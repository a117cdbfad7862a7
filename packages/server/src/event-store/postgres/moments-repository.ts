import { asc, eq, sql as raw } from 'drizzle-orm';
import type { Sql } from '../../platform/database/database.ts';
import { type cohortMoments, cohortUnits } from '../../tables/events.ts';
import type { CohortMoments, CohortUnits } from '../event-store.ts';

export async function readMoments(
  sql: Sql,
  {
    phaseId,
    metricNo,
    closedBefore,
  }: {
    readonly phaseId: string;
    readonly metricNo: number;
    readonly closedBefore?: string | undefined;
  },
): Promise<CohortMoments[]> {
  const { rows } = await sql.execute<{ cohorts: readonly CohortRow[] | null }>(raw`
    select json_agg(
      json_build_array(value_ix, cohort_day, n, positive, capped, mean, m2,
        d_mean, d_m_2, d_c, x_mean, x_m_2, x_c)
      order by cohort_day, value_ix) as cohorts
    from cohort_moments
    where phase_id = ${phaseId} and metric_no = ${metricNo}
      and cohort_day < coalesce(${closedBefore ?? null}::date, 'infinity')`);
  return (rows[0]?.cohorts ?? []).map(
    ([valueIx, cohortDay, n, positive, capped, mean, m2, dMean, dM2, dC, xMean, xM2, xC]) => {
      const others = { dMean, dM2, dC, xMean, xM2, xC };
      return cohortOf({ valueIx, cohortDay, n, positive, capped, mean, m2, ...others });
    },
  );
}

/**
 * Comes as one JSON text: two months of ten metrics and four values are 2,400 rows, and rows of so many columns are
 * taken apart slowly.
 */
type CohortRow = readonly [
  valueIx: number,
  cohortDay: string,
  n: number,
  positive: number,
  capped: number,
  mean: number,
  m2: number,
  dMean: number | null,
  dM2: number | null,
  dC: number | null,
  xMean: number | null,
  xM2: number | null,
  xC: number | null,
];

export function cohortOf({
  valueIx,
  cohortDay,
  n,
  positive,
  capped,
  mean,
  m2,
  ...others
}: Omit<typeof cohortMoments.$inferSelect, 'phaseId' | 'metricNo'>): CohortMoments {
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

export function readCohortUnits(sql: Sql, phaseId: string): Promise<CohortUnits[]> {
  return sql
    .select({
      valueIx: cohortUnits.valueIx,
      cohortDay: cohortUnits.cohortDay,
      units: cohortUnits.units,
      carried: cohortUnits.carried,
      bots: cohortUnits.bots,
    })
    .from(cohortUnits)
    .where(eq(cohortUnits.phaseId, phaseId))
    .orderBy(asc(cohortUnits.cohortDay), asc(cohortUnits.valueIx));
}
