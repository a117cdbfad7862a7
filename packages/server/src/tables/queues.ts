import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { accounts, users } from './accounts.ts';
import { at, createdAt, json, partOf, primaryId } from './columns.ts';

/** Why a user gets a link to set a password. */
export type LinkReason =
  | { readonly kind: 'signedUp' | 'again' | 'reset' }
  | { readonly kind: 'addedBy'; readonly inviter: string };

/** What changed of the second factors of a user. */
export type FactorChange =
  | 'APP_SET_UP'
  | 'APP_REMOVED'
  | 'PASSKEY_ADDED'
  | 'PASSKEY_REMOVED'
  | 'PASSKEY_REFUSED'
  | 'CODES_RENEWED';

/** What was reset of how a user logs in. */
export type ResetPart = 'factors' | 'identities' | 'tokens' | 'sessions';

/** What a user is told about who comes in as them, or, as an admin, about how all do. Source: IDN-44. */
export type SecurityNotice =
  | {
      readonly is: 'newBrowser';
      readonly client: string;
      readonly network: string;
      /** In ISO 8601. */
      readonly at: string;
    }
  | { readonly is: 'factors'; readonly change: FactorChange }
  | { readonly is: 'recoveryUsed'; readonly left: number }
  | { readonly is: 'wrongCode' }
  | { readonly is: 'gate' }
  | { readonly is: 'token'; readonly token: string; readonly endsAt: string }
  /** An admin ended tokens of the user. */
  | { readonly is: 'tokensEnded'; readonly name: string; readonly tokens: readonly string[] }
  /** Without a name, the operator of the service did it. */
  | { readonly is: 'reset'; readonly parts: readonly ResetPart[]; readonly name?: string }
  | { readonly is: 'identity'; readonly provider: string }
  | { readonly is: 'settings'; readonly name: string; readonly change: 'PROVIDER' | 'POLICY' }
  | { readonly is: 'released' }
  | { readonly is: 'emergency'; readonly name: string };

/** Why a user gets a mail. A release before 0.3.0 leaves those of the kind `security` in the queue. */
export type MailReason =
  | LinkReason
  | { readonly kind: 'passwordChanged' }
  | { readonly kind: 'security'; readonly what: SecurityNotice };

/**
 * The queue of mails, written in the transaction that causes them; a row is deleted once it was sent. It holds reason
 * and recipient only: the text with the link is made when it is sent (T08).
 */
export const mails = pgTable(
  'mails',
  {
    id: primaryId(),
    /** Null for a row that an earlier release queued, which has its text. */
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    reason: json<MailReason>(),
    /** Not next_attempt_at: an earlier release beside this one would send the row without a text. */
    dueAt: at(),
    recipient: text().notNull(),
    // For rows that an earlier release queues; the next four columns have no other use.
    subject: text().notNull().default(''),
    text: text().notNull().default(''),
    html: text().notNull().default(''),
    nextAttemptAt: at().defaultNow(),
    attempts: integer().notNull().default(0),
    lastError: text(),
    createdAt: createdAt(),
  },
  (table) => [
    index('mails_due_index').on(table.nextAttemptAt).where(sql`next_attempt_at is not null`),
    index('mails_due_at_index').on(table.dueAt).where(sql`due_at is not null`),
    index('mails_user_index').on(table.userId),
  ],
);

/** Responses already given for an Idempotency-Key, encrypted with that key. Kept for 24 hours. */
export const idempotentAnswers = pgTable(
  'idempotent_answers',
  {
    accountId: partOf(() => accounts.id),
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
