import type { DeliveryError } from '@comporta/contract/notifications/notification';
import type { Language } from '@comporta/messages/languages';
import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { auditEntries } from './audit-entries.ts';
import { at, createdAt, json, primaryId } from './columns.ts';

/** Where notifications of an application go, and how they are signed and worded. */
export interface Destination {
  readonly webhook: string;
  readonly secret: string;
  readonly language: Language;
}

/**
 * Notifications to the webhooks of applications: the queue and the log of it. No foreign key to the
 * application, because that it was deleted is told as well.
 */
export const deliveries = pgTable(
  'deliveries',
  {
    id: primaryId(),
    applicationId: uuid().notNull(),
    /** The change to tell of; null for a test message. */
    auditSequence: bigint({ mode: 'number' }).references(() => auditEntries.sequence, {
      onDelete: 'cascade',
    }),
    /** How many changes were made with it, itself included. */
    changeCount: integer().notNull().default(1),
    /** Null where the application says it at the time of sending; set for telling of its end. */
    destination: json<Destination>(),
    attempts: integer().notNull().default(0),
    /** Null when nothing more will be tried. */
    nextAttemptAt: at(),
    deliveredAt: at(),
    lastStatus: integer(),
    lastError: text().$type<DeliveryError>(),
    createdAt: createdAt(),
  },
  (table) => [
    index('deliveries_due_index').on(table.nextAttemptAt).where(sql`next_attempt_at is not null`),
    index('deliveries_application_index').on(table.applicationId, table.createdAt),
    // An entry that is removed looks for its news.
    index('deliveries_audit_index').on(table.auditSequence),
    index('deliveries_created_index').on(table.createdAt),
  ],
);
