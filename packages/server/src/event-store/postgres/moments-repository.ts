import { and, asc, eq, lt } from 'drizzle-orm';
import type { Sql } from '../../platform/database/database.ts';
import { cohortMoments, cohortUnits } from '../../tables/events.ts';
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
  const rows = await sql
    .select()
    .from(cohortMoments)
    .where(
      and(
        eq(cohortMoments.phaseId, phaseId),
        eq(cohortMoments.metricNo, metricNo),
        closedBefore === undefined ? undefined : lt(cohortMoments.cohortDay, closedBefore),
      ),
    )
    .orderBy(asc(cohortMoments.cohortDay), asc(cohortMoments.valueIx));
  return rows.map(cohortOf);
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
