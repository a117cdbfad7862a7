import type { ValueType } from '@comporta/engine/vocabulary';
import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { applications } from './applications.ts';
import { createdAt, json, partOf, primaryId, versioned } from './columns.ts';

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
