import { MAX_TOKENS, type Token } from '@comporta/contract/keys/token';
import { and, asc, eq, inArray, isNotNull, isNull, sql as raw, type SQL } from 'drizzle-orm';
import { isId } from '../../platform/base/ids.ts';
import { Rejection } from '../../platform/base/rejection.ts';
import { openedApplications } from '../../platform/callers/access.ts';
import type { Actor } from '../../platform/callers/actor.ts';
import { IS_ASLEEP } from '../../platform/callers/token-actor.ts';
import type { Sql } from '../../platform/database/database.ts';
import { users } from '../../tables/accounts.ts';
import { applications, environments } from '../../tables/applications.ts';
import { providers, tokens } from '../../tables/identity.ts';

/** Whose tokens: of one user, of all users of an account, or its service keys. */
export type Whose =
  | { readonly userId: string }
  | { readonly ofUsersOf: string }
  | { readonly servicesOf: string };

function areOf(whose: Whose): SQL | undefined {
  if ('userId' in whose) return eq(tokens.userId, whose.userId);
  return 'servicesOf' in whose
    ? and(eq(tokens.accountId, whose.servicesOf), isNull(tokens.userId))
    : and(eq(tokens.accountId, whose.ofUsersOf), isNotNull(tokens.userId));
}

const LISTED = {
  id: tokens.id,
  name: tokens.name,
  mask: tokens.mask,
  scopes: tokens.scopes,
  applications: tokens.applications,
  environments: tokens.environments,
  expiresAt: tokens.expiresAt,
  createdBy: tokens.createdBy,
  createdAt: tokens.createdAt,
  lastUsedAt: tokens.lastUsedAt,
};

type Row = Omit<typeof tokens.$inferSelect, 'accountId' | 'userId' | 'tokenHash' | 'createdById'>;

export type ListedToken = Omit<Token, 'asleepUntil'>;

export function listedToken({ expiresAt, createdAt, lastUsedAt, ...row }: Row): ListedToken {
  const { scopes, applications: apps, environments: envs } = row;
  return {
    ...row,
    scopes: [...scopes],
    applications: apps && [...apps],
    environments: envs && [...envs],
    expiresAt: expiresAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}

/** Tokens that have not ended, each with its owner; a service key has none. */
export async function listTokensOf(sql: Sql, whose: Whose) {
  const rows = await sql
    .select({
      token: LISTED,
      owner: { id: users.id, name: users.name, email: users.email },
      providers: raw<string[] | null>`case when ${IS_ASLEEP} then array(
        select ${providers.name} from ${providers}
        where ${providers.accountId} = ${tokens.accountId} and ${providers.enabled} order by 1) end`,
    })
    .from(tokens)
    .leftJoin(users, eq(users.id, tokens.userId))
    .where(and(areOf(whose), HAS_NOT_ENDED))
    .orderBy(asc(tokens.createdAt), asc(tokens.id));
  return rows.map(({ token, owner, providers: asleepUntil }) => ({
    ...listedToken(token),
    ...(asleepUntil && { asleepUntil }),
    owner,
  }));
}

const HAS_NOT_ENDED = raw`coalesce(${tokens.expiresAt} > clock_timestamp(), true)`;

/** Rejects with MAX_TOKENS_REACHED. The user's account must be locked. */
export async function requireRoomForToken(sql: Sql, userId: string): Promise<void> {
  const count = await sql.$count(tokens, and(areOf({ userId }), HAS_NOT_ENDED));
  if (count >= MAX_TOKENS) throw new Rejection('MAX_TOKENS_REACHED', { max: MAX_TOKENS });
}

interface NewRow extends Omit<typeof tokens.$inferInsert, 'expiresAt'> {
  /** Null for one without an end. */
  readonly days: number | null;
}

export async function insertToken(sql: Sql, { days, ...token }: NewRow): Promise<Row> {
  const expiresAt = days === null ? null : raw`clock_timestamp() + make_interval(days => ${days})`;
  const [row] = await sql
    .insert(tokens)
    .values({ ...token, expiresAt })
    .returning(LISTED);
  return row as Row; // One row was inserted.
}

/** Deletes these tokens, or of these the one with an id; answers those that there were. */
export async function deleteTokens(sql: Sql, whose: Whose, id?: string) {
  if (id !== undefined && !isId(id)) return [];
  return sql
    .delete(tokens)
    .where(and(areOf(whose), id === undefined ? undefined : eq(tokens.id, id)))
    .returning({
      id: tokens.id,
      name: tokens.name,
      scopes: tokens.scopes,
      userId: tokens.userId,
      openedSomething: raw<boolean>`${HAS_NOT_ENDED}`,
    });
}

/** Of these users those who can be told something, with where. */
export async function findActiveOwners(sql: Sql, ids: readonly string[]) {
  return sql
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(and(inArray(users.id, [...ids]), users.active));
}

interface Chosen {
  readonly applications: readonly string[] | null;
  readonly environments: readonly string[] | null;
}

/**
 * The names of what was chosen. Rejects with UNKNOWN_APPLICATION or UNKNOWN_ENVIRONMENT when the actor may not open one of
 * them, or when an environment is in none of the chosen applications.
 */
export async function readChosen(sql: Sql, actor: Actor, chosen: Chosen) {
  const opened = await sql
    .select({ id: applications.id, name: applications.name })
    .from(applications)
    .where(
      and(
        inArray(applications.id, openedApplications(sql, actor)),
        inArray(applications.id, ids(chosen.applications)),
      ),
    );
  requireAll(chosen.applications, opened, { code: 'UNKNOWN_APPLICATION', field: 'applications' });
  const among = await sql
    .select({ id: environments.id, name: environments.name })
    .from(environments)
    .where(
      and(
        inArray(environments.applicationId, openedApplications(sql, actor)),
        chosen.applications === null
          ? undefined
          : inArray(environments.applicationId, ids(chosen.applications)),
        inArray(environments.id, ids(chosen.environments)),
      ),
    );
  requireAll(chosen.environments, among, { code: 'UNKNOWN_ENVIRONMENT', field: 'environments' });
  return { applications: namesOf(opened), environments: namesOf(among) };
}

function ids(chosen: readonly string[] | null): string[] {
  return (chosen ?? []).filter(isId);
}

function namesOf(things: readonly { readonly name: string }[]): string[] {
  return things.map(({ name }) => name).sort();
}

function requireAll(
  chosen: readonly string[] | null,
  found: readonly { readonly id: string }[],
  { code, field }: { code: 'UNKNOWN_APPLICATION' | 'UNKNOWN_ENVIRONMENT'; field: string },
): void {
  const known = new Set(found.map(({ id }) => id));
  const missing = chosen?.findIndex((id) => !known.has(id)) ?? -1;
  if (missing >= 0) throw new Rejection(code, { at: [field, missing] });
}
