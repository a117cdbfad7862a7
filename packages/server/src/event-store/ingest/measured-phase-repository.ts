import { and, asc, eq, gt, isNull, or } from 'drizzle-orm';
import { readPropertyKeys } from '../../platform/changes/property-keys.ts';
import type { Sql } from '../../platform/database/database.ts';
import { analyses, type BucketRange, phases } from '../../tables/analyses.ts';

/** A phase that still takes exposures. */
export interface MeasuredPhase {
  readonly id: string;
  readonly analysisId: string;
  readonly toggleId: string;
  readonly ruleId: string;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly salt: string;
  readonly buckets: number;
  readonly values: readonly string[];
  readonly ranges: readonly BucketRange[];
  readonly moved: readonly Omit<BucketRange, 'valueIndex'>[];
  readonly isOnlyRule: boolean;
  /** The keys of the properties that the plan names as segments. */
  readonly segments: readonly string[];
}

/** Longer than a closed phase takes exposures, so that a late one is refused with STALE_PHASE and not NOT_MEASURED. */
const KEPT_MS = 8 * 24 * 60 * 60_000;

export async function readMeasuredPhases(
  sql: Sql,
  environmentId: string,
): Promise<MeasuredPhase[]> {
  const rows = await sql
    .select({
      id: phases.id,
      analysisId: phases.analysisId,
      applicationId: analyses.applicationId,
      toggleId: analyses.toggleId,
      ruleId: analyses.ruleId,
      startedAt: phases.startedAt,
      endedAt: phases.endedAt,
      salt: phases.salt,
      buckets: phases.buckets,
      values: phases.values,
      ranges: phases.ranges,
      moved: phases.moved,
      isOnlyRule: phases.isOnlyRule,
      segmentIds: analyses.segments,
    })
    .from(phases)
    .innerJoin(analyses, eq(analyses.id, phases.analysisId))
    .where(
      and(
        eq(phases.environmentId, environmentId),
        or(isNull(phases.endedAt), gt(phases.endedAt, new Date(Date.now() - KEPT_MS))),
      ),
    )
    .orderBy(asc(phases.startedAt));
  const [first] = rows;
  if (first === undefined) return [];
  const segmentIds = new Set(rows.flatMap((row) => row.segmentIds));
  const keys = await readPropertyKeys(sql, first.applicationId, [...segmentIds]);
  return rows.map(({ segmentIds: ids, applicationId: _, ...phase }) => ({
    ...phase,
    segments: ids.map((id) => keys.get(id) ?? ''),
  }));
}
