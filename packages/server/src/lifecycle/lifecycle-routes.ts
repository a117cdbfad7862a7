import type { ToggleLifecycle } from '@comporta/contract/lifecycle/lifecycle';
import { listLifecycles } from '@comporta/contract/lifecycle/lifecycle-api';
import { countStaleToggles } from '@comporta/contract/toggles/toggle-api';
import type { Config } from '../platform/config/config.ts';
import { CONSISTENT_READ, type Sql } from '../platform/database/database.ts';
import type { Server } from '../platform/http/route.ts';
import { readApplicationIds } from './lifecycle-repository.ts';
import { readLifecycles, readStaleIds } from './lifecycles.ts';

interface LifecycleDependencies extends Pick<Config, 'auditKeptDays'> {
  /** How many toggles of an application returned one value everywhere, as the release before counts. */
  countSoleValues(sql: Sql, applicationId: string): Promise<number>;
}

export function lifecycleRoutes(
  { route }: Server,
  { countSoleValues, ...config }: LifecycleDependencies,
): void {
  route(listLifecycles, async ({ sql, application, query }) => {
    const { countingSince, items } = await sql.transaction(
      (moment) => readLifecycles(moment, application.id, config),
      CONSISTENT_READ,
    );
    if (query.stale === undefined) return { countingSince, items };
    return { countingSince, items: those(items, query.stale === 'true') };
  });
  route(countStaleToggles, async ({ sql, actor }) => {
    const counts = [];
    for (const appId of await readApplicationIds(sql, actor.accountId)) {
      const count = await countSoleValues(sql, appId);
      const { size: stale } = await readStaleIds(sql, appId, config);
      if (count > 0 || stale > 0) counts.push({ appId, count, stale });
    }
    return counts;
  });
}

function* those(items: Iterable<ToggleLifecycle>, stale: boolean): Generator<ToggleLifecycle> {
  for (const item of items) if (item.stale === stale) yield item;
}
