import type { OwnProvider } from '@comporta/contract/identity/identity-api';
import * as api from '@comporta/contract/identity/identity-api';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { Rejection } from '../platform/base/rejection.ts';
import type { UserActor } from '../platform/callers/actor.ts';
import { lockAccountFor } from '../platform/callers/authenticate.ts';
import { recordAccountChange } from '../platform/changes/changes.ts';
import { lockUser } from '../platform/database/account-lock.ts';
import type { Sql } from '../platform/database/database.ts';
import type { Server } from '../platform/http/route.ts';
import {
  connect,
  findSubject,
  hasWayIn,
  listOwnProviders,
  readConnected,
  removeIdentity,
} from './identity-repository.ts';
import { findProvider } from './provider-repository.ts';
import { beginSignOn, type SignOn } from './sign-on.ts';
import { requireHash } from './sign-on-routes.ts';
import { tellOfIdentity } from './tell-of-identity.ts';
import { useTicket } from './ticket.ts';

const PURPOSES = ['LINK', 'CONFIRM', 'TEST'] as const;

/** What somebody who is logged in does with the providers of their company. Source: IDN-83. */
export function ownIdentityRoutes(
  { route, routeOutsideTransaction }: Server,
  signOn: SignOn,
): void {
  route(api.listOwnIdentities, async ({ sql, actor }): Promise<OwnProvider[]> => {
    const rows = await listOwnProviders(sql, actor);
    return rows
      .filter(({ enabled, createdAt }) => enabled || createdAt !== null)
      .map(({ id, name, slug, enabled, createdAt, lastUsedAt }) => ({
        id,
        name,
        slug: enabled ? slug : null,
        identity: createdAt && {
          createdAt: createdAt.toISOString(),
          lastUsedAt: lastUsedAt?.toISOString() ?? null,
        },
      }));
  });
  routeOutsideTransaction(api.startOwnSignOn, async ({ sql, actor, body }) => {
    const purpose = PURPOSES.find((one) => one === body.purpose);
    if (purpose === undefined) throw new Rejection('INVALID_BODY');
    if (purpose === 'TEST' && !actor.admin) throw new Rejection('FORBIDDEN');
    const verifierHash = requireHash(body.verifierHash);
    const provider = orNotFound(await findProvider(sql, actor.accountId, body.providerId));
    // A test is for before it is enabled, too.
    if (!provider.enabled && purpose !== 'TEST') throw new Rejection('NOT_FOUND');
    const begun = { purpose, userId: actor.id, verifierHash } as const;
    return {
      name: provider.name,
      publicUrl: signOn.publicUrl,
      location: await beginSignOn(signOn, provider, begun),
    };
  });
  route(api.connectIdentity, async ({ sql, actor, body }) => {
    await lockAccountFor(sql, actor, api.connectIdentity);
    await lockUser(sql, actor.id);
    const ticket = await useTicket(sql, { ...body, purpose: 'LINK', userId: actor.id });
    const provider = await findProvider(sql, actor.accountId, ticket.providerId);
    if (!provider?.enabled) throw new Rejection('SSO_EXPIRED');
    const before = await readConnected(sql, actor.id);
    const identity = { providerId: provider.id, subject: ticket.claims.sub, userId: actor.id };
    if (!(await connect(sql, identity))) throw new Rejection('ALREADY_LINKED');
    await tellOfIdentity(sql, actor, provider.name);
    await recordConnections(sql, actor, before);
  });
  route(api.disconnectIdentity, async ({ sql, actor, params }) => {
    await lockAccountFor(sql, actor, api.disconnectIdentity);
    await lockUser(sql, actor.id);
    const provider = orNotFound(await findProvider(sql, actor.accountId, params.id));
    const before = await readConnected(sql, actor.id);
    if (!(await removeIdentity(sql, { userId: actor.id, providerId: provider.id })))
      throw new Rejection('NOT_FOUND');
    if (!(await hasWayIn(sql, actor.id))) throw new Rejection('LAST_WAY_IN');
    await recordConnections(sql, actor, before);
  });
}

async function recordConnections(
  sql: Sql,
  actor: Pick<UserActor, 'kind' | 'accountId' | 'id' | 'name' | 'email'>,
  before: readonly string[],
): Promise<void> {
  const { id, name } = actor;
  await recordAccountChange(sql, actor, {
    action: 'EDITED',
    type: 'user',
    ...{ id, name },
    before: { identities: before },
    after: { identities: await readConnected(sql, id) },
  });
}

/** Whether the ticket of a confirmation is of who is logged in. Rejects with SSO_EXPIRED. */
export async function confirmByTicket(
  sql: Sql,
  actor: Pick<UserActor, 'id'>,
  presented: { readonly ticket: string; readonly verifier: string },
): Promise<boolean> {
  const { providerId, claims } = await useTicket(sql, {
    ...presented,
    purpose: 'CONFIRM',
    userId: actor.id,
  });
  return (await findSubject(sql, actor.id, providerId)) === claims.sub;
}

/** After a second step has proved that an identity is of this user. The account is locked. Source: IDN-15. */
export async function connectProven(
  sql: Sql,
  user: Pick<UserActor, 'id' | 'accountId' | 'name' | 'email'>,
  { providerId, subject }: { readonly providerId: string; readonly subject: string },
): Promise<Rejection | undefined> {
  const provider = await findProvider(sql, user.accountId, providerId);
  if (!provider?.enabled) return new Rejection('SSO_EXPIRED');
  const before = await readConnected(sql, user.id);
  const isConnected = await connect(sql, { providerId, subject, userId: user.id });
  if (!isConnected) throw new Rejection('SSO_EXPIRED');
  await tellOfIdentity(sql, user, provider.name);
  await recordConnections(sql, { kind: 'user', ...user }, before);
  return undefined;
}
