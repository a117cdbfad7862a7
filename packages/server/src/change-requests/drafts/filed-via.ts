import type { KeptStep } from '../../tables/change-requests.ts';
import type { StoredRequest } from '../change-request-repository.ts';

/** Steps as their author filed them with this token, or in person. */
export function filedVia(
  steps: readonly KeptStep[],
  token: string | undefined,
): readonly KeptStep[] {
  return steps.map(({ via: _via, ...step }) => ({
    ...step,
    ...(token !== undefined && { via: token }),
  }));
}

/** The token with which the next step was filed, by its name; after the last one, that of the last. */
export function viaOf({
  steps,
  currentStep,
}: Pick<StoredRequest, 'steps' | 'currentStep'>): string | undefined {
  return (steps[currentStep] ?? steps.at(-1))?.via;
}
