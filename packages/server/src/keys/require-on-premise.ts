import { Rejection } from '../platform/base/rejection.ts';
import { ON_PREMISE } from '../platform/config/plans.ts';
import type { Actor } from '../platform/identity/actor.ts';

/** Keys that manage a company are for those that run the service themselves. Rejects with FORBIDDEN. Source: S12. */
export function requireOnPremise({ plan }: Pick<Actor, 'plan'>): void {
  if (plan !== ON_PREMISE) throw new Rejection('FORBIDDEN');
}
