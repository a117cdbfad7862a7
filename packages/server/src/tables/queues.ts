import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { at, createdAt, primaryId } from './columns.ts';

/** Mail to be sent, queued in the transaction that wants it sent; a row leaves when it was sent. */
export const mails = pgTable(
  'mails',
  {
    id: primaryId(),
    recipient: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    attempts: integer().notNull().default(0),
    nextAttemptAt: at().defaultNow(),
    lastError: text(),
    createdAt: createdAt(),
  },
  (table) => [
    index('mails_due_index').on(table.nextAttemptAt).where(sql`next_attempt_at is not null`),
  ],
);

/** Answers already given to an Idempotency-Key, sealed with that key. Kept for 24 hours. */
export const idempotentAnswers = pgTable(
  'idempotent_answers',
  {
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    keyHash: text().notNull(),
    requestHash: text().notNull(),
    sealedAnswer: text(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.keyHash] }),
    index('idempotent_answers_created_index').on(table.createdAt),
  ],
);
