import type { VerdictAnswer } from '@comporta/contract/analyses/verdict';
import type { DeliveryError } from '@comporta/contract/notifications/notification';
import type { Language } from '@comporta/messages/languages';
import type { SpokenMetric } from '@comporta/messages/verdict-in-words';
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

interface ResultPlace {
  readonly toggle: string;
  readonly environment: string;
  readonly environmentId: string;
  readonly experimentId: string;
  readonly analysisId: string;
  readonly phaseId: string;
}

/** News of results, with all that its sentence says. Source: RES-77. */
export type ResultNews = ResultPlace &
  (
    | {
        readonly kind: 'VERDICT' | 'PLANNED_END';
        readonly verdict: VerdictAnswer;
        readonly metrics: readonly SpokenMetric[];
      }
    | { readonly kind: 'SRM' }
    | { readonly kind: 'HARM'; readonly value: string; readonly metric: string }
  );

/**
 * Notifications to the webhooks of applications: the queue and the log of it. No foreign key to the
 * application, because that it was deleted is told as well.
 */
export const deliveries = pgTable(
  'deliveries',
  {
    id: primaryId(),
    applicationId: uuid().notNull(),
    /** The change to tell of; null for news of results, and for a test message. */
    auditSequence: bigint({ mode: 'number' }).references(() => auditEntries.sequence, {
      onDelete: 'cascade',
    }),
    /** How many changes were made with it, itself included. */
    changeCount: integer().notNull().default(1),
    /** Null where the application says it at the time of sending; set for telling of its end. */
    destination: json<Destination>(),
    news: json<ResultNews>(),
    attempts: integer().notNull().default(0),
    /** Null when nothing more will be tried. */
    nextAttemptAt: at(),
    /** The same of news of results: an earlier release beside this one would send them as a test message. */
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
    // An entry that is removed looks for its news.
    index('deliveries_audit_index').on(table.auditSequence),
    index('deliveries_created_index').on(table.createdAt),
  ],
);
