import { growthIn, guardedRule } from '@comporta/contract/change-requests/check-guard';
import { Rejection } from '../../platform/base/rejection.ts';
import type { KeptGuardState } from '../../tables/change-requests.ts';
import { type Gathering, writeFor } from '../apply-edits.ts';
import type { StoredRequest } from '../change-request-repository.ts';

const NOTHING_SEEN = {
  phaseId: null,
  countedAt: null,
  units: [],
  guardrails: [],
  marked: 0,
  waitsFor: null,
  harm: null,
  rolledBack: false,
} as const;

/**
 * What a guard knows once a step is applied: nothing yet, for each step opens a phase. In the commit of the first one, when
 * the split exists, its analysis is made and started. Null without a guard. Source: SAF-52, SAF-55.
 */
export async function guardedState(
  inside: Gathering,
  { guard, guardState, steps }: Pick<StoredRequest, 'guard' | 'guardState' | 'steps'>,
): Promise<KeptGuardState | null> {
  if (guard === null) return null;
  if (guardState !== null) return { ...NOTHING_SEEN, analysisId: guardState.analysisId };
  const ruleId = guardedRule(steps);
  const edit = steps[0]?.edits[0];
  if (ruleId === undefined || edit === undefined) throw new Rejection('INVALID_GUARD');
  const { analysis, analysisId } = guard;
  const growth = growthIn(steps, ruleId);
  const guarded = {
    ruleId,
    ...growth,
    ...(analysis && { analysis }),
    ...(analysisId && { analysisId }),
  };
  const begun = await inside.edits.guard.begin(writeFor(inside, edit), edit.id, guarded);
  return { ...NOTHING_SEEN, analysisId: begun };
}
