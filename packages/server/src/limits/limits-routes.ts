import type { Limit } from '@comporta/contract/limits/limits';
import * as api from '@comporta/contract/limits/limits-api';
import type { Config } from '../platform/config/config.ts';
import { limitOf } from '../platform/config/plans.ts';
import type { Server } from '../platform/http/route.ts';
import type { Limited } from '../platform/limits/enforce-plan-limit.ts';

export function limitsRoutes(
  { route }: Server,
  { plans }: Pick<Config, 'plans'>,
  { apps, toggles, users }: Readonly<Record<'apps' | 'toggles' | 'users', Limited>>,
): void {
  route(api.getLimits, async ({ sql, actor: { accountId, plan } }) => {
    const told = async ({ limit, count }: Limited): Promise<Limit> => {
      const maxLimit = limitOf(plans, plan, limit) ?? null;
      const currentCount = await count(sql, accountId);
      return { type: maxLimit === null ? 'UNLIMITED' : 'LIMITED', currentCount, maxLimit };
    };
    const [MAX_APPS, MAX_FEATURE_TOGGLES, MAX_USERS] = await Promise.all([
      told(apps),
      told(toggles),
      told(users),
    ]);
    return { MAX_APPS, MAX_FEATURE_TOGGLES, MAX_USERS };
  });
}
