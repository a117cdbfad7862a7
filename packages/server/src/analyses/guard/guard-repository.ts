import { and, eq, isNull } from 'drizzle-orm';
import type { Sql } from '../../platform/database/database.ts';
import { phases } from '../../tables/analyses.ts';
import { readAnalysesOfPhases, type StoredAnalysis } from '../analysis-repository.ts';

/** The open phase of an analysis, and up to when it was counted; null where there is none. */
export async function findLastCount(sql: Sql, analysisId: string) {
  const [phase] = await sql
    .select({ phaseId: phases.id, countedAt: phases.countedAt })
    .from(phases)
    .where(and(eq(phases.analysisId, analysisId), isNull(phases.endedAt)));
  return {
    phaseId: phase?.phaseId ?? null,
    countedAt: phase?.countedAt?.toISOString() ?? null,
  };
}

/** An analysis of any application while it has an open phase. */
export async function readGuarded(
  sql: Sql,
  analysisId: string,
): Promise<StoredAnalysis | undefined> {
  const { phaseId } = await findLastCount(sql, analysisId);
  const [analysis] = phaseId === null ? [] : await readAnalysesOfPhases(sql, [phaseId]);
  return analysis;
}
