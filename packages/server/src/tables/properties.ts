import type { PropertyType } from '@comporta/engine/vocabulary';
import { sql } from 'drizzle-orm';
import { pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { applications } from './applications.ts';
import { createdAt, partOf, primaryId, versioned } from './columns.ts';

export const properties = pgTable(
  'properties',
  {
    id: primaryId(),
    applicationId: partOf(() => applications.id),
    key: text().notNull(),
    type: text().$type<PropertyType>().notNull(),
    description: text().notNull(),
    createdAt: createdAt(),
    ...versioned(),
  },
  (table) => [
    uniqueIndex('properties_key_unique').on(table.applicationId, sql`lower(${table.key})`),
    unique('properties_application_unique').on(table.applicationId, table.id),
  ],
);

/** What people and the audit log know a property by. */
export const PROPERTY_NAMES = {
  type: 'property',
  table: properties,
  name: properties.key,
} as const;
