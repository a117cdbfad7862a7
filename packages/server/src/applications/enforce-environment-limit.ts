import { Rejection } from '../platform/base/rejection.ts';
import { limitOf, type Plans } from '../platform/config/plans.ts';

/** Rejects with MAX_ENVIRONMENTS_LIMIT_REACHED when one application has more environments than the plan allows. */
export function enforceEnvironmentLimit(plans: Plans, plan: string, count: number): void {
  const limit = limitOf(plans, plan, 'MAX_ENVIRONMENTS');
  if (limit !== undefined && count > limit) {
    throw new Rejection('MAX_ENVIRONMENTS_LIMIT_REACHED', {
      'max-environments': limit,
      at: ['environments'],
    });
  }
}
