import * as api from '@comporta/contract/keys/account-key-api';
import { mayOmitPassword, requirePassword } from '../identity/require-password.ts';
import type { Config } from '../platform/config/config.ts';
import type { Server } from '../platform/http/route.ts';
import { listAccountKeysOf } from './account-key-repository.ts';
import { createAccountKey } from './create-account-key.ts';
import { deleteAccountKey } from './delete-account-key.ts';
import { requireOnPremise } from './require-on-premise.ts';

export function accountKeyRoutes(
  { route, routeAfter }: Server,
  { plans }: Pick<Config, 'plans'>,
): void {
  route(api.listAccountKeys, async ({ sql, actor }) => {
    requireOnPremise(actor);
    const keys = await listAccountKeysOf(sql, actor.accountId);
    return keys.map((key) => ({ ...key, createdAt: key.createdAt.toISOString() }));
  });
  routeAfter(
    api.createAccountKey,
    async ({ sql, actor, body }) => {
      requireOnPremise(actor);
      const { password } = body;
      if (password === '' && (await mayOmitPassword(sql, actor))) return;
      await requirePassword(sql, actor, { password, field: 'password' });
    },
    (call) => createAccountKey(call, plans),
  );
  route(api.deleteAccountKey, async (call) => {
    requireOnPremise(call.actor);
    await deleteAccountKey(call, call.params.id);
  });
}
