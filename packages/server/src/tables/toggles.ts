import type { CodePlace } from '@comporta/contract/code-references/code-references';
import type { Lifetime, ToldState } from '@comporta/contract/lifecycle/lifecycle';
import type { ValueType } from '@comporta/engine/vocabulary';
import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { applications } from './applications.ts';
import { at, createdAt, json, partOf, primaryId, versioned } from './columns.ts';

export const toggles = pgTable(
  'toggles',
  {
    id: primaryId(),
    applicationId: partOf(() => applications.id),
    name: text().notNull(),
    description: text().notNull(),
    values: json<readonly string[]>().notNull(),
    defaultValue: text().notNull(),
    valueType: text().$type<ValueType>().notNull(),
    availableToClients: boolean().notNull().default(true),
    tags: json<readonly string[]>().notNull().default([]),
    lifetime: text().$type<Lifetime>().notNull().default('TEMPORARY'),
    removeBy: date(),
    snoozedUntil: date(),
    ownerId: uuid().references(() => users.id, { onDelete: 'set null' }),
    archived: boolean().notNull().default(false),
    createdAt: createdAt(),
    ...versioned(),
  },
  (table) => [
    uniqueIndex('toggles_name_unique').on(table.applicationId, sql`lower(${table.name})`),
    index('toggles_owner_index').on(table.ownerId),
    // For the search; the collation "C" makes it independent of the collation of the database.
    index('toggles_search_index').on(table.applicationId, sql`lower(${table.name} collate "C")`),
    unique('toggles_application_unique').on(table.applicationId, table.id),
  ],
);

/** The stale toggles that the webhook was told of, each once in a state, for as long as they are stale. Source: LIF-25. */
export const toldStale = pgTable(
  'told_stale',
  {
    applicationId: partOf(() => applications.id),
    toggleId: partOf(() => toggles.id),
    state: text().$type<ToldState>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.applicationId, table.toggleId, table.state] }),
    // Deleting a toggle looks for its rows.
    index('told_stale_toggle_index').on(table.toggleId),
  ],
);

/** Repositories of code that were scanned for names of toggles: the last scan of the default branch of each. */
export const codeRepositories = pgTable(
  'code_repositories',
  {
    id: primaryId(),
    applicationId: partOf(() => applications.id),
    name: text().notNull(),
    branch: text().notNull(),
    commit: text().notNull(),
    committedAt: at().notNull(),
    urlTemplate: text(),
    scannedAt: createdAt(),
  },
  (table) => [unique('code_repositories_name_unique').on(table.applicationId, table.name)],
);

/** What the last scan of a repository found of a toggle. */
export const codeReferences = pgTable(
  'code_references',
  {
    repositoryId: partOf(() => codeRepositories.id),
    toggleId: partOf(() => toggles.id),
    /** 0 where an earlier scan found some. */
    count: integer().notNull(),
    /** The first places; no more than fit into one call. */
    places: json<readonly CodePlace[]>().notNull(),
    /** The commit of the first scan that found none any more. */
    removedIn: text(),
  },
  (table) => [
    primaryKey({ columns: [table.repositoryId, table.toggleId] }),
    index('code_references_toggle_index').on(table.toggleId),
  ],
);
