import { bigint, bigserial, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { createdAt, json } from './columns.ts';

export const AUDIT_ACTIONS = ['CREATED', 'EDITED', 'DELETED', 'PAUSED', 'RESTARTED'] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export const ENTITY_TYPES = [
  'application',
  'environment',
  'environmentKey',
  'property',
  'targetGroup',
  'toggle',
  'experiment',
  'user',
  'accountKey',
] as const;
export type EntityType = (typeof ENTITY_TYPES)[number];

export interface AuditActor {
  readonly kind: 'user' | 'key' | 'system';
  readonly id: string;
  readonly name: string;
  readonly email?: string | undefined;
}

/**
 * What was done, by whom, with what it was before and after. Entries of one application are also its
 * change feed: a snapshot at revision R catches up by loading the entities named after R.
 * No foreign key to the application: its entries outlive it.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    sequence: bigserial({ mode: 'number' }).primaryKey(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    applicationId: uuid(),
    applicationName: text(),
    environmentId: uuid(),
    environmentName: text(),
    /** The application's revision that this change made. */
    revision: bigint({ mode: 'number' }),
    action: text().$type<AuditAction>().notNull(),
    entityType: text().$type<EntityType>().notNull(),
    entityId: uuid().notNull(),
    entityName: text().notNull(),
    actor: json<AuditActor>().notNull(),
    before: json<object>(),
    after: json<object>(),
    at: createdAt(),
  },
  (table) => [
    index('audit_entries_account_index').on(table.accountId, table.sequence),
    index('audit_entries_application_index').on(table.applicationId, table.sequence),
    index('audit_entries_revision_index').on(table.applicationId, table.revision),
  ],
);
