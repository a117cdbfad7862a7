import type { Scope } from '@comporta/contract/endpoint';
import type { SignInMethod, SignInStrength } from '@comporta/contract/identity/sign-in';
import type { Role } from '@comporta/contract/role';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { accounts, users } from './accounts.ts';
import { at, bytes, createdAt, json, partOf, primaryId, versioned } from './columns.ts';

/** Who comes in, and how sure we are. A person is the `sub` of a provider, never an e-mail. Source: IDN section 3. */

/** What the members of one of a provider's groups get. Source: IDN-17. */
export interface MappedGroup {
  readonly group: string;
  readonly admin?: boolean | undefined;
  /** Ids of applications. */
  readonly apps: readonly string[];
  /** What users may do in these; absent for an editor. */
  readonly role?: Role | undefined;
}

/** An OpenID Connect issuer of a company. */
export const providers = pgTable(
  'providers',
  {
    id: primaryId(),
    accountId: partOf(() => accounts.id),
    name: text().notNull(),
    /** Unique per installation: it stands in addresses. */
    slug: text().notNull().unique('providers_slug_unique'),
    issuer: text().notNull(),
    clientId: text().notNull(),
    /** Null for a client without one. */
    sealedSecret: text(),
    scopes: json<readonly string[]>().notNull(),
    domains: json<readonly string[]>().notNull(),
    trustsEmails: boolean().notNull(),
    createsUsers: boolean().notNull(),
    secondFactorThere: boolean().notNull(),
    /** A JSON pointer into the claims; null where groups are not read. */
    groupsAt: text(),
    requiredGroups: json<readonly string[]>().notNull(),
    mappingMode: text().$type<'OFF' | 'ON_CREATE' | 'ALWAYS'>().notNull(),
    mapping: json<readonly MappedGroup[]>().notNull(),
    enabled: boolean().notNull(),
    testedAt: at(),
    createdAt: createdAt(),
    ...versioned(),
  },
  (table) => [index('providers_account_index').on(table.accountId)],
);

export const identities = pgTable(
  'identities',
  {
    providerId: partOf(() => providers.id),
    /** The provider's `sub`, byte for byte. */
    subject: text().notNull(),
    userId: partOf(() => users.id),
    createdAt: createdAt(),
    lastUsedAt: at(),
    /** The groups would take the administrator's rights away, and the audit log has said that somebody needs them. */
    adminKept: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.providerId, table.subject] }),
    unique('identities_user_unique').on(table.providerId, table.userId),
    index('identities_user_index').on(table.userId),
  ],
);

/** How the users of a company come in. Without a row, the defaults of `DEFAULT_SIGN_IN_POLICY`. Source: IDN-41. */
export const signInPolicies = pgTable('sign_in_policies', {
  accountId: uuid()
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  passwordLogin: text().$type<'EVERYBODY' | 'EMERGENCY_ONLY'>().notNull(),
  /** Ids of users, at most three. */
  emergencyUsers: json<readonly string[]>().notNull(),
  secondFactor: text().$type<'OPTIONAL' | 'ADMINS' | 'ALL'>().notNull(),
  graceDays: integer().notNull(),
  sessionHours: integer().notNull(),
  idleMinutes: integer(),
  passwordMinChars: integer().notNull(),
  tokenMaxDays: integer().notNull(),
  tokenSleepDays: integer().notNull(),
  deviceLogin: boolean().notNull(),
  ...versioned(),
});

/** A row for who has a second factor, or had wrong codes; one is in force with `appSince` or with a passkey. */
export const secondFactors = pgTable('second_factors', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  sealedAppSecret: text(),
  appSince: at(),
  /** The newest step of the app's clock that was used up. */
  lastStep: bigint({ mode: 'number' }),
  /** SHA-256 in base64url of the recovery codes that are left. */
  recoveryHashes: json<readonly string[]>().notNull().default([]),
  /** Wrong codes from unknown browsers, and when the first of the running 24 hours was. */
  wrongCodes: integer().notNull().default(0),
  wrongSince: at(),
  /** The same from known browsers. */
  knownWrongCodes: integer().notNull().default(0),
  knownWrongSince: at(),
  /** The random id by which authenticators know the user. */
  passkeyHandle: text(),
});

export const passkeys = pgTable(
  'passkeys',
  {
    /** The id of the credential, in base64url. */
    id: text().primaryKey(),
    userId: partOf(() => users.id),
    name: text().notNull(),
    publicKey: bytes().notNull(),
    /** The host that it was made for, and works at. Null for none that was made before this column. */
    host: text(),
    counter: bigint({ mode: 'number' }).notNull(),
    transports: json<readonly string[]>().notNull(),
    createdAt: createdAt(),
    lastUsedAt: at(),
  },
  (table) => [index('passkeys_user_index').on(table.userId)],
);

export type ChallengeKind = 'TICKET' | 'STEP' | 'APP' | 'DEVICE' | 'USED';

/** What was begun and lives for minutes. Compares with the database's clock. */
export const challenges = pgTable(
  'challenges',
  {
    secretHash: text().primaryKey(),
    kind: text().$type<ChallengeKind>().notNull(),
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    data: json<unknown>().notNull(),
    /** The hash of the code that a person types for a device. */
    codeHash: text().unique('challenges_code_unique'),
    /** Whose row it is, where a network may have so many only. */
    network: text(),
    tries: integer().notNull().default(0),
    expiresAt: at().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('challenges_user_index').on(table.userId),
    index('challenges_expires_index').on(table.expiresAt),
    index('challenges_network_index').on(table.network).where(sql`network is not null`),
  ],
);

/** Browsers from which a user came in before. They open nothing. Source: IDN-42. */
export const knownBrowsers = pgTable(
  'known_browsers',
  {
    browserHash: text().notNull(),
    userId: partOf(() => users.id),
    seenAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.browserHash, table.userId] }),
    index('known_browsers_user_index').on(table.userId),
  ],
);

/**
 * The log of sign-ins. Failures are one row per user, hour, method and outcome, whose `at` is the start of the hour.
 * Source: IDN-46.
 */
export const signIns = pgTable(
  'sign_ins',
  {
    id: primaryId(),
    /** Whose users these are, so that a page of a company's log is one look into an index. */
    accountId: partOf(() => accounts.id),
    userId: partOf(() => users.id),
    at: createdAt(),
    method: text().$type<SignInMethod>().notNull(),
    strength: smallint().$type<SignInStrength>().notNull(),
    /** `OPENED`, or the code with which it was refused. */
    outcome: text().notNull(),
    providerId: uuid().references(() => providers.id, { onDelete: 'set null' }),
    /** Browser and system, such as "Chrome, Linux". */
    client: text().notNull(),
    network: text().notNull(),
    count: integer().notNull().default(1),
  },
  (table) => [
    index('sign_ins_account_index').on(table.accountId, table.at, table.id),
    index('sign_ins_user_index').on(table.userId, table.at, table.id),
    index('sign_ins_at_index').on(table.at),
    uniqueIndex('sign_ins_failure_unique')
      .on(table.userId, table.at, table.method, table.outcome)
      .where(sql`outcome <> 'OPENED'`),
  ],
);

/** Personal tokens; without a user, service keys. Source: IDN-50, IDN-52. */
export const tokens = pgTable(
  'tokens',
  {
    id: primaryId(),
    tokenHash: text().notNull().unique('tokens_hash_unique'),
    mask: text().notNull(),
    name: text().notNull(),
    accountId: partOf(() => accounts.id),
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    createdBy: text().notNull(),
    createdById: uuid(),
    scopes: json<readonly Scope[]>().notNull(),
    /** Ids; null for all. */
    applications: json<readonly string[]>(),
    environments: json<readonly string[]>(),
    expiresAt: at(),
    lastUsedAt: at(),
    createdAt: createdAt(),
  },
  (table) => [
    index('tokens_account_index').on(table.accountId),
    index('tokens_user_index').on(table.userId),
  ],
);
