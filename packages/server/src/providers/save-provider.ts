import {
  checkProvider,
  PROVIDERS_MAX,
  type Provider,
  type ProviderDraft,
  type ProviderValue,
} from '@comporta/contract/identity/provider';
import * as api from '@comporta/contract/identity/provider-api';
import type { RecordedProvider } from '@comporta/contract/nouns/records';
import type { Role } from '@comporta/contract/role';
import type { Sealing } from '../identity/sealing.ts';
import { tellAdministrators } from '../identity/ways-in/tell-administrators.ts';
import { newId } from '../platform/base/ids.ts';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { Rejection } from '../platform/base/rejection.ts';
import { valueOrReject } from '../platform/base/value-or-reject.ts';
import {
  firstVersion,
  isUnchanged,
  lastChangedOf,
  nextVersion,
  requireVersion,
} from '../platform/base/versions.ts';
import type { UserActor } from '../platform/callers/actor.ts';
import { lockAccountFor } from '../platform/callers/authenticate.ts';
import { recordAccountChange } from '../platform/changes/changes.ts';
import type { Sql } from '../platform/database/database.ts';
import type { Write } from '../platform/http/write.ts';
import { keepApplications } from './mapped-application-repository.ts';
import {
  countEnabled,
  countProviders,
  findProvider,
  isEnforced,
  readApplicationNames,
  removeProvider,
  type StoredProvider,
  writeProvider,
} from './provider-repository.ts';
import { callbackUrl, connected, type SignOn } from './sign-on.ts';

interface Saving {
  readonly sql: Sql;
  readonly actor: UserActor;
  readonly body: ProviderDraft;
}

/** Outside the transaction: the provider is asked who it is. Returns the checked value. */
export async function prepareProvider(
  { sql, actor, body }: Saving,
  { connections, sealing }: SignOn,
  id?: string,
): Promise<ProviderValue> {
  const stored =
    id === undefined ? undefined : orNotFound(await findProvider(sql, actor.accountId, id));
  const value = valueOrReject(checkProvider(withStored(body, stored)));
  // What travels through the provider is sealed, too.
  if (!(await sealing.isPossible())) throw new Rejection('ENCRYPTION_KEY_MISSING');
  const { issuer, clientId, enabled } = value;
  const isAsked = stored?.issuer !== issuer || (enabled && !stored.enabled);
  if (isAsked) {
    const clientSecret =
      body.clientSecret || (stored && (await connected(sealing, stored)).clientSecret);
    await connections.discover({ issuer, clientId, clientSecret: clientSecret ?? undefined });
  }
  return value;
}

/** What a script leaves out stays as it is. */
function withStored(draft: ProviderDraft, stored: StoredProvider | undefined): ProviderDraft {
  const { secondFactorThere, groupsAt, mappingMode } = draft;
  return {
    ...draft,
    secondFactorThere: secondFactorThere ?? stored?.secondFactorThere,
    groupsAt: groupsAt === undefined ? stored?.groupsAt : groupsAt,
    mappingMode: mappingMode ?? stored?.mappingMode,
  };
}

export async function createProvider(
  { sql, actor, body }: Write<'account', ProviderDraft>,
  value: ProviderValue,
  signOn: SignOn,
): Promise<Provider> {
  const { accountId } = actor;
  await requireApplications(sql, accountId, value);
  await lockAccountFor(sql, actor, api.createProvider);
  if ((await countProviders(sql, accountId)) >= PROVIDERS_MAX) {
    throw new Rejection('MAX_PROVIDERS_REACHED', { max: PROVIDERS_MAX });
  }
  const id = newId();
  const provider = await writeProvider(sql, {
    ...value,
    id,
    accountId,
    sealedSecret: (await sealSecret(signOn.sealing, id, body.clientSecret)) ?? null,
    testedAt: null,
    ...firstVersion(actor),
  });
  await tellOfChange(sql, actor);
  await recordAccountChange(sql, actor, {
    ...entryOf(provider),
    action: 'CREATED',
    after: await recorded(sql, provider),
  });
  return answerOf(provider, signOn);
}

export async function editProvider(
  call: Write<'account', ProviderDraft>,
  { id, value }: { readonly id: string; readonly value: ProviderValue },
  signOn: SignOn,
): Promise<Provider> {
  const { sql, actor, body, ifMatch } = call;
  const { accountId } = actor;
  await requireApplications(sql, accountId, value);
  await lockAccountFor(sql, actor, api.updateProvider);
  const before = orNotFound(await findProvider(sql, accountId, id));
  requireVersion(before, ifMatch);
  const sealed = await sealChanged(signOn.sealing, before, body.clientSecret);
  const edited: StoredProvider = {
    ...before,
    ...value,
    sealedSecret: sealed === undefined ? before.sealedSecret : sealed,
    // What was tested was another provider.
    testedAt:
      before.issuer === value.issuer && before.clientId === value.clientId ? before.testedAt : null,
  };
  if (isUnchanged(before, edited)) return answerOf(before, signOn);
  const after = await writeProvider(sql, { ...edited, ...nextVersion(before, actor) });
  await requireWayIn(sql, accountId);
  await tellOfChange(sql, actor);
  await recordAccountChange(sql, actor, {
    ...entryOf(after),
    action: 'EDITED',
    before: await recorded(sql, before),
    after: {
      ...(await recorded(sql, after)),
      ...(before.sealedSecret !== after.sealedSecret && { secretChanged: true as const }),
    },
  });
  return answerOf(after, signOn);
}

export async function deleteProvider(
  { sql, actor, ifMatch }: Write<'account'>,
  id: string,
): Promise<void> {
  await lockAccountFor(sql, actor, api.deleteProvider);
  const provider = orNotFound(await findProvider(sql, actor.accountId, id));
  requireVersion(provider, ifMatch);
  await removeProvider(sql, id);
  await requireWayIn(sql, actor.accountId);
  await tellOfChange(sql, actor);
  await recordAccountChange(sql, actor, {
    ...entryOf(provider),
    action: 'DELETED',
    before: await recorded(sql, provider),
  });
}

/** Whoever can change who comes in can come in as anybody: the others have to hear of it. Source: IDN-44. */
function tellOfChange(sql: Sql, { accountId, name }: UserActor): Promise<void> {
  return tellAdministrators(sql, accountId, { is: 'settings', name, change: 'PROVIDER' });
}

export function answerOf(provider: StoredProvider, { publicUrl }: SignOn): Provider {
  const { sealedSecret, testedAt, ...row } = provider;
  return {
    ...row,
    hasSecret: sealedSecret !== null,
    callbackUrl: callbackUrl(publicUrl, provider.id),
    testedAt: testedAt?.toISOString() ?? null,
    lastChanged: lastChangedOf(provider),
  };
}

/** Rejects with UNKNOWN_APPLICATION at the row that names one. */
async function requireApplications(
  sql: Sql,
  accountId: string,
  { mapping }: ProviderValue,
): Promise<void> {
  const known = await keepApplications(
    sql,
    accountId,
    mapping.flatMap(({ apps }) => apps),
  );
  const index = mapping.findIndex(({ apps }) => !apps.every((id) => known.has(id)));
  if (index >= 0) throw new Rejection('UNKNOWN_APPLICATION', { at: ['mapping', index] });
}

/** Where everybody has to come in through a provider, one stays. Rejects with SSO_ENFORCED. Source: IDN-82. */
async function requireWayIn(sql: Sql, accountId: string): Promise<void> {
  if (!(await isEnforced(sql, accountId))) return;
  if ((await countEnabled(sql, accountId)) === 0) throw new Rejection('SSO_ENFORCED');
}

/** Undefined where the stored secret stays, null where the client has none. Rejects with ENCRYPTION_KEY_MISSING. */
async function sealSecret(
  sealing: Sealing,
  id: string,
  secret: string | null | undefined,
): Promise<string | null | undefined> {
  if (secret === null) return null;
  if (!secret) return undefined;
  const sealed = await sealing.seal('client secret', id, secret);
  if (sealed === undefined) throw new Rejection('ENCRYPTION_KEY_MISSING');
  return sealed;
}

/** The same; undefined also for the secret that is stored. */
async function sealChanged(
  sealing: Sealing,
  { id, sealedSecret }: StoredProvider,
  secret: string | null | undefined,
): Promise<string | null | undefined> {
  const isStored =
    secret && sealedSecret && (await sealing.open('client secret', id, sealedSecret)) === secret;
  return isStored ? undefined : sealSecret(sealing, id, secret);
}

function entryOf({ id, name }: StoredProvider) {
  return { type: 'provider', id, name } as const;
}

/** With the names of applications, and without the secret. */
async function recorded(sql: Sql, provider: StoredProvider): Promise<RecordedProvider> {
  const { name, slug, issuer, clientId, scopes, domains, requiredGroups, enabled } = provider;
  const { trustsEmails, createsUsers, secondFactorThere, groupsAt, mappingMode } = provider;
  const names = await readApplicationNames(sql, provider.accountId);
  const groupsWith = (role: Role) =>
    provider.mapping.filter((row) => row.role === role).map(({ group }) => group);
  return {
    ...{ name, slug, issuer, clientId, scopes, domains, trustsEmails, createsUsers },
    ...{ secondFactorThere, groupsAt: groupsAt ?? '', requiredGroups, mappingMode, enabled },
    mapping: provider.mapping.flatMap(({ group, apps }) =>
      apps.length === 0 ? [] : [`${group} → ${apps.map((id) => names.get(id) ?? '?').join(', ')}`],
    ),
    adminGroups: provider.mapping.flatMap(({ group, admin }) => (admin ? [group] : [])),
    viewerGroups: groupsWith('VIEWER'),
    approverGroups: groupsWith('APPROVER'),
  };
}
