import type { Analysis } from '@comporta/contract/analyses/analysis';
import type { PhaseDraft } from '@comporta/contract/analyses/phase';
import type { Change } from '@comporta/contract/nouns/change';
import { newId } from '../platform/base/ids.ts';
import { Rejection } from '../platform/base/rejection.ts';
import { requireVersion } from '../platform/base/versions.ts';
import { recordChanges } from '../platform/changes/changes.ts';
import { analysisAnswer } from './analysis-answer.ts';
import { followPhases } from './phases/follow-phases.ts';
import type { AnalysisPlace } from './run-analysis.ts';
import { type AnalysisWrite, readAnalysis, readMeasurable } from './save-analysis.ts';

/** Gives an experiment another salt, so that every user may get another value. The change is not recorded yet. */
export type Rerandomise = (
  write: AnalysisWrite,
  experimentId: string,
  salt: string,
) => Promise<Change>;

/** Opens a new phase with no users; earlier phases stay readable. Source: RES-16, RES-103. */
export async function startPhase(
  write: AnalysisWrite<PhaseDraft>,
  { id: experimentId, analysisId }: AnalysisPlace,
  rerandomise: Rerandomise,
): Promise<Analysis> {
  const { sql, actor, application, body, ifMatch } = write;
  const before = await readAnalysis(write, experimentId, analysisId);
  requireVersion(before, ifMatch);
  if (before.state !== 'RUNNING') {
    throw new Rejection('WRONG_ANALYSIS_STATE', { state: before.state });
  }
  const { status } = await readMeasurable(write, experimentId);
  if (status !== 'ACTIVE') throw new Rejection('EXPERIMENT_NOT_ACTIVE');
  const drawn = body.rerandomise === true && (await rerandomise(write, experimentId, newId()));
  const followed = await followPhases(sql, application.id, {
    analysisId,
    experimentId,
    by: actor.name,
    newUsersOnly: body.newUsersOnly === true,
  });
  const changes = [...(drawn ? [drawn] : []), ...followed];
  await recordChanges(
    sql,
    { actor, application },
    changes.map((change) => () => change),
  );
  return analysisAnswer(await readAnalysis(write, experimentId, analysisId));
}
