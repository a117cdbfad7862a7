import { listEdgeEnvironments } from '@comporta/contract/edge-nodes/edge-node-api';
import type { Sql } from '../platform/database/database.ts';
import type { Server } from '../platform/http/route.ts';
import { ACCOUNT_KEY_PREFIX, findActor } from '../platform/identity/actor.ts';
import { isEnvironmentOfAccount, listKeyedEnvironmentsOf } from './edge-node-repository.ts';

export function edgeNodeRoutes({ route }: Server): void {
  route(listEdgeEnvironments, ({ sql, actor }) => listKeyedEnvironmentsOf(sql, actor.accountId));
}

/** An account key may read every environment of its account; a user's session may read none. */
export async function mayFeed(sql: Sql, key: string, environmentId: string): Promise<boolean> {
  if (!key.startsWith(ACCOUNT_KEY_PREFIX)) return false;
  const actor = await findActor(sql, key);
  return actor !== undefined && isEnvironmentOfAccount(sql, actor.accountId, environmentId);
}
