import type { MeasuredMetric } from '@comporta/contract/analyses/analysis';
import { and, asc, eq, gt, inArray, isNull, ne, or, sql as raw } from 'drizzle-orm';
import type { Sql } from '../platform/database/database.ts';
import { analyses, analysisMetrics, phases } from '../tables/analyses.ts';
import { eventKeys, recountedPhases } from '../tables/events.ts';

/** A phase, with what is needed to count its units. */
export interface CountedPhase {
  readonly id: string;
  readonly environmentId: string;
  readonly endedAt: Date | null;
  readonly eventsUntil: Date | null;
  /** The property whose values are the units; null where users are. */
  readonly byPropertyId: string | null;
  /** Whether units of earlier phases are left out. */
  readonly newUsersOnly: boolean;
  /** The earlier phases of its analysis; none where a former release began the phase, which left moved buckets out. */
  readonly earlier: readonly EarlierPhase[];
  readonly excludeBots: boolean;
  /** For each property that the plan names: when it was added, or null for those of the start. */
  readonly segmentsFrom: readonly (string | null)[];
  readonly metrics: readonly CountedMetric[];
}

export interface EarlierPhase {
  readonly id: string;
  /** For each of its values, by their indexes, the index of the same value in the later phase; -1 where it has none. */
  readonly valueIxs: readonly number[];
}

export interface CountedMetric {
  readonly no: number;
  readonly definition: Omit<MeasuredMetric, 'no' | 'role' | 'addedAt' | 'removed'>;
  /** Null when no event with that key was ever received. */
  readonly eventKeyId: number | null;
  readonly denominatorKeyId: number | null;
}

/** Stands in for the end of a phase that has none. */
export const FOREVER = new Date('9999-12-31T00:00:00Z');

/** Events are accepted for seven days, and stored a while after that. */
export const LATE_MS = 8 * 24 * 60 * 60_000;

/** The phases whose figures may still change: events are accepted for seven days. */
export async function readCountedPhases(
  sql: Sql,
  environmentIds: readonly string[],
  which: 'UNSETTLED' | 'ALL' = 'UNSETTLED',
): Promise<CountedPhase[]> {
  const isUnsettled = or(
    ne(analyses.state, 'STOPPED'),
    gt(analyses.stoppedAt, new Date(Date.now() - LATE_MS)),
  );
  const rows = await sql
    .select({
      id: phases.id,
      analysisId: phases.analysisId,
      number: phases.number,
      values: phases.values,
      moved: phases.moved,
      newUsersOnly: phases.newUsersOnly,
      applicationId: analyses.applicationId,
      environmentId: phases.environmentId,
      endedAt: phases.endedAt,
      eventsUntil: phases.eventsUntil,
      byPropertyId: phases.byPropertyId,
      excludeBots: analyses.excludeBots,
      segments: analyses.segments,
      segmentsAddedAt: analyses.segmentsAddedAt,
    })
    .from(phases)
    .innerJoin(analyses, eq(analyses.id, phases.analysisId))
    .where(
      and(
        inArray(phases.environmentId, [...environmentIds]),
        which === 'ALL' ? undefined : isUnsettled,
      ),
    );
  if (rows.length === 0) return [];
  const metrics = await sql
    .select({
      analysisId: analysisMetrics.analysisId,
      no: analysisMetrics.no,
      definition: analysisMetrics.definition,
    })
    .from(analysisMetrics)
    .where(inArray(analysisMetrics.analysisId, [...new Set(rows.map((row) => row.analysisId))]))
    .orderBy(asc(analysisMetrics.no));
  const keys = await sql
    .select({ id: eventKeys.id, applicationId: eventKeys.applicationId, key: eventKeys.key })
    .from(eventKeys)
    .where(inArray(eventKeys.applicationId, [...new Set(rows.map((row) => row.applicationId))]));
  const idOf = (applicationId: string, key: string) =>
    keys.find((one) => one.applicationId === applicationId && one.key === key)?.id ?? null;
  return rows.map((row) => {
    const {
      analysisId,
      applicationId,
      number,
      values,
      moved,
      segments,
      segmentsAddedAt,
      ...phase
    } = row;
    return {
      ...phase,
      segmentsFrom: segments.map((id) => segmentsAddedAt[id] ?? null),
      earlier: rows
        .filter((other) => other.analysisId === analysisId && other.number < number)
        .filter(() => moved.length === 0)
        .map((other) => ({
          id: other.id,
          valueIxs: other.values.map((one) => values.indexOf(one)),
        })),
      metrics: metrics
        .filter((metric) => metric.analysisId === analysisId)
        .map(({ no, definition }) => ({
          no,
          // Before the start nobody stored events of such a unit, so there is nothing to adjust by (RUL-34).
          definition: phase.byPropertyId === null ? definition : { ...definition, cuped: false },
          eventKeyId: idOf(applicationId, definition.eventKey),
          denominatorKeyId: idOf(applicationId, definition.denominatorKey),
        })),
    };
  });
}

/** Notes phases to be looked at by any node, so that their results are kept even if this node stops. */
export async function markRecounted(sql: Sql, phaseIds: readonly string[]): Promise<void> {
  if (phaseIds.length === 0) return;
  await sql
    .insert(recountedPhases)
    .values(phaseIds.toSorted().map((phaseId) => ({ phaseId })))
    .onConflictDoUpdate({ target: recountedPhases.phaseId, set: { recountedAt: raw`now()` } });
}

/**
 * Notes up to when phases are counted: those by a property up to the last full five minutes, see `touchUnits`. A phase that is being saved is skipped until the next count.
 * `tookMs` is how long the count took, where figures are not late before three such counts (RES-123).
 */
export async function markCounted(sql: Sql, at: Date, tookMs?: number): Promise<void> {
  const unsettled = sql
    .select({ id: analyses.id })
    .from(analyses)
    .where(ne(analyses.state, 'STOPPED'));
  const isLate = gt(phases.endedAt, new Date(at.getTime() - LATE_MS));
  // A save locks several phases in its own order, so waiting for it could deadlock.
  const marked = sql
    .select({ id: phases.id })
    .from(phases)
    .where(and(inArray(phases.analysisId, unsettled), or(isNull(phases.endedAt), isLate)))
    .for('no key update', { skipLocked: true });
  const countedAt = raw`case when ${phases.byPropertyId} is null then ${at.toISOString()}::timestamptz
    else greatest(${phases.startedAt}, date_bin('5 minutes', ${at.toISOString()}::timestamptz, timestamptz 'epoch')) end`;
  const countSeconds = tookMs === undefined ? null : Math.ceil(tookMs / 1_000);
  await sql.update(phases).set({ countedAt, countSeconds }).where(inArray(phases.id, marked));
}
