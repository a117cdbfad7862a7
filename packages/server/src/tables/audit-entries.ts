import type { AuditAction, EntityType } from '@comporta/contract/nouns/records';
import { sql } from 'drizzle-orm';
import { bigint, bigserial, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { createdAt, json, partOf } from './columns.ts';

export interface AuditActor {
  readonly kind: 'user' | 'key' | 'provider' | 'system';
  readonly id: string;
  readonly name: string;
  readonly email?: string | undefined;
  /** The name of the personal token that acted for the user. */
  readonly via?: string;
  /** The key is a service key. */
  readonly service?: boolean;
}

/** A step of a change request and who approved it, by name; or how a change passed the policy of an environment. */
export interface AuditedRequest {
  readonly number?: number;
  readonly step?: number;
  readonly approvers?: readonly string[];
  /** The name of who applied it ahead of its time, or by hand, in place of the author. */
  readonly by?: string;
  readonly bypass?: boolean;
  readonly withoutApproval?: boolean;
}

const actorId = sql`(actor ->> 'id')`;

/**
 * Each entry is a change: its author, and the state before and after. Entries of one application are also its
 * change feed: a snapshot at revision R catches up by loading the entities named after R.
 * No foreign key to the application: its entries outlive it.
 *
 * Two numbers count an entry without gaps, from 1: among those of its account and among those of its
 * application. So any page is a range of numbers, however long the log (docs/decisions/0004).
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    sequence: bigserial({ mode: 'number' }).primaryKey(),
    accountId: partOf(() => accounts.id),
    /** Null for moments after a large write, which is numbered later so that other saves need not wait for it. */
    accountNumber: bigint({ mode: 'number' }),
    applicationId: uuid(),
    /** Null for an account's own entries. */
    applicationNumber: bigint({ mode: 'number' }),
    applicationName: text(),
    environmentId: uuid(),
    environmentName: text(),
    /**
     * The environments whose users may get something else by the change (CDW-65). Null in entries of a release without
     * this column, and where `environmentId` says it.
     */
    environmentIds: uuid().array(),
    /** The application's revision that this change made. */
    revision: bigint({ mode: 'number' }),
    action: text().$type<AuditAction>().notNull(),
    entityType: text().$type<EntityType>().notNull(),
    entityId: uuid().notNull(),
    entityName: text().notNull(),
    actor: json<AuditActor>().notNull(),
    before: json<object>(),
    after: json<object>(),
    /** Why it was done, in the words of the author. */
    reason: text(),
    /** The change request that the change is a step of. */
    request: json<AuditedRequest>(),
    at: createdAt(),
  },
  (table) => [
    unique('audit_entries_account_number').on(table.accountId, table.accountNumber),
    unique('audit_entries_application_number').on(table.applicationId, table.applicationNumber),
    index('audit_entries_unnumbered')
      .on(table.accountId, table.sequence)
      .where(sql`account_number is null`),
    // For the filters of a log, in the order of its pages. Dates become ranges of numbers.
    index('audit_entries_account_action').on(table.accountId, table.action, table.accountNumber),
    index('audit_entries_account_actor').on(table.accountId, actorId, table.accountNumber),
    index('audit_entries_account_type').on(table.accountId, table.entityType, table.accountNumber),
    index('audit_entries_application_action').on(
      table.applicationId,
      table.action,
      table.applicationNumber,
    ),
    index('audit_entries_application_actor').on(
      table.applicationId,
      actorId,
      table.applicationNumber,
    ),
    index('audit_entries_application_type').on(
      table.applicationId,
      table.entityType,
      table.applicationNumber,
    ),
    // One index for entries with the list and for those of a release without it.
    index('audit_entries_environments_index').using(
      'gin',
      sql`(coalesce(environment_ids, array[environment_id]))`,
    ),
    index('audit_entries_entity_index').on(table.entityId),
    index('audit_entries_revision_index').on(table.applicationId, table.revision),
  ],
);
