import * as api from '@comporta/contract/keys/token-api';
import { Rejection } from '../../platform/base/rejection.ts';
import type { UserActor } from '../../platform/callers/actor.ts';
import { lockAccountFor, type Rights } from '../../platform/callers/authenticate.ts';
import { insertEntries } from '../../platform/changes/audit-entries.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Sql } from '../../platform/database/database.ts';
import type { Server } from '../../platform/http/route.ts';
import { queueMail } from '../../platform/mail/mail-queue.ts';
import { requireOnPremise } from '../require-on-premise.ts';
import { makePersonalToken, makeServiceKey } from './make-token.ts';
import { deleteTokens, findActiveOwners, listTokensOf, type Whose } from './token-repository.ts';

/** Personal tokens, and service keys, which are tokens without an owner. Source: IDN-50, IDN-52. */
export function tokenRoutes({ route }: Server, { plans }: Pick<Config, 'plans'>): void {
  route(api.listTokens, ({ sql, actor }) => listTokensOf(sql, { userId: actor.id }));
  route(api.createToken, makePersonalToken);
  route(api.endToken, (call) => endOne(call, { userId: call.actor.id }, api.endToken));

  route(api.listAllTokens, async ({ sql, actor }) => {
    const rows = await listTokensOf(sql, { ofUsersOf: actor.accountId });
    return rows.flatMap(({ owner, ...token }) => (owner === null ? [] : [{ ...token, owner }]));
  });
  route(api.endAnyToken, (call) =>
    endOne(call, { ofUsersOf: call.actor.accountId }, api.endAnyToken),
  );
  route(api.endAllTokens, async (call) => {
    await lockAccountFor(call.sql, call.actor, api.endAllTokens);
    await end(call, { ofUsersOf: call.actor.accountId });
  });

  route(api.listServiceKeys, ({ sql, actor }) => {
    requireOnPremise(actor);
    return listTokensOf(sql, { servicesOf: actor.accountId });
  });
  route(api.createServiceKey, async (call) => {
    requireOnPremise(call.actor);
    return makeServiceKey(call, plans);
  });
  route(api.endServiceKey, async (call) => {
    requireOnPremise(call.actor);
    await endOne(call, { servicesOf: call.actor.accountId }, api.endServiceKey);
  });
}

interface End {
  readonly sql: Sql;
  readonly actor: UserActor;
}

async function endOne(
  call: End & { readonly params: { readonly id: string } },
  whose: Whose,
  rights: Rights,
): Promise<void> {
  await lockAccountFor(call.sql, call.actor, rights);
  if ((await end(call, whose, call.params.id)) === 0) throw new Rejection('NOT_FOUND');
}

/** Answers how many there were. */
async function end({ sql, actor }: End, whose: Whose, id?: string): Promise<number> {
  const ended = await deleteTokens(sql, whose, id);
  if (ended.length === 0) return 0;
  await tellOwners(sql, actor, ended);
  const tell = ({ id: tokenId, name, scopes }: (typeof ended)[number]) => {
    const before = { name, scopes };
    return () => ({ action: 'DELETED', type: 'token', id: tokenId, name, before }) as const;
  };
  await insertEntries(sql, { author: actor, application: undefined }, ended.map(tell));
  return ended.length;
}

/** Whose programs no longer get in learns from whom; who ended their own knows. Source: IDN-53. */
async function tellOwners(
  sql: Sql,
  actor: UserActor,
  ended: Awaited<ReturnType<typeof deleteTokens>>,
): Promise<void> {
  const names = new Map<string, string[]>();
  for (const { userId, name, openedSomething } of ended) {
    if (userId === null || userId === actor.id || !openedSomething) continue;
    names.set(userId, [...(names.get(userId) ?? []), name]);
  }
  for (const owner of await findActiveOwners(sql, [...names.keys()])) {
    const tokens = names.get(owner.id) ?? [];
    const what = { is: 'tokensEnded', name: actor.name, tokens } as const;
    await queueMail(sql, owner, { kind: 'security', what });
  }
}
