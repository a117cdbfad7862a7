import { listEdgeEnvironments } from '@comporta/contract/edge-nodes/edge-node-api';
import { mayCall } from '@comporta/contract/identity/may-call';
import { type Actor, findActor, isKeyOfCompany } from '../platform/callers/actor.ts';
import type { Sql } from '../platform/database/database.ts';
import type { Server } from '../platform/http/route.ts';
import { isEnvironmentOfAccount, listKeyedEnvironmentsOf } from './edge-node-repository.ts';

export function edgeNodeRoutes({ route }: Server): void {
  route(listEdgeEnvironments, ({ sql, actor }) => listKeyedEnvironmentsOf(sql, actor.accountId));
}

/**
 * An account key may read every environment of its account, and so may a service key that may list them; a user's session
 * or token may read none.
 */
export async function mayFeed(sql: Sql, key: string, environmentId: string): Promise<boolean> {
  if (!isKeyOfCompany(key)) return false;
  const actor = await findActor(sql, key);
  if (actor === undefined || !mayList(actor)) return false;
  return isEnvironmentOfAccount(sql, actor.accountId, environmentId);
}

function mayList({ token }: Actor): boolean {
  if (token === undefined) return true;
  const { method, programs: scope } = listEdgeEnvironments;
  const owner = { admin: token.ofAdmin, apps: [] };
  return mayCall(token, owner, { method, scope, adminOnly: true }) === 'ALLOWED';
}
