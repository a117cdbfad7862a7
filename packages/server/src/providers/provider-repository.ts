import { PROVIDER } from '@comporta/contract/identity/provider';
import { and, asc, eq, sql as raw, type SQL } from 'drizzle-orm';
import { isId } from '../platform/base/ids.ts';
import type { Sql } from '../platform/database/database.ts';
import { columnsNamed } from '../platform/database/entity-columns.ts';
import { onlyRow } from '../platform/database/only-row.ts';
import { accounts, users } from '../tables/accounts.ts';
import { applications } from '../tables/applications.ts';
import { byName } from '../tables/by-name.ts';
import { providers, signInPolicies } from '../tables/identity.ts';

const { id, accountId, sealedSecret, testedAt, version, savedBy, savedById, savedAt } = providers;
const COLUMNS = {
  ...{ id, accountId, sealedSecret, testedAt, version, savedBy, savedById, savedAt },
  ...columnsNamed(providers, PROVIDER.names),
};

export type StoredProvider = Omit<typeof providers.$inferSelect, 'createdAt'>;

async function findWhere(sql: Sql, which: SQL | undefined): Promise<StoredProvider | undefined> {
  const [row] = await sql.select(COLUMNS).from(providers).where(which);
  return row;
}

export function listProvidersOf(sql: Sql, ofAccount: string): Promise<StoredProvider[]> {
  return sql
    .select(COLUMNS)
    .from(providers)
    .where(eq(accountId, ofAccount))
    .orderBy(byName(providers.name), asc(id));
}

export async function findProvider(
  sql: Sql,
  ofAccount: string,
  providerId: string,
): Promise<StoredProvider | undefined> {
  if (!isId(providerId)) return undefined;
  return findWhere(sql, and(eq(accountId, ofAccount), eq(id, providerId)));
}

const SLUG = /^[a-z0-9-]+$/;

/** One that people may come in through. */
export async function findEnabledProvider(
  sql: Sql,
  by: { readonly slug: string } | { readonly id: string },
): Promise<StoredProvider | undefined> {
  if ('id' in by ? !isId(by.id) : !SLUG.test(by.slug)) return undefined;
  const which = 'id' in by ? eq(id, by.id) : eq(providers.slug, by.slug);
  return findWhere(sql, and(which, providers.enabled));
}

export function countProviders(sql: Sql, ofAccount: string): Promise<number> {
  return sql.$count(providers, eq(accountId, ofAccount));
}

export async function writeProvider(sql: Sql, provider: StoredProvider): Promise<StoredProvider> {
  const { id: _id, accountId: _account, ...set } = provider;
  const written = await sql
    .insert(providers)
    .values(provider)
    .onConflictDoUpdate({ target: id, set })
    .returning(COLUMNS);
  return onlyRow(written);
}

/** It is no new version: nothing of it has changed. */
export async function noteTest(sql: Sql, providerId: string): Promise<void> {
  await sql.update(providers).set({ testedAt: raw`now()` }).where(eq(id, providerId));
}

/** By its id alone, whether people may come in through it or not. */
export async function findAnyProvider(
  sql: Sql,
  providerId: string,
): Promise<StoredProvider | undefined> {
  return isId(providerId) ? findWhere(sql, eq(id, providerId)) : undefined;
}

/** Deletes a provider with its identities. What its groups gave stays, as given by hand. Source: IDN-17. */
export async function removeProvider(sql: Sql, providerId: string): Promise<void> {
  await sql
    .update(users)
    .set({ adminProviderId: null })
    .where(eq(users.adminProviderId, providerId));
  await sql.delete(providers).where(eq(id, providerId));
}

/** Whether everybody but the emergency users has to come in through a provider. */
export async function isEnforced(sql: Sql, ofAccount: string): Promise<boolean> {
  const enforcing = and(
    eq(signInPolicies.accountId, ofAccount),
    eq(signInPolicies.passwordLogin, 'EMERGENCY_ONLY'),
  );
  return (await sql.$count(signInPolicies, enforcing)) > 0;
}

export function countEnabled(sql: Sql, ofAccount: string): Promise<number> {
  return sql.$count(providers, and(eq(accountId, ofAccount), providers.enabled));
}

/** Of all companies, by short name, for the operator; or the one with this short name. */
export async function listAllProviders(
  sql: Sql,
  slug: string | undefined,
): Promise<readonly { readonly company: string; readonly provider: StoredProvider }[]> {
  const rows = await sql
    .select({ company: accounts.name, provider: COLUMNS })
    .from(providers)
    .innerJoin(accounts, eq(accounts.id, accountId))
    .where(slug === undefined ? undefined : eq(providers.slug, slug))
    .orderBy(asc(providers.slug));
  return rows;
}

/** The names of an account's applications, by their ids. */
export async function readApplicationNames(
  sql: Sql,
  ofAccount: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await sql
    .select({ id: applications.id, name: applications.name })
    .from(applications)
    .where(eq(applications.accountId, ofAccount));
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** As many as one company may have. */
const MOST_OFFERED = 10;

/**
 * What a stranger at the login learns: the providers, where one company lives here; where several do, only that one can
 * name a provider. Source: IDN-13.
 */
export async function readOffered(sql: Sql): Promise<{
  readonly providers: { readonly name: string; readonly slug: string }[];
  readonly providersBySlug: boolean;
}> {
  const rows = await sql
    .select({ name: providers.name, slug: providers.slug })
    .from(providers)
    .where(eq(providers.enabled, true))
    .orderBy(byName(providers.name))
    .limit(MOST_OFFERED);
  if (rows.length === 0) return { providers: [], providersBySlug: false };
  const inhabited = await sql
    .select({ id: accounts.id })
    .from(accounts)
    .where(raw`exists (select from ${users} where account_id = accounts.id and active)`)
    .limit(2);
  return inhabited.length > 1
    ? { providers: [], providersBySlug: true }
    : { providers: rows, providersBySlug: false };
}
