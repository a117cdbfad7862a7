import type { Analysis } from '@comporta/contract/analyses/analysis';
import { checkAnalysis } from '@comporta/contract/analyses/check-analysis';
import { Rejection } from '../platform/base/rejection.ts';
import { valueOrReject } from '../platform/base/value-or-reject.ts';
import { nextVersion, requireVersion } from '../platform/base/versions.ts';
import { recordChange } from '../platform/changes/changes.ts';
import type { Sql } from '../platform/database/database.ts';
import { analysisAnswer } from './analysis-answer.ts';
import { analysisChange } from './analysis-changes.ts';
import { deleteAnalysisRow, updateAnalysis, writeMetrics } from './analysis-repository.ts';
import { measuredMetrics } from './measured-metrics.ts';
import { openPhaseOf } from './phases/follow-phases.ts';
import type { Looking } from './results/look-at-phase.ts';
import { type AnalysisWrite, readAnalysis, readMeasurable } from './save-analysis.ts';

/** The ids that address an analysis: `id` is its experiment. */
export interface AnalysisPlace {
  readonly id: string;
  readonly analysisId: string;
}

/** Starts measuring: the plan is frozen, and the metrics are copied as they are now. */
export async function startAnalysis(
  write: AnalysisWrite,
  { id: experimentId, analysisId }: AnalysisPlace,
  look: (sql: Sql) => Looking,
): Promise<Analysis> {
  const { sql, actor, application, environment, ifMatch } = write;
  const before = await readAnalysis(write, experimentId, analysisId);
  requireVersion(before, ifMatch);
  if (before.state !== 'DRAFT')
    throw new Rejection('WRONG_ANALYSIS_STATE', { state: before.state });
  const measurable = await readMeasurable(write, experimentId);
  valueOrReject(checkAnalysis(before, measurable));
  if (measurable.status !== 'ACTIVE') throw new Rejection('EXPERIMENT_NOT_ACTIVE');
  const startedAt = new Date();
  await writeMetrics(sql, analysisId, await measuredMetrics(look(sql), before, measurable));
  await updateAnalysis(sql, analysisId, {
    state: 'RUNNING',
    startedAt,
    ...nextVersion(before, actor),
  });
  const phase = await openPhaseOf(sql, application.id, {
    analysisId,
    at: startedAt,
    reason: 'START',
  });
  const change = analysisChange(before, environment, {
    action: 'EDITED',
    before: { state: 'DRAFT' },
    after: {
      state: 'RUNNING',
      phase: phase.number,
      ...(before.trustedExposures && { trustedExposures: true }),
    },
  });
  await recordChange({ sql, actor, application }, change);
  return analysisAnswer(await readAnalysis(write, experimentId, analysisId));
}

/** Deletes a draft; rejects with WRONG_ANALYSIS_STATE in any other state, so that no measurement is lost. */
export async function deleteAnalysis(
  write: AnalysisWrite,
  { id: experimentId, analysisId }: AnalysisPlace,
): Promise<void> {
  const { sql, actor, application, environment, ifMatch } = write;
  const analysis = await readAnalysis(write, experimentId, analysisId);
  requireVersion(analysis, ifMatch);
  if (analysis.state !== 'DRAFT') {
    throw new Rejection('WRONG_ANALYSIS_STATE', { state: analysis.state });
  }
  await deleteAnalysisRow(sql, analysisId);
  const { state, hypothesis, control } = analysis;
  const before = { state, hypothesis, control };
  const change = analysisChange(analysis, environment, {
    action: 'DELETED',
    before,
    isServed: false,
  });
  await recordChange({ sql, actor, application }, change);
}
