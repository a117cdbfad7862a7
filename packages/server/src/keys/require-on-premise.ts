import { Rejection } from '../platform/base/rejection.ts';
import type { Actor } from '../platform/callers/actor.ts';
import { ON_PREMISE } from '../platform/config/plans.ts';

/** Keys that manage a company are for those that run the service themselves. Rejects with FORBIDDEN. Source: S12. */
export function requireOnPremise({ plan }: Pick<Actor, 'plan'>): void {
  if (plan !== ON_PREMISE) throw new Rejection('FORBIDDEN');
}
