import type { SignInMethod } from '@comporta/contract/identity/sign-in';
import type { RegionTag } from '@comporta/contract/keys/environment-key-api';
import type { Language } from '@comporta/messages/languages';
import { bigint, boolean, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { at, createdAt, json, partOf, primaryId, versioned } from './columns.ts';

export const accounts = pgTable('accounts', {
  id: primaryId(),
  name: text().notNull(),
  /** A name in the PLANS setting. */
  plan: text().notNull(),
  /** The regions of REGION_URLS that this account has; null means all of them. */
  regions: json<readonly RegionTag[]>(),
  /** How many audit entries the account has: the number of its newest one. */
  auditEntryCount: bigint({ mode: 'number' }).notNull().default(0),
  createdAt: createdAt(),
});

/** `passwordHash` is null until the first password is set; `email` is lower-case. */
export const users = pgTable(
  'users',
  {
    id: primaryId(),
    accountId: partOf(() => accounts.id),
    name: text().notNull(),
    email: text().notNull(),
    admin: boolean().notNull(),
    active: boolean().notNull(),
    /** An admin deactivated this user: no password link reactivates it. */
    deactivated: boolean().notNull().default(false),
    language: text().$type<Language>().notNull(),
    passwordHash: text(),
    lastLoginAt: at(),
    /** When a link to set the first password was last sent; also null for users invited before this column existed. */
    invitedAt: at(),
    /** The provider whose groups made this user an admin. Deleting the provider clears it. */
    adminProviderId: uuid(),
    /** When a second factor becomes mandatory for this user. */
    factorDueAt: at(),
    createdAt: createdAt(),
    ...versioned(),
  },
  (table) => [
    unique('users_email_unique').on(table.email),
    index('users_account_index').on(table.accountId),
  ],
);

/** Tokens and keys are stored as SHA-256 in base64url, never as they are. */
export const sessions = pgTable(
  'sessions',
  {
    tokenHash: text().primaryKey(),
    userId: partOf(() => users.id),
    expiresAt: at().notNull(),
    /** The row of `sign_ins` that says how strong it is; null for a session that a release before 0.3.0 opened. */
    signInId: uuid(),
    /** The guard writes what the row of the log and the policy say, so that who calls is read without them. Source: IDN-80. */
    method: text().$type<SignInMethod>(),
    idleMinutes: integer(),
    lastUsedAt: at(),
    /** When its owner confirmed last that it is them. Source: IDN-37. */
    confirmedAt: at(),
    createdAt: createdAt(),
  },
  (table) => [index('sessions_user_index').on(table.userId)],
);

export const passwordLinks = pgTable(
  'password_links',
  {
    tokenHash: text().primaryKey(),
    userId: partOf(() => users.id),
    expiresAt: at().notNull(),
    /** Set when the link was used or replaced by a newer one; it is invalid either way. */
    endedAt: at(),
    createdAt: createdAt(),
  },
  (table) => [index('password_links_user_index').on(table.userId)],
);

export const accountKeys = pgTable(
  'account_keys',
  {
    id: primaryId(),
    accountId: partOf(() => accounts.id),
    keyHash: text().notNull().unique('account_keys_hash_unique'),
    /** The text in the list of keys: dots and the last four characters. */
    mask: text().notNull(),
    createdBy: text().notNull(),
    /** Null for keys of a release without this column. */
    createdById: uuid(),
    createdAt: createdAt(),
  },
  (table) => [index('account_keys_account_index').on(table.accountId)],
);
