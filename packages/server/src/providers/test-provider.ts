import { groupsAt } from '@comporta/contract/identity/groups-at';
import { emailIn, identifyPerson } from '@comporta/contract/identity/identify-person';
import type { MappedRights } from '@comporta/contract/identity/map-groups';
import type { ProviderTest, TestOutcome } from '@comporta/contract/identity/provider-test';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { Rejection } from '../platform/base/rejection.ts';
import type { UserActor } from '../platform/callers/actor.ts';
import type { Sql } from '../platform/database/database.ts';
import { rightsOf } from './admit-person.ts';
import { nameIn } from './name-in.ts';
import { findUserByEmail, findUserBySubject } from './person-repository.ts';
import {
  findProvider,
  noteTest,
  readApplicationNames,
  type StoredProvider,
} from './provider-repository.ts';
import type { Claims } from './sign-on.ts';
import { useTicket } from './ticket.ts';

interface Testing {
  readonly sql: Sql;
  readonly actor: UserActor;
  readonly body: { readonly ticket: string; readonly verifier: string };
  readonly params: { readonly id: string };
}

/** What is wrong with the person and not with the provider, such as an administrator who has not connected it yet. */
const ARE_OF_PERSON: readonly TestOutcome[] = ['KNOWN', 'LINK', 'CREATE', 'SSO_LINK_REQUIRED'];

/** Says what a sign-on would do, and does nothing of it. Source: IDN-19. */
export async function testProvider({ sql, actor, body, params }: Testing): Promise<ProviderTest> {
  const provider = orNotFound(await findProvider(sql, actor.accountId, params.id));
  const ticket = await useTicket(sql, { ...body, purpose: 'TEST', userId: actor.id });
  if (ticket.providerId !== provider.id) throw new Rejection('SSO_EXPIRED');
  const { claims } = ticket;
  const groups = provider.groupsAt === null ? null : groupsAt(claims, provider.groupsAt);
  const { outcome, rights } = await foresee(sql, { provider, claims, groups });
  const ok = ARE_OF_PERSON.includes(outcome);
  if (ok) await noteTest(sql, provider.id);
  const names = await readApplicationNames(sql, actor.accountId);
  const named = (ids: readonly string[]) => ids.flatMap((id) => names.get(id) ?? []);
  return {
    outcome,
    ok,
    name: nameIn(claims) ?? null,
    email: emailIn(claims) ?? null,
    groups,
    admin: rights.admin,
    give: named(rights.give),
    take: named(rights.take),
    ...(rights.roles && {
      roles: rights.roles.map(({ app, role }) => ({ application: names.get(app) ?? '', role })),
    }),
    claims,
  };
}

interface Foreseen {
  readonly provider: StoredProvider;
  readonly claims: Claims;
  readonly groups: readonly string[] | null;
}

const NOTHING: MappedRights = { admin: 'KEEP', give: [], take: [] };

async function foresee(
  sql: Sql,
  { provider, claims, groups }: Foreseen,
): Promise<{ readonly outcome: TestOutcome; readonly rights: MappedRights }> {
  const byIdentity = await findUserBySubject(sql, provider.id, claims.sub);
  const email = emailIn(claims);
  const byEmail = email === undefined ? undefined : await findUserByEmail(sql, email, provider);
  const outcome = identifyPerson({
    provider,
    claims,
    byIdentity: byIdentity ?? null,
    byEmail: byEmail?.facts ?? null,
  });
  if (!ARE_OF_PERSON.includes(outcome)) return { outcome, rights: NOTHING };
  const person = outcome === 'CREATE' || outcome === 'KNOWN' ? outcome : 'LINK';
  const user = person === 'CREATE' ? undefined : (byIdentity ?? byEmail?.user);
  const known = new Set((await readApplicationNames(sql, provider.accountId)).keys());
  try {
    return { outcome, rights: await rightsOf(sql, { provider, person, groups, user, known }) };
  } catch (error) {
    const isRefused = error instanceof Rejection;
    if (!isRefused || (error.code !== 'SSO_GROUPS_MISSING' && error.code !== 'SSO_NO_ACCESS'))
      throw error;
    return { outcome: error.code, rights: NOTHING };
  }
}
