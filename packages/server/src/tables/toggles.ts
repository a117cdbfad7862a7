import type { ValueType } from '@comporta/engine/vocabulary';
import { sql } from 'drizzle-orm';
import { boolean, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { applications } from './applications.ts';
import { createdAt, json, primaryId, versioned } from './columns.ts';

export const toggles = pgTable(
  'toggles',
  {
    id: primaryId(),
    applicationId: uuid()
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    description: text().notNull(),
    values: json<readonly string[]>().notNull(),
    defaultValue: text().notNull(),
    valueType: text().$type<ValueType>().notNull(),
    availableToClients: boolean().notNull().default(true),
    createdAt: createdAt(),
    ...versioned(),
  },
  (table) => [
    uniqueIndex('toggles_name_unique').on(table.applicationId, sql`lower(${table.name})`),
    unique('toggles_application_unique').on(table.applicationId, table.id),
  ],
);
