import { groupsAt } from '@comporta/contract/identity/groups-at';
import { emailIn, identifyPerson } from '@comporta/contract/identity/identify-person';
import { type MappedRights, mapGroups } from '@comporta/contract/identity/map-groups';
import type { Language } from '@comporta/messages/languages';
import { newId } from '../platform/base/ids.ts';
import { Rejection } from '../platform/base/rejection.ts';
import type { ProviderAuthor } from '../platform/callers/actor.ts';
import { lockAccount, lockUser } from '../platform/database/account-lock.ts';
import type { Sql } from '../platform/database/database.ts';
import { keepMappedApplications } from './mapped-application-repository.ts';
import { readGrants, writeGrants } from './mapped-grant-repository.ts';
import { nameIn } from './name-in.ts';
import {
  findUserByEmail,
  findUserBySubject,
  insertIdentity,
  type KnownUser,
  noteIdentityUse,
  readStanding,
  writeAdmin,
} from './person-repository.ts';
import { findEnabledProvider, type StoredProvider } from './provider-repository.ts';
import type { Claims } from './sign-on.ts';
import { tellOfIdentity } from './tell-of-identity.ts';

/** What `users` does with people whom a provider vouches for. */
export interface People {
  /** Creates an active user without a password, who may do nothing yet; `edit` gives rights. */
  create(sql: Sql, author: ProviderAuthor, person: NewPerson): Promise<void>;
  /** Runs an edit of a user's row or rights, and records what has changed. */
  edit(sql: Sql, author: ProviderAuthor, edit: PersonEdit): Promise<void>;
}

export interface NewPerson {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly language: Language;
  readonly giveRights: () => Promise<void>;
}

export interface PersonEdit {
  readonly userId: string;
  /** Activates somebody who was invited and has never set a password. */
  readonly activates: boolean;
  /** Said once, and not at each sign-on. */
  readonly note?: 'adminKept' | undefined;
  readonly edit: () => Promise<void>;
}

/** Who came in, or what is missing. */
export type Admitted =
  | { readonly userId: string; readonly provider: StoredProvider }
  | {
      readonly linkRequired: { readonly userId: string; readonly email: string };
      readonly provider: StoredProvider;
    };

interface Arrival {
  readonly providerId: string;
  readonly claims: Claims;
  /** What the browser prefers. */
  readonly language: Language;
}

/**
 * Finds, connects or creates the user for whom a provider vouches, and gives and takes what their groups say, in one
 * transaction under the account's lock. Rejects with what `identifyPerson` and `mapGroups` say. Source: IDN-15 to 18.
 */
export async function admitPerson(
  sql: Sql,
  { providerId, claims, language }: Arrival,
  people: People,
): Promise<Admitted> {
  const read = await findEnabledProvider(sql, { id: providerId });
  if (read === undefined) throw new Rejection('SSO_EXPIRED');
  const groups = read.groupsAt === null ? null : groupsAt(claims, read.groupsAt);
  // Grants lock their applications, which come before the account.
  const known = await keepMappedApplications(sql, read, groups ?? []);
  await lockAccount(sql, read.accountId);
  // It may have been changed while this waited.
  const provider = await findEnabledProvider(sql, { id: providerId });
  if (provider === undefined || provider.version !== read.version) {
    throw new Rejection('SSO_EXPIRED');
  }
  const author = authorOf(provider);
  const byIdentity = await findUserBySubject(sql, provider.id, claims.sub);
  const email = emailIn(claims);
  const byEmail =
    byIdentity === undefined && email !== undefined
      ? await findUserByEmail(sql, email, provider)
      : undefined;
  const identified = identifyPerson({
    provider,
    claims,
    byIdentity: byIdentity ?? null,
    byEmail: byEmail?.facts ?? null,
  });
  if (identified === 'SSO_LINK_REQUIRED' && byEmail !== undefined) {
    return { provider, linkRequired: { userId: byEmail.user.id, email: byEmail.user.email } };
  }
  if (identified !== 'KNOWN' && identified !== 'LINK' && identified !== 'CREATE') {
    throw new Rejection(identified);
  }
  const user = identified === 'CREATE' ? undefined : (byIdentity ?? byEmail?.user);
  const rights = await rightsOf(sql, { provider, person: identified, groups, user, known });
  const userId = user?.id ?? newId();
  const adminKept = rights.admin === 'KEPT';
  if (user === undefined) {
    await people.create(sql, author, {
      id: userId,
      name: nameIn(claims) ?? emailName(email ?? ''),
      email: email ?? '',
      language: languageIn(claims) ?? language,
      giveRights: () => give(sql, { userId, provider, rights }),
    });
  } else {
    await lockUser(sql, userId);
    await people.edit(sql, author, {
      userId,
      activates: !user.active,
      note: adminKept && !byIdentity?.adminKept ? 'adminKept' : undefined,
      edit: () => give(sql, { userId, provider, rights }),
    });
  }
  if (identified === 'LINK' && user !== undefined) {
    await tellOfIdentity(sql, user, provider.name);
  }
  const identity = { providerId: provider.id, subject: claims.sub, adminKept };
  if (identified === 'KNOWN') await noteIdentityUse(sql, identity);
  else await insertIdentity(sql, { ...identity, userId });
  return { userId, provider };
}

export function authorOf({ id, name, accountId }: StoredProvider): ProviderAuthor {
  return { kind: 'provider', id, name, accountId };
}

interface Mapping {
  readonly provider: StoredProvider;
  readonly person: 'KNOWN' | 'LINK' | 'CREATE';
  readonly groups: readonly string[] | null;
  readonly user: KnownUser | undefined;
  /** The applications of the mapping that still exist. */
  readonly known: ReadonlySet<string>;
}

/** What the groups give and take, as of now. Rejects with SSO_GROUPS_MISSING or SSO_NO_ACCESS. */
export async function rightsOf(
  sql: Sql,
  { provider, person, groups, user, known }: Mapping,
): Promise<MappedRights> {
  const { mappingMode: mode, mapping, requiredGroups } = provider;
  const rows = mapping.map((row) => ({ ...row, apps: row.apps.filter((id) => known.has(id)) }));
  const mapped = mapGroups({
    provider: { mode, rows, requiredGroups },
    person,
    groups,
    user: {
      admin: user?.admin ?? false,
      adminByProvider: user?.adminProviderId === provider.id,
      ...(user === undefined
        ? { handApps: [], providerApps: [], lastAdmin: false, emergency: false }
        : {
            ...(await readGrants(sql, user.id, provider.id)),
            ...(await readStanding(sql, user)),
          }),
    },
  });
  if ('refused' in mapped) throw new Rejection(mapped.refused);
  return mapped;
}

interface Giving {
  readonly userId: string;
  readonly provider: StoredProvider;
  readonly rights: MappedRights;
}

async function give(sql: Sql, { userId, provider, rights }: Giving): Promise<void> {
  // Nobody takes back what is given only once.
  const providerId = provider.mappingMode === 'ALWAYS' ? provider.id : null;
  await writeGrants(sql, userId, { providerId, ...rights });
  if (rights.admin === 'GIVE') await writeAdmin(sql, userId, { admin: true, providerId });
  if (rights.admin === 'TAKE') await writeAdmin(sql, userId, { admin: false, providerId: null });
}

/** The part of an address before its sign. */
function emailName(email: string): string {
  return email.slice(0, email.lastIndexOf('@'));
}

function languageIn({ locale }: Claims): Language | undefined {
  if (typeof locale !== 'string') return undefined;
  if (/^pt\b/i.test(locale)) return 'pt';
  return /^en\b/i.test(locale) ? 'en' : undefined;
}
