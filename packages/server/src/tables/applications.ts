import type { StaleDigest } from '@comporta/contract/applications/application';
import type { ChangePolicy } from '@comporta/contract/change-policies/change-policy';
import type { Language } from '@comporta/messages/languages';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { at, bytes, createdAt, json, partOf, primaryId, versioned } from './columns.ts';

/**
 * `revision` counts the writes to anything inside the application. Each write takes the row's lock
 * to raise it, so revision order is commit order.
 */
export const applications = pgTable(
  'applications',
  {
    id: primaryId(),
    accountId: partOf(() => accounts.id),
    name: text().notNull(),
    notificationWebhook: text(),
    notificationLanguage: text().$type<Language>().notNull(),
    idleDays: integer().notNull().default(14),
    staleDigest: text().$type<StaleDigest>().notNull().default('OFF'),
    /** When it was last looked what to say in the weekly message about stale toggles; null: never. */
    staleDigestAt: at(),
    /** Signs the notifications (Standard Webhooks). */
    webhookSecret: text().notNull(),
    revision: bigint({ mode: 'number' }).notNull().default(0),
    /** How many audit entries the application has: the number of its newest one. */
    auditEntryCount: bigint({ mode: 'number' }).notNull().default(0),
    /** Whether an environment has a change policy, or a freeze is not over: saves are admitted then. Source: SAF-20. */
    restricted: boolean().notNull().default(false),
    /**
     * The last revision that a program made which knows policies and freezes. A trigger refuses any other revision while the
     * application is restricted. Source: SAF-84.
     */
    admittedRevision: bigint({ mode: 'number' }).notNull().default(0),
    /** How many change requests are not closed. */
    requestCount: integer().notNull().default(0),
    /** Under which the ids of its lists are hashed, so that nobody outside can choose one that collides (LIF-41). */
    listKey: bytes().notNull().default(sql`uuid_send(gen_random_uuid())`),
    createdAt: createdAt(),
    ...versioned(),
  },
  (table) => [
    uniqueIndex('applications_name_unique').on(table.accountId, sql`lower(${table.name})`),
  ],
);

/** `revision` is the application's revision that last changed what this environment evaluates. */
export const environments = pgTable(
  'environments',
  {
    id: primaryId(),
    applicationId: partOf(() => applications.id),
    name: text().notNull(),
    position: integer().notNull(),
    /** Null where the name of the environment decides. */
    production: boolean(),
    /** Whether fetching all values counts as an exposure. */
    countBulkAsExposure: boolean().notNull().default(false),
    /** Null: changes need nothing. */
    changePolicy: json<ChangePolicy>(),
    revision: bigint({ mode: 'number' }).notNull().default(0),
    /** Null until a key was generated. */
    keyHash: text().unique('environments_key_hash_unique'),
    keyCreatedAt: at(),
    createdAt: createdAt(),
  },
  (table) => [
    unique('environments_name_unique').on(table.applicationId, table.name),
    unique('environments_application_unique').on(table.applicationId, table.id),
  ],
);

/**
 * The client key, which may be public: as text, as the hash that requests are looked up by, and with the origins that
 * may use it. An environment without a row has no client key.
 */
export const clientAccess = pgTable('client_access', {
  environmentId: uuid()
    .primaryKey()
    .references(() => environments.id, { onDelete: 'cascade' }),
  key: text(),
  keyHash: text().unique('client_access_key_hash_unique'),
  /** An empty list allows any page. */
  origins: json<readonly string[]>().notNull(),
  createdAt: createdAt(),
  ...versioned(),
});

/**
 * Replaced keys that still open their environment, until `endsAt`: at most one of each kind, so that systems can be given
 * the new key one after the other (FAIR-50).
 */
export const formerKeys = pgTable(
  'former_keys',
  {
    environmentId: partOf(() => environments.id),
    kind: text().$type<'server' | 'client'>().notNull(),
    keyHash: text().notNull().unique('former_keys_key_hash_unique'),
    /** When the key was made, not when it was replaced. */
    createdAt: createdAt(),
    endsAt: at().notNull(),
    /**
     * The hash of the key that replaced it. It ends when that is no longer the present key: a release without this table
     * replaces keys, too, and must end former ones.
     */
    replacedBy: text().notNull(),
    seenAt: at(),
  },
  (table) => [primaryKey({ columns: [table.environmentId, table.kind] })],
);

/** When systems last used the environment's key, and with which SDK. Written in batches. */
export const environmentStatus = pgTable('environment_status', {
  environmentId: uuid()
    .primaryKey()
    .references(() => environments.id, { onDelete: 'cascade' }),
  lastSeenAt: at().notNull(),
  sdk: text(),
  sdkVersion: text(),
  /** When a page last used the environment's key, which belongs on servers. */
  seenInPageAt: at(),
  /** When a rule of an active experiment first decided an answer. */
  ruleServedAt: at(),
  /** When the present key of each kind was last used; null also after a key was replaced (FAIR-53). */
  serverSeenAt: at(),
  clientSeenAt: at(),
  /** The last SDK or edge node older than this release that read the snapshot (RUL-58). */
  olderSdk: text(),
  olderVersion: text(),
  olderSeenAt: at(),
});
