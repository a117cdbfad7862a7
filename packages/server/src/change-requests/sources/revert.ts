import { isSameJson } from '@comporta/contract/canonical-json';
import { isFinal } from '@comporta/contract/change-requests/request-state';
import { Rejection } from '../../platform/base/rejection.ts';
import { findRequest } from '../change-request-repository.ts';
import { findEdited, mergedWith } from '../edited-things.ts';
import type { PlannedEdit } from '../file-steps.ts';
import type { Applying } from '../requests.ts';
import { inverseOf } from '../roll-back.ts';

/**
 * What takes back the applied steps of a closed request: from what they left to what they found, merged over the present,
 * so that later changes of other parts stay. Where somebody has changed the same part since, a person has to choose. What
 * is gone, or as it was before, is left out. Rejects with INVALID_SOURCE. Source: SAF-65.
 */
export async function revertedEdits(
  applying: Applying,
  requestId: string,
): Promise<readonly PlannedEdit[]> {
  const request = await findRequest(applying.sql, applying.application.id, requestId);
  const isOver = request !== undefined && isFinal(request.status);
  if (!isOver || request.status === 'ROLLED_BACK') {
    throw new Rejection('INVALID_SOURCE', { at: ['source', 'revert'] });
  }
  const applied = request.steps.filter(({ appliedAt }) => appliedAt !== undefined);
  const edits: PlannedEdit[] = [];
  for (const inverse of inverseOf(applied.flatMap((step) => step.edits))) {
    const present = (await findEdited(applying, inverse))?.body ?? null;
    const merged = mergedWith(inverse, present);
    const isIdle = 'gone' in merged || ('merged' in merged && isSameJson(merged.merged, present));
    // A save of it can be sent again as it is.
    if (!isIdle)
      edits.push({ ...inverse, ...(inverse.action === 'UPDATE' && { body: inverse.result }) });
  }
  return edits;
}
