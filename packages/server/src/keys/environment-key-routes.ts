import * as clients from '@comporta/contract/keys/client-access-api';
import * as api from '@comporta/contract/keys/environment-key-api';
import {
  checkOverlap,
  checkReplacingKeyRequest,
  type ReplacingKeyRequest,
} from '@comporta/contract/keys/key-request';
import { maskOf } from '../identity/keys/key-format.ts';
import { mayOmitPassword, requirePassword } from '../identity/require-password.ts';
import { valueOrReject } from '../platform/base/value-or-reject.ts';
import { mayEdit } from '../platform/callers/access.ts';
import type { UserActor } from '../platform/callers/actor.ts';
import type { Config } from '../platform/config/config.ts';
import type { Sql } from '../platform/database/database.ts';
import type { Server } from '../platform/http/route.ts';
import { findClientAccess } from './client-access-repository.ts';
import { createEnvironmentKey } from './create-environment-key.ts';
import { endFormerKey } from './end-former-key.ts';
import {
  findEnvironmentStatus,
  findRegions,
  type StatusStore,
} from './environment-key-repository.ts';
import { createClientKey, editClientAccess } from './save-client-access.ts';

export function environmentKeyRoutes(
  { route, routeAfter }: Server,
  {
    publicUrl,
    regionUrls,
    eventsPerDay,
  }: Pick<Config, 'publicUrl' | 'regionUrls' | 'eventsPerDay'>,
  look: (sql: Sql) => { readonly store: StatusStore },
): void {
  routeAfter(api.createEnvironmentKey, requireRequest, createEnvironmentKey);
  route(clients.getClientAccess, async ({ sql, application, environment }) => {
    const found = await findClientAccess(sql, environment.id);
    const { key } = found;
    if (key === null || mayEdit(application.limits, environment.id)) return found;
    return { ...found, key: maskOf(key) };
  });
  route(clients.updateClientAccess, editClientAccess);
  routeAfter(clients.createClientKey, requireRequest, createClientKey);
  route(api.endFormerKey, endFormerKey);
  route(api.getEnvironmentStatus, ({ sql, environment }) =>
    findEnvironmentStatus(sql, { store: look(sql).store, eventsPerDay }, environment.id),
  );
  route(api.getApiConfig, async ({ sql, actor }) => {
    const own = await findRegions(sql, actor.accountId);
    const tags = api.REGION_TAGS.filter(
      (tag) => regionUrls[tag] !== undefined && (own === null || own.includes(tag)),
    );
    return { tags, urls: Object.fromEntries(tags.map((tag) => [tag, regionUrls[tag]])), publicUrl };
  });
}

async function requireRequest({
  sql,
  actor,
  body,
}: {
  readonly sql: Sql;
  readonly actor: UserActor;
  readonly body: ReplacingKeyRequest;
}): Promise<void> {
  const { password } = body;
  if (password === '' && (await mayOmitPassword(sql, actor))) {
    valueOrReject(checkOverlap(body));
    return;
  }
  valueOrReject(checkReplacingKeyRequest(body));
  await requirePassword(sql, actor, { password, field: 'password' });
}
