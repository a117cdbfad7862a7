import type { ToldState } from '@comporta/contract/lifecycle/lifecycle';
import type { DeliveryError } from '@comporta/contract/notifications/notification';
import type { Language } from '@comporta/messages/languages';
import type { SpokenMetric } from '@comporta/messages/verdict-parts';
import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { StoredVerdict } from './analyses/verdict-column.ts';
import { auditEntries } from './audit-entries.ts';
import { at, createdAt, json, primaryId } from './columns.ts';

/** The webhook for notifications of an application, with the secret that signs them and their language. */
export interface Destination {
  readonly webhook: string;
  readonly secret: string;
  readonly language: Language;
}

interface ResultPlace {
  readonly toggle: string;
  readonly environment: string;
  readonly environmentId: string;
  readonly experimentId: string;
  readonly analysisId: string;
  readonly phaseId: string;
}

/** News of results, with everything that the message needs. Source: RES-77. */
export type ResultNews = ResultPlace &
  (
    | {
        readonly kind: 'VERDICT' | 'PLANNED_END';
        readonly verdict: StoredVerdict;
        readonly metrics: readonly SpokenMetric[];
      }
    | { readonly kind: 'SRM' }
    | { readonly kind: 'HARM'; readonly value: string; readonly metric: string }
  );

/** Toggles that have become stale: how many, and the first of them. Owners are named when it is sent. Source: LIF-25. */
export interface StaleNews {
  readonly kind: 'STALE';
  readonly count: number;
  readonly items: readonly {
    readonly toggle: string;
    readonly ownerId: string | null;
    readonly state: ToldState;
  }[];
}

export type News = ResultNews | StaleNews;

/**
 * Notifications to the webhooks of applications: both the queue and its log. No foreign key to the application, because
 * its deletion is notified, too.
 */
export const deliveries = pgTable(
  'deliveries',
  {
    id: primaryId(),
    applicationId: uuid().notNull(),
    /** The audit entry of the change to send; null for news, and for a test message. */
    auditSequence: bigint({ mode: 'number' }).references(() => auditEntries.sequence, {
      onDelete: 'cascade',
    }),
    /** How many changes were made in the same write, including this one. */
    changeCount: integer().notNull().default(1),
    /** Null when the application's settings at the time of sending apply; set for the message of its deletion. */
    destination: json<Destination>(),
    news: json<News>(),
    attempts: integer().notNull().default(0),
    /** Null when there are no further attempts. */
    nextAttemptAt: at(),
    /** The same for news. A separate column, because an earlier release would send them as a test message. */
    dueAt: at(),
    deliveredAt: at(),
    lastStatus: integer(),
    lastError: text().$type<DeliveryError>(),
    createdAt: createdAt(),
  },
  (table) => [
    index('deliveries_due_index').on(table.nextAttemptAt).where(sql`next_attempt_at is not null`),
    index('deliveries_due_at_index').on(table.dueAt).where(sql`due_at is not null`),
    index('deliveries_application_index').on(table.applicationId, table.createdAt),
    // Deleting an audit entry looks for its deliveries.
    index('deliveries_audit_index').on(table.auditSequence),
    index('deliveries_created_index').on(table.createdAt),
  ],
);
