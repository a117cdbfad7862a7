import type { Analysis } from '@comporta/contract/analyses/analysis';
import { lengthOf } from '@comporta/contract/problem';
import { Rejection } from '../platform/base/rejection.ts';
import { nextVersion, requireVersion } from '../platform/base/versions.ts';
import { recordChange } from '../platform/changes/changes.ts';
import { analysisAnswer } from './analysis-answer.ts';
import { analysisChange } from './analysis-changes.ts';
import { type StoredAnalysis, updateAnalysis } from './analysis-repository.ts';
import { endOpenPhase } from './phases/follow-phases.ts';
import type { AnalysisPlace } from './run-analysis.ts';
import { type AnalysisWrite, readAnalysis } from './save-analysis.ts';

const REASON_MAX_CHARS = 1_000;
const HOUR_MS = 60 * 60_000;

interface StopBody {
  readonly wait?: boolean | null | undefined;
  readonly reason: string;
}

/** Takes no new users from now on; with `wait`, events count until the last time window is over. Source: RES-12. */
export async function stopAnalysis(
  write: AnalysisWrite<StopBody>,
  { id: experimentId, analysisId }: AnalysisPlace,
): Promise<Analysis> {
  const { sql, actor, application, environment, body, ifMatch } = write;
  const before = await readAnalysis(write, experimentId, analysisId);
  requireVersion(before, ifMatch);
  const { wait, reason: note } = { ...body, reason: checkedReason(body.reason) };
  const isRunning = before.state === 'RUNNING';
  if (!isRunning && !(before.state === 'CLOSING' && wait !== true)) {
    throw new Rejection('WRONG_ANALYSIS_STATE', { state: before.state });
  }
  const at = new Date();
  const closesAt = closingTime(before, at);
  const isClosing = wait === true && closesAt > at;
  await endOpenPhase(sql, analysisId, { at, keepsWindows: isClosing });
  await updateAnalysis(sql, analysisId, {
    ...(isClosing
      ? { state: 'CLOSING', closesAt }
      : { state: 'STOPPED', stoppedAt: at, stopReason: 'USER' }),
    // A second stop, while closing, without a reason keeps the first reason.
    ...(isRunning || note !== '' ? { stopNote: note } : {}),
    stoppedBy: { ...(actor.kind === 'user' && { id: actor.id }), name: actor.name },
    ...nextVersion(before, actor),
  });
  const change = analysisChange(before, environment, {
    action: 'EDITED',
    before: { state: before.state, phase: before.phases.at(-1)?.number },
    after: { state: isClosing ? 'CLOSING' : 'STOPPED', ...(note !== '' && { reason: note }) },
  });
  await recordChange({ sql, actor, application }, change);
  return analysisAnswer(await readAnalysis(write, experimentId, analysisId));
}

export function checkedReason(text: string): string {
  const reason = text.trim();
  if (lengthOf(reason) > REASON_MAX_CHARS) {
    const meta = { field: 'reason', limit: REASON_MAX_CHARS, at: ['reason'] };
    throw new Rejection('LIMIT_EXCEEDED', meta);
  }
  return reason;
}

/** When the longest window of any metric ends for a user who is exposed at `at`. */
function closingTime({ metrics }: StoredAnalysis, at: Date): Date {
  const hours = Math.max(0, ...metrics.map(({ windowHours }) => windowHours));
  return new Date(at.getTime() + hours * HOUR_MS);
}
