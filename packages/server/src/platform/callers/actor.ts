import { CONFIRMED_MINUTES } from '@comporta/contract/identity/confirmation';
import type { SignInMethod } from '@comporta/contract/identity/sign-in';
import type { Language } from '@comporta/messages/languages';
import { and, eq, isNull, sql as raw, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { accountKeys, accounts, sessions, users } from '../../tables/accounts.ts';
import type { AuditActor } from '../../tables/audit-entries.ts';
import { tokens } from '../../tables/identity.ts';
import { hashSecret } from '../base/secrets.ts';
import type { Sql } from '../database/database.ts';
import { builtOnce } from '../database/pool/built-once.ts';
import { IS_OPEN } from './open-sessions.ts';
import {
  type ActorToken,
  findTokenActor,
  findTokenActorByHash,
  isToken,
  SERVICE_KEY_PREFIX,
} from './token-actor.ts';

interface InAccount {
  readonly accountId: string;
  readonly plan: string;
  readonly companyName: string;
}

export interface UserActor extends InAccount {
  readonly kind: 'user';
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly admin: boolean;
  readonly language: Language;
  /** Identifies the session of the call, so that all others can be ended. */
  readonly tokenHash: string;
  /** Absent for the author of a change that is made later, and where a token acts. */
  readonly session?: ActorSession;
  /** Set where a personal token acts in the user's place. */
  readonly token?: ActorToken;
  /** The name of the token with which was filed what is done now in the user's name. Source: IDN-84. */
  readonly via?: string | undefined;
}

/** What the tables say of the session of a call. */
export interface ActorSession {
  readonly createdAt: Date;
  /** As of a minute ago, or before. */
  readonly lastUsedAt: Date | null;
  /** When its owner confirmed last that it is them, besides having come in. Source: IDN-37. */
  readonly confirmedAt: Date | null;
  /** Whether that was within five minutes, by the clock of the database. */
  readonly isConfirmed: boolean;
  /** Whether it was opened within five minutes. */
  readonly isNew: boolean;
  /** How its owner came in; a session of a release before 0.3.0 was opened by a password. */
  readonly method: SignInMethod;
}

export interface KeyActor extends InAccount {
  readonly kind: 'key';
  readonly id: string;
  readonly name: string;
  /** An account key has the rights of an admin, for automation; a service key may have less. */
  readonly admin: boolean;
  readonly language: Language;
  /** Set for a service key. */
  readonly token?: ActorToken;
}

export type Actor = UserActor | KeyActor;

/** Whether a person acts, in a session: neither a key nor one of the person's tokens. */
export function isInPerson(actor: Actor): actor is UserActor {
  return actor.kind === 'user' && actor.token === undefined;
}

/** The author of a change. It needs less than an actor: a user who signs up or sets a password has no session yet. */
export type Author =
  | Pick<UserActor, 'kind' | 'accountId' | 'id' | 'name' | 'email' | 'token' | 'via'>
  | Pick<KeyActor, 'kind' | 'accountId' | 'id' | 'name' | 'token'>
  /** The operator of the service, by a command. */
  | { readonly kind: 'system'; readonly accountId: string };

/** A provider whose claims change a user. It authors changes of accounts only. */
export interface ProviderAuthor {
  readonly kind: 'provider';
  readonly accountId: string;
  readonly id: string;
  readonly name: string;
}

export const ACCOUNT_KEY_PREFIX = 'cpt_acc_';

/** Whether a key is one of a company, which may read each of its environments: an account key, or a service key. */
export function isKeyOfCompany(key: string): boolean {
  return key.startsWith(ACCOUNT_KEY_PREFIX) || key.startsWith(SERVICE_KEY_PREFIX);
}

const USER = {
  accountId: accounts.id,
  plan: accounts.plan,
  companyName: accounts.name,
  id: users.id,
  name: users.name,
  email: users.email,
  admin: users.admin,
  language: users.language,
};

/** The clocks of nodes may be off by more than a confirmation holds. */
function isRecent(at: AnyPgColumn) {
  const earliest = raw`now() - make_interval(mins => ${CONFIRMED_MINUTES})`;
  return raw<boolean>`coalesce(${at} > ${earliest}, false)`;
}

const SESSION = {
  createdAt: sessions.createdAt,
  lastUsedAt: sessions.lastUsedAt,
  confirmedAt: sessions.confirmedAt,
  isConfirmed: isRecent(sessions.confirmedAt),
  isNew: isRecent(sessions.createdAt),
  method: sessions.method,
};

/** The actor of a bearer token; undefined when the token is unknown, expired or revoked, or its user is inactive. */
export async function findActor(sql: Sql, token: string): Promise<Actor | undefined> {
  if (isToken(token)) return findTokenActorByHash(sql, hashSecret(token));
  return token.startsWith(ACCOUNT_KEY_PREFIX)
    ? findKeyByHash(sql, hashSecret(token))
    : findUserOfSession(sql, hashSecret(token));
}

/** The same actor as of now; undefined when its session or key has ended, or its user is inactive. */
export async function findActorAgain(sql: Sql, actor: Actor): Promise<Actor | undefined> {
  if (actor.token !== undefined) return findTokenActor(sql, eq(tokens.id, actor.token.id));
  return actor.kind === 'key'
    ? findKey(sql, eq(accountKeys.id, actor.id))
    : findUserOfSession(sql, actor.tokenHash);
}

/**
 * Somebody who filed a change, as of now, without a session; undefined when the user is inactive or the key is gone.
 * Source: SAF-16.
 */
export async function findAuthor(
  sql: Sql,
  { kind, id, accountId }: Pick<Actor, 'kind' | 'id' | 'accountId'>,
): Promise<Actor | undefined> {
  if (kind === 'key') {
    const isService = and(eq(tokens.id, id), isNull(tokens.userId), eq(accounts.id, accountId));
    return (
      (await findKey(sql, and(eq(accountKeys.id, id), eq(accounts.id, accountId)))) ??
      findTokenActor(sql, isService)
    );
  }
  const [row] = await sql
    .select(USER)
    .from(users)
    .innerJoin(accounts, eq(accounts.id, users.accountId))
    .where(and(eq(users.id, id), eq(accounts.id, accountId), users.active));
  return row && { kind: 'user', ...row, tokenHash: '' };
}

const findOfSession = builtOnce((sql) =>
  sql
    .select({ ...USER, ...SESSION })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(accounts, eq(accounts.id, users.accountId))
    .where(and(eq(sessions.tokenHash, raw.placeholder('tokenHash')), IS_OPEN, users.active)),
);

async function findUserOfSession(sql: Sql, tokenHash: string): Promise<UserActor | undefined> {
  const [row] = await findOfSession(sql, { tokenHash });
  if (row === undefined) return undefined;
  const { createdAt, lastUsedAt, confirmedAt, isConfirmed, isNew, method, ...user } = row;
  return {
    kind: 'user',
    ...user,
    tokenHash,
    session: {
      ...{ createdAt, lastUsedAt, confirmedAt, isConfirmed, isNew },
      method: method ?? 'PASSWORD',
    },
  };
}

const findByKeyHash = builtOnce((sql) =>
  selectKey(sql, eq(accountKeys.keyHash, raw.placeholder('keyHash'))),
);

async function findKeyByHash(sql: Sql, keyHash: string): Promise<KeyActor | undefined> {
  return keyActorOf(await findByKeyHash(sql, { keyHash }));
}

async function findKey(sql: Sql, which: SQL | undefined): Promise<KeyActor | undefined> {
  return keyActorOf(await selectKey(sql, which));
}

function keyActorOf([row]: readonly KeyRow[]): KeyActor | undefined {
  return row && { kind: 'key', ...row, admin: true, language: 'en' };
}

type KeyRow = Awaited<ReturnType<typeof selectKey>>[number];

function selectKey(sql: Sql, which: SQL | undefined) {
  return sql
    .select({
      accountId: accounts.id,
      plan: accounts.plan,
      companyName: accounts.name,
      id: accountKeys.id,
      name: accountKeys.mask,
    })
    .from(accountKeys)
    .innerJoin(accounts, eq(accounts.id, accountKeys.accountId))
    .where(which);
}

/** The author as stored in the audit log, with the name, which remains when the user is deleted. Source: IDN-84. */
export function auditActorOf(author: Author | ProviderAuthor): AuditActor {
  switch (author.kind) {
    case 'user': {
      const { id, name, email, token } = author;
      const via = token?.name ?? author.via;
      return { kind: 'user', id, name, email, ...(via !== undefined && { via }) };
    }
    case 'key':
      return {
        kind: 'key',
        id: author.id,
        name: author.name,
        ...(author.token && { service: true }),
      };
    case 'provider':
      return { kind: 'provider', id: author.id, name: author.name };
    case 'system':
      return { kind: 'system', id: '', name: '' };
  }
}
