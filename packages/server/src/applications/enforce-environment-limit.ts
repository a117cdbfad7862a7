import { Rejection } from '../platform/base/rejection.ts';
import { limitOf, type Plans } from '../platform/config/plans.ts';

/** Refuses more environments than the plan gives one application. */
export function enforceEnvironmentLimit(plans: Plans, plan: string, count: number): void {
  const limit = limitOf(plans, plan, 'MAX_ENVIRONMENTS');
  if (limit !== undefined && count > limit) {
    throw new Rejection('MAX_ENVIRONMENTS_LIMIT_REACHED', {
      'max-environments': limit,
      at: ['environments'],
    });
  }
}
