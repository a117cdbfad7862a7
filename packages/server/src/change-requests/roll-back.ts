import type { Author } from '../platform/callers/actor.ts';
import type { KeptEdit, KeptHold } from '../tables/change-requests.ts';
import { writeFor } from './apply-edits.ts';
import { applyAll, Held } from './apply-step.ts';
import type { StoredRequest } from './change-request-repository.ts';
import { inOrder } from './edited-things.ts';
import { refusalOfEdit } from './refusal-of-edit.ts';
import type { Applying } from './requests.ts';

/**
 * Brings everything back that the applied steps have changed, all or nothing: what others have changed since stays, and where
 * they have changed the same part, nothing is rolled back. The analysis of its guard is stopped. Returns why not, or undefined.
 * `recordedBy` did it, where that was not the actor. Source: SAF-54.
 */
export async function rollBack(
  applying: Applying,
  { steps, number, title, reason, guardState }: StoredRequest,
  recordedBy?: Author,
): Promise<Omit<KeptHold, 'at'> | undefined> {
  const applied = steps.filter(({ appliedAt }) => appliedAt !== undefined);
  const inverse = inOrder(inverseOf(applied.flatMap(({ edits }) => edits)), ({ type, result }) => ({
    type,
    isDeletion: result === null,
  }));
  try {
    await applying.sql.transaction((sql) =>
      applyAll({ ...applying, sql }, inverse, {
        reason: reason || applying.application.reason,
        request: { number, step: applied.length },
        isFreezeFree: true,
        isReasonFree: true,
        ...(recordedBy && { recordedBy }),
        // Before the rules are as they were, for their phases would follow.
        before: async (inside) => {
          const edit = applied[0]?.edits[0];
          if (guardState === null || edit === undefined) return;
          const stop = { analysisId: guardState.analysisId, note: `#${number} ${title}` };
          await inside.edits.guard.stop(writeFor(inside, edit), edit.id, stop);
        },
      }),
    );
    return undefined;
  } catch (error) {
    if (error instanceof Held) return error.why;
    const { code, meta } = refusalOfEdit(error);
    return { reason: 'REFUSED', code, meta };
  }
}

/** Of each thing: from what the last step left to what the first one found. */
export function inverseOf(edits: readonly KeptEdit[]): KeptEdit[] {
  const byId = new Map<string, KeptEdit>();
  for (const { found = null, left: base = null, ...edit } of edits) {
    const first = byId.get(edit.id);
    const result = first === undefined ? found : first.result;
    const action = result === null ? 'DELETE' : base === null ? 'RESTORE' : 'UPDATE';
    byId.set(edit.id, { ...edit, action, body: null, base, result });
  }
  return [...byId.values()];
}
