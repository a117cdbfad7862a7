import type { BucketRange } from '@comporta/contract/experiments/bucket-ranges';
import { listItems } from '@comporta/engine/operators/list';
import { and, asc, eq, gt, isNotNull, isNull, or, sql as raw } from 'drizzle-orm';
import { readNames } from '../../platform/changes/names-of-deleted.ts';
import type { Sql } from '../../platform/database/database.ts';
import { analyses, phases } from '../../tables/analyses.ts';
import { PROPERTY_NAMES } from '../../tables/properties.ts';

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
  /** Whether exposures by a client key are refused. */
  readonly trustedExposures: boolean;
  readonly byPropertyId: string | null;
  /** The key of the property whose values are the units; undefined where users are. */
  readonly by: string | undefined;
  /** The keys of the properties that the plan names as segments. */
  readonly segments: readonly string[];
  /** The values of each segment that a condition of the application names. */
  readonly terms: readonly ReadonlySet<string>[];
}

/** Longer than a closed phase takes exposures, so that a late one is refused with STALE_PHASE and not NOT_MEASURED. */
const KEPT_MS = 8 * 24 * 60 * 60_000;

export async function readMeasuredPhases(
  sql: Sql,
  environmentId: string,
): Promise<MeasuredPhase[]> {
  const since = new Date(Date.now() - KEPT_MS);
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
      byPropertyId: phases.byPropertyId,
      trustedExposures: analyses.trustedExposures,
      segmentIds: analyses.segments,
    })
    .from(phases)
    .innerJoin(analyses, eq(analyses.id, phases.analysisId))
    .where(
      and(
        eq(phases.environmentId, environmentId),
        or(
          isNull(phases.endedAt),
          gt(phases.endedAt, since),
          // Windows stay open after the end of a phase: until then its events name its units.
          and(
            isNotNull(phases.byPropertyId),
            or(isNull(phases.eventsUntil), gt(phases.eventsUntil, since)),
          ),
        ),
      ),
    )
    .orderBy(asc(phases.startedAt));
  const [first] = rows;
  if (first === undefined) return [];
  const segmentIds = new Set(rows.flatMap((row) => row.segmentIds));
  const keys = await readNames(sql, PROPERTY_NAMES, {
    applicationId: first.applicationId,
    ids: [...segmentIds, ...rows.flatMap(({ byPropertyId }) => byPropertyId ?? [])],
  });
  const terms = await readTerms(sql, first.applicationId, [...segmentIds]);
  return rows.map(({ segmentIds: ids, applicationId: _, ...phase }) => ({
    ...phase,
    by: phase.byPropertyId === null ? undefined : (keys.get(phase.byPropertyId) ?? ''),
    segments: ids.map((id) => keys.get(id) ?? ''),
    terms: ids.map((id) => terms.get(id) ?? NO_TERMS),
  }));
}

const NO_TERMS: ReadonlySet<string> = new Set();

/** The terms of conditions on properties, by the property. Those of other expressions are no single values. */
async function readTerms(
  sql: Sql,
  applicationId: string,
  propertyIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const terms = new Map<string, Set<string>>();
  if (propertyIds.length === 0) return terms;
  const { rows } = await sql.execute<{ id: string; expression: string; term: string }>(raw`
    with conditions as (
      select jsonb_path_query(conditions, '$[*]') as one from target_groups
        where application_id = ${applicationId}
      union all
      select jsonb_path_query(rules, '$[*].propertyRule') from experiments
        where application_id = ${applicationId}
      union all
      select jsonb_path_query(rules, '$[*].combinedRule.conditions[*].propertyRule') from experiments
        where application_id = ${applicationId})
    select distinct one ->> 'propertyId' as id, one ->> 'expression' as expression, one ->> 'term' as term
    from conditions
    where one ->> 'propertyId' = any(${raw.param([...propertyIds])}::text[])
      and one ->> 'expression' in ('EQUALS', 'IN')`);
  for (const { id, expression, term } of rows) {
    const known = terms.get(id) ?? new Set();
    for (const item of expression === 'IN' ? listItems(term) : [term]) known.add(item);
    terms.set(id, known);
  }
  return terms;
}
