import { and, asc, eq } from 'drizzle-orm';
import type { Sql } from '../../platform/database/database.ts';
import { segmentLevels, segmentMoments, segmentUnits } from '../../tables/events.ts';
import type { SegmentLevel } from '../event-store.ts';
import { cohortOf } from './moments-repository.ts';

/** The values of a property that at least one unit has; the level of unnamed values comes last. */
export async function readSegmentLevels(
  sql: Sql,
  phaseId: string,
  segment: number,
): Promise<SegmentLevel[]> {
  const of = (table: typeof segmentLevels | typeof segmentMoments | typeof segmentUnits) =>
    and(eq(table.phaseId, phaseId), eq(table.segment, segment));
  const named = await sql.select().from(segmentLevels).where(of(segmentLevels));
  const names = new Map(named.map(({ level, name }) => [level, name]));
  const moments = Map.groupBy(
    await sql.select().from(segmentMoments).where(of(segmentMoments)),
    ({ level }) => level,
  );
  const units = Map.groupBy(
    await sql.select().from(segmentUnits).where(of(segmentUnits)).orderBy(asc(segmentUnits.level)),
    ({ level }) => level,
  );
  return [...units].map(([level, ofLevel]) => ({
    name: names.get(level),
    units: ofLevel,
    moments: new Map(
      [...Map.groupBy(moments.get(level) ?? [], ({ metricNo }) => metricNo)].map(
        ([no, cohorts]) => [no, cohorts.map(cohortOf)],
      ),
    ),
  }));
}
