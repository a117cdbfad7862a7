import { guardedRule } from '@comporta/contract/change-requests/check-guard';
import type { StoredRule } from '@comporta/contract/experiments/rule';
import { Rejection } from '../../platform/base/rejection.ts';
import { applyAll } from '../apply-step.ts';
import type { StoredRequest } from '../change-request-repository.ts';
import { onTrial } from '../on-trial.ts';
import { refusalOfEdit } from '../refusal-of-edit.ts';
import type { Applying } from '../requests.ts';
import { guardedState } from './begin-guard.ts';

/**
 * A guard watches steps of one rule alone, and its analysis can be started once the first of them is applied; that is tried,
 * and taken back. Where the last step leaves nothing to compare, it has no watch. Rejects with INVALID_GUARD. Source: SAF-52.
 */
export async function requireGuardable(
  applying: Applying,
  { guard, steps, problems }: Pick<StoredRequest, 'guard' | 'steps' | 'problems'>,
): Promise<void> {
  if (guard === null) return;
  const ruleId = guardedRule(steps);
  if (ruleId === undefined) throw new Rejection('INVALID_GUARD', { at: ['guard'] });
  if (guard.watch > 0 && leavesNothing(steps, ruleId)) {
    throw new Rejection('INVALID_GUARD', { at: ['guard', 'watch'] });
  }
  // Of steps that cannot be applied nobody can tell.
  if (problems.length > 0) return;
  const application = { ...applying.application, reason: 'on trial', isFreezeFree: true };
  const refusal = await onTrial(applying.sql, (sql) =>
    applyAll({ ...applying, sql, application }, steps[0]?.edits ?? [], {
      after: async (inside) => {
        await guardedState(inside, { guard, steps, guardState: null });
      },
    }).then(
      () => undefined,
      (error: unknown) => refusalOfEdit(error),
    ),
  );
  if (refusal === undefined) return;
  const { code, meta } = refusal;
  const { at = [], ...others } = Object(meta);
  const plan = guard.analysisId === undefined ? 'analysis' : 'analysisId';
  throw new Rejection('INVALID_GUARD', { ...others, at: ['guard', plan, ...at], code });
}

/** Whether the last step gives all users of the rule one value. */
function leavesNothing(steps: StoredRequest['steps'], ruleId: string): boolean {
  const rules = (steps.at(-1)?.edits[0]?.result?.rules ?? []) as readonly StoredRule[]; // Of an experiment.
  return rules.find(({ id }) => id === ruleId)?.valueSpec.type === 'EXACT_VALUE';
}
