import type { Analysis, MeasuredMetric } from '@comporta/contract/analyses/analysis';
import type { AnalysisValue } from '@comporta/contract/analyses/check-analysis';
import {
  and,
  asc,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  ne,
  sql as raw,
  type SQL,
} from 'drizzle-orm';
import { isId } from '../platform/base/ids.ts';
import type { Versioned } from '../platform/base/versions.ts';
import type { Sql } from '../platform/database/database.ts';
import { onlyRow } from '../platform/database/only-row.ts';
import { analyses, analysisMetrics, phases } from '../tables/analyses.ts';
import { toggles } from '../tables/toggles.ts';
import { TOGGLE_NAME } from './toggle-name-repository.ts';

type AnalysisRow = typeof analyses.$inferSelect;
export type StoredPhase = typeof phases.$inferSelect;

/** An analysis with its metrics and phases. */
export interface StoredAnalysis extends AnalysisValue, Versioned {
  readonly id: string;
  readonly appId: string;
  readonly envId: string;
  readonly environmentName: string;
  readonly experimentId: string;
  readonly toggleId: string;
  readonly toggleName: string;
  readonly state: Analysis['state'];
  readonly startedAt: Date | null;
  readonly closesAt: Date | null;
  readonly stoppedAt: Date | null;
  readonly stopReason: AnalysisRow['stopReason'];
  readonly stoppedBy: AnalysisRow['stoppedBy'];
  readonly stopNote: string | null;
  readonly shippedValue: string | null;
  readonly segmentsAddedAt: AnalysisRow['segmentsAddedAt'];
  readonly verdict: AnalysisRow['verdict'];
  readonly metrics: readonly MeasuredMetric[];
  readonly phases: readonly StoredPhase[];
}

/** Answers the newest first. */
async function readAnalyses(sql: Sql, condition: SQL | undefined): Promise<StoredAnalysis[]> {
  const rows = await sql
    .select({ analysis: analyses, toggleName: TOGGLE_NAME })
    .from(analyses)
    .leftJoin(toggles, eq(toggles.id, analyses.toggleId))
    .where(condition)
    .orderBy(desc(analyses.createdAt), desc(analyses.id));
  const ids = rows.map(({ analysis }) => analysis.id);
  if (ids.length === 0) return [];
  const metrics = Map.groupBy(
    await sql
      .select()
      .from(analysisMetrics)
      .where(inArray(analysisMetrics.analysisId, ids))
      .orderBy(asc(analysisMetrics.no)),
    ({ analysisId }) => analysisId,
  );
  const ofAnalyses = Map.groupBy(
    await sql
      .select()
      .from(phases)
      .where(inArray(phases.analysisId, ids))
      .orderBy(asc(phases.number)),
    ({ analysisId }) => analysisId,
  );
  return rows.map(({ analysis, toggleName }) => {
    const { applicationId: appId, environmentId: envId, ...rest } = analysis;
    const { createdAt: _, deletedToggleName: __, ...columns } = rest;
    return {
      ...columns,
      appId,
      envId,
      toggleName,
      metrics: (metrics.get(analysis.id) ?? []).map(
        ({ no, role, definition, addedAt, removed }) => ({
          no,
          role,
          ...definition,
          ...(addedAt && { addedAt: addedAt.toISOString() }),
          ...(removed && { removed }),
        }),
      ),
      phases: ofAnalyses.get(analysis.id) ?? [],
    };
  });
}

export interface OfExperiment {
  readonly envId: string;
  readonly experimentId: string;
}

export async function listAnalysesOf(
  sql: Sql,
  { envId, experimentId }: OfExperiment,
): Promise<StoredAnalysis[]> {
  if (!isId(experimentId)) return [];
  return readAnalyses(
    sql,
    and(eq(analyses.environmentId, envId), eq(analyses.experimentId, experimentId)),
  );
}

export async function listAnalysesOfToggle(
  sql: Sql,
  applicationId: string,
  toggleId: string,
): Promise<StoredAnalysis[]> {
  if (!isId(toggleId)) return [];
  return readAnalyses(
    sql,
    and(eq(analyses.applicationId, applicationId), eq(analyses.toggleId, toggleId)),
  );
}

export async function findAnalysis(
  sql: Sql,
  { envId, experimentId }: OfExperiment,
  id: string,
): Promise<StoredAnalysis | undefined> {
  if (!isId(id) || !isId(experimentId)) return undefined;
  const [analysis] = await readAnalyses(
    sql,
    and(
      eq(analyses.environmentId, envId),
      eq(analyses.experimentId, experimentId),
      eq(analyses.id, id),
    ),
  );
  return analysis;
}

export async function findAnalysisOf(
  sql: Sql,
  applicationId: string,
  id: string,
): Promise<StoredAnalysis | undefined> {
  if (!isId(id)) return undefined;
  const ofApplication = eq(analyses.applicationId, applicationId);
  const [analysis] = await readAnalyses(sql, and(ofApplication, eq(analyses.id, id)));
  return analysis;
}

/** Analyses of any application, for work that the service does by itself. */
export function readAnalysesOfPhases(
  sql: Sql,
  phaseIds: readonly string[],
): Promise<StoredAnalysis[]> {
  const ofPhases = sql
    .select({ id: phases.analysisId })
    .from(phases)
    .where(inArray(phases.id, [...phaseIds]));
  return readAnalyses(sql, inArray(analyses.id, ofPhases));
}

export function readClosingAnalyses(sql: Sql, before: Date): Promise<StoredAnalysis[]> {
  return readAnalyses(
    sql,
    and(eq(analyses.state, 'CLOSING'), raw`${analyses.closesAt} <= ${before.toISOString()}`),
  );
}

export async function insertAnalysis(
  sql: Sql,
  analysis: typeof analyses.$inferInsert,
): Promise<string> {
  const { id } = onlyRow(
    await sql.insert(analyses).values(analysis).returning({ id: analyses.id }),
  );
  return id;
}

export async function updateAnalysis(
  sql: Sql,
  id: string,
  changes: Partial<AnalysisRow>,
): Promise<void> {
  await sql.update(analyses).set(changes).where(eq(analyses.id, id));
}

/** Stores the current verdict; returns false, and writes nothing, once the analysis is stopped. */
export async function writeVerdict(
  sql: Sql,
  id: string,
  verdict: NonNullable<AnalysisRow['verdict']>,
): Promise<boolean> {
  const rows = await sql
    .update(analyses)
    .set({ verdict })
    .where(and(eq(analyses.id, id), ne(analyses.state, 'STOPPED')))
    .returning({ id: analyses.id });
  return rows.length > 0;
}

export async function deleteAnalysisRow(sql: Sql, id: string): Promise<void> {
  await sql.delete(analyses).where(eq(analyses.id, id));
}

export async function writeMetrics(
  sql: Sql,
  analysisId: string,
  metrics: readonly MeasuredMetric[],
): Promise<void> {
  await sql.delete(analysisMetrics).where(eq(analysisMetrics.analysisId, analysisId));
  if (metrics.length === 0) return;
  await sql.insert(analysisMetrics).values(
    metrics.map(({ no, role, addedAt, removed = false, ...definition }) => ({
      analysisId,
      no,
      role,
      definition,
      addedAt: addedAt === undefined ? null : new Date(addedAt),
      removed,
    })),
  );
}

export async function hasOpenAnalysisWith(
  sql: Sql,
  applicationId: string,
  metricId: string,
): Promise<boolean> {
  const chosen = JSON.stringify([{ metricId }]);
  const [row] = await sql
    .select({ id: analyses.id })
    .from(analyses)
    .where(
      and(
        eq(analyses.applicationId, applicationId),
        ne(analyses.state, 'STOPPED'),
        raw`(${analyses.goal} ->> 'metricId' = ${metricId}
          or ${analyses.guardrails} @> ${chosen}::jsonb or ${analyses.secondary} @> ${chosen}::jsonb)`,
      ),
    )
    .limit(1);
  return row !== undefined;
}

/** Stores final looks at guardrails; one that the phase already has stays as it is. Source: RES-105. */
export async function storeGuardrailLooks(
  sql: Sql,
  phaseId: string,
  looks: NonNullable<StoredPhase['guardrailLooks']>,
): Promise<void> {
  await sql
    .update(phases)
    .set({ guardrailLooks: raw`${JSON.stringify(looks)}::jsonb || ${phases.guardrailLooks}` })
    .where(and(eq(phases.id, phaseId), isNotNull(phases.guardrailLooks)));
}

/** Writes nothing when the phase already has a final look. */
export async function storeFinalLook(
  sql: Sql,
  phaseId: string,
  look: Required<Pick<StoredPhase, 'finalLook' | 'finalLookAt'>>,
): Promise<void> {
  await sql
    .update(phases)
    .set(look)
    .where(and(eq(phases.id, phaseId), isNull(phases.finalLookAt)));
}
