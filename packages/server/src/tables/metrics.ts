import type { Metric } from '@comporta/contract/metrics/metric';
import { sql } from 'drizzle-orm';
import { boolean, doublePrecision, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { applications } from './applications.ts';
import { createdAt, json, partOf, primaryId, versioned } from './columns.ts';

/** The catalogue of an application: what its analyses can measure. */
export const metrics = pgTable(
  'metrics',
  {
    id: primaryId(),
    applicationId: partOf(() => applications.id),
    key: text().notNull(),
    name: text().notNull(),
    description: text().notNull(),
    kind: text().$type<Metric['kind']>().notNull(),
    eventKey: text().notNull(),
    denominatorKey: text().notNull(),
    numeratorOf: text().$type<Metric['numeratorOf']>().notNull().default('SUM'),
    denominatorOf: text().$type<Metric['denominatorOf']>().notNull().default('SUM'),
    better: text().$type<Metric['better']>().notNull(),
    fromHours: integer().notNull(),
    windowHours: integer().notNull(),
    lookbackDays: integer().notNull(),
    cap: json<Metric['cap']>().notNull(),
    margin: doublePrecision().notNull(),
    trusted: boolean().notNull(),
    createdAt: createdAt(),
    ...versioned(),
  },
  (table) => [uniqueIndex('metrics_key_unique').on(table.applicationId, sql`lower(${table.key})`)],
);
