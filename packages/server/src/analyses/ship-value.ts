import type { Analysis } from '@comporta/contract/analyses/analysis';
import { splitValues } from '@comporta/contract/analyses/check-analysis';
import { winnerOf } from '@comporta/contract/analyses/verdict';
import type { ExperimentEdit } from '@comporta/contract/experiments/experiment';
import { ruleDraftSchema } from '@comporta/contract/experiments/rule-draft';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { Rejection } from '../platform/base/rejection.ts';
import { nextVersion, requireVersion } from '../platform/base/versions.ts';
import { recordChange } from '../platform/changes/changes.ts';
import type { Sql } from '../platform/database/database.ts';
import { analysisAnswer } from './analysis-answer.ts';
import { analysisChange } from './analysis-changes.ts';
import { type StoredAnalysis, updateAnalysis } from './analysis-repository.ts';
import { endOpenPhase } from './phases/follow-phases.ts';
import type { EvaluatedPhase } from './results/evaluate-phase.ts';
import { type Looking, lookAtPhase } from './results/look-at-phase.ts';
import { withoutUndefined } from './results/read-results.ts';
import type { AnalysisPlace } from './run-analysis.ts';
import { type AnalysisWrite, readAnalysis, readMeasurable } from './save-analysis.ts';
import { checkedReason } from './stop-analysis.ts';

/** Saves an experiment as the editor does: with the same checks, audit log entry and new revision. */
export type EditExperiment = (
  write: AnalysisWrite<ExperimentEdit>,
  experimentId: string,
) => Promise<unknown>;

interface Shipping {
  /** Undefined where nobody has looked: then no value is the winner. */
  readonly looked: LookedAtBefore | undefined;
  readonly editExperiment: EditExperiment;
}

interface ShipBody {
  readonly value: string;
  readonly reason: string;
}

/** What an analysis was, and its verdict, before the transaction that ships a value. */
export interface LookedAtBefore {
  readonly state: Analysis['state'];
  readonly phaseId: string | undefined;
  readonly verdict: EvaluatedPhase['verdict'] | undefined;
}

/**
 * Looks at the figures without a transaction: they are several queries at once, each with a connection, and those who
 * wait for what the transaction locks may hold all others. Source: FAIR-44.
 */
export async function lookBeforeShipping(
  write: Pick<AnalysisWrite, 'sql' | 'environment'>,
  { id: experimentId, analysisId }: AnalysisPlace,
  look: (sql: Sql) => Looking,
): Promise<LookedAtBefore> {
  return lookAtAnalysis(look(write.sql), await readAnalysis(write, experimentId, analysisId));
}

export async function lookAtAnalysis(
  looking: Looking,
  analysis: StoredAnalysis,
): Promise<LookedAtBefore> {
  const { state } = analysis;
  const phase = analysis.phases.at(-1);
  const looked = phase && (await lookAtPhase(looking, analysis, phase));
  return { state, phaseId: phase?.id, verdict: looked?.evaluated.verdict };
}

/**
 * Gives one value to all users that the rule matches, and stops the analysis with the verdict of a moment before.
 * Rejects with EMPTY_REASON when the value is not the winner and no reason is given. Source: RES-73, RES-106.
 */
export async function shipValue(
  write: AnalysisWrite<ShipBody>,
  { id: experimentId, analysisId }: AnalysisPlace,
  { looked, editExperiment }: Shipping,
): Promise<Analysis> {
  const { sql, actor, application, environment, body, ifMatch } = write;
  const before = await readAnalysis(write, experimentId, analysisId);
  requireVersion(before, ifMatch);
  const phase = before.phases.at(-1);
  const isMeasuring = before.state === 'RUNNING' || before.state === 'CLOSING';
  const isAsLookedAt =
    looked === undefined || (before.state === looked.state && phase?.id === looked.phaseId);
  if (phase === undefined || !isMeasuring || !isAsLookedAt) {
    throw new Rejection('WRONG_ANALYSIS_STATE', { state: before.state });
  }
  const { rules, toggle } = await readMeasurable(write, experimentId);
  const rule = orNotFound(rules.find(({ id }) => id === before.ruleId));
  const { value } = body;
  if (!splitValues(rule, toggle.values).includes(value)) {
    throw new Rejection('UNKNOWN_VALUE', { at: ['value'] });
  }
  const verdict = looked?.verdict;
  const isWinner = verdict !== undefined && winnerOf(withoutUndefined(verdict)) === value;
  const reason = checkedReason(body.reason);
  if (!isWinner && reason === '') throw new Rejection('EMPTY_REASON', { at: ['reason'] });

  const at = new Date();
  await endOpenPhase(sql, analysisId, { at, keepsWindows: false });
  await updateAnalysis(sql, analysisId, {
    state: 'STOPPED',
    stoppedAt: at,
    stopReason: 'SHIPPED',
    stoppedBy: { ...(actor.kind === 'user' && { id: actor.id }), name: actor.name },
    stopNote: reason,
    shippedValue: value,
    ...(verdict && { verdict: withoutUndefined(verdict) }),
    ...nextVersion(before, actor),
  });
  const change = analysisChange(before, environment, {
    action: 'EDITED',
    before: { state: before.state },
    after: {
      state: 'STOPPED',
      value,
      ...(verdict && { verdict: verdict.code }),
      ...(reason !== '' && { reason }),
    },
  });
  await recordChange({ sql, actor, application }, change);
  const valueSpec = { type: 'EXACT_VALUE', exactValue: value } as const;
  const changed = rules.map((one) => (one === rule ? { ...one, valueSpec } : one));
  const edit = { toggleId: '', rules: changed.map((one) => ruleDraftSchema.parse(one)) };
  await editExperiment({ ...write, ifMatch: undefined, body: edit }, experimentId);
  return analysisAnswer(await readAnalysis(write, experimentId, analysisId));
}
