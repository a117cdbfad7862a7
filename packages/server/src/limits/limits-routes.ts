import type { Limit } from '@comporta/contract/limits/limits';
import * as api from '@comporta/contract/limits/limits-api';
import type { Config } from '../platform/config/config.ts';
import { limitOf, type PlanLimit } from '../platform/config/plans.ts';
import type { Server } from '../platform/http/route.ts';
import { countApplications, countToggles, countUsers } from '../platform/limits/account-counts.ts';

export function limitsRoutes({ route }: Server, { plans }: Pick<Config, 'plans'>): void {
  route(api.getLimits, async ({ sql, actor: { accountId, plan } }) => {
    const limited = (limit: PlanLimit, currentCount: number): Limit => {
      const maxLimit = limitOf(plans, plan, limit) ?? null;
      return { type: maxLimit === null ? 'UNLIMITED' : 'LIMITED', currentCount, maxLimit };
    };
    const [apps, toggles, users] = await Promise.all([
      countApplications(sql, accountId),
      countToggles(sql, accountId),
      countUsers(sql, accountId),
    ]);
    return {
      MAX_APPS: limited('MAX_APPS', apps),
      MAX_FEATURE_TOGGLES: limited('MAX_FEATURE_TOGGLES', toggles),
      MAX_USERS: limited('MAX_USERS', users),
    };
  });
}
