import type { Condition } from '@comporta/engine/snapshot';
import type { TargetGroupPolicy } from '@comporta/engine/vocabulary';
import { sql } from 'drizzle-orm';
import {
  foreignKey,
  index,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { applications } from './applications.ts';
import { createdAt, json, partOf, primaryId, versioned } from './columns.ts';
import { properties } from './properties.ts';

/** A stored condition: that of the engine, with a stable id for lists. */
export type StoredCondition = Condition & { readonly id: string };

export const targetGroups = pgTable(
  'target_groups',
  {
    id: primaryId(),
    applicationId: partOf(() => applications.id),
    name: text().notNull(),
    description: text().notNull(),
    policy: text().$type<TargetGroupPolicy>().notNull(),
    conditions: json<readonly StoredCondition[]>().notNull(),
    createdAt: createdAt(),
    ...versioned(),
  },
  (table) => [
    uniqueIndex('target_groups_name_unique').on(table.applicationId, sql`lower(${table.name})`),
    unique('target_groups_application_unique').on(table.applicationId, table.id),
  ],
);

/** The properties that a group's conditions use. The foreign key defines "in use". */
export const targetGroupProperties = pgTable(
  'target_group_properties',
  {
    applicationId: uuid().notNull(),
    targetGroupId: uuid().notNull(),
    propertyId: uuid().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.targetGroupId, table.propertyId] }),
    index('target_group_properties_property_index').on(table.propertyId),
    foreignKey({
      name: 'target_group_properties_group',
      columns: [table.applicationId, table.targetGroupId],
      foreignColumns: [targetGroups.applicationId, targetGroups.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'target_group_properties_property',
      columns: [table.applicationId, table.propertyId],
      foreignColumns: [properties.applicationId, properties.id],
    }),
  ],
);
