import type { CheckedRequest } from '@comporta/contract/change-requests/check-request';
import { Rejection } from '../../platform/base/rejection.ts';
import type { KeptProblem } from '../../tables/change-requests.ts';
import type { FiledStep, PlannedEdit } from '../file-steps.ts';
import type { Applying } from '../requests.ts';
import { promotedEdits } from './promotion.ts';
import { rampedSteps } from './ramp.ts';
import { revertedEdits } from './revert.ts';

/** What a request is to do, and what keeps it from being applied beside what its trial finds. */
interface PlannedSteps {
  readonly steps: readonly FiledStep[];
  readonly problems: readonly KeptProblem[];
}

/** The steps that somebody wrote, or those that follow from what the request comes from. */
export async function plannedSteps(
  applying: Applying,
  { steps, source }: CheckedRequest,
): Promise<PlannedSteps> {
  if (source?.promotion !== undefined) {
    const { edits, problems } = await promotedEdits(applying, source.promotion);
    return { steps: oneStep(edits), problems };
  }
  if (source?.revert !== undefined) {
    return { steps: oneStep(await revertedEdits(applying, source.revert)), problems: [] };
  }
  if (source?.ramp !== undefined) {
    return { steps: await rampedSteps(applying, source.ramp), problems: [] };
  }
  return { steps, problems: [] };
}

/** All at once. Rejects with NO_EDITS where nothing is left to do. */
function oneStep(edits: readonly PlannedEdit[]): readonly FiledStep[] {
  if (edits.length === 0) throw new Rejection('NO_EDITS', { at: ['source'] });
  return [{ at: null, wait: null, edits }];
}
