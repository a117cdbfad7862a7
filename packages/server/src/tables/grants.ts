import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { applications, environments } from './applications.ts';
import { partOf } from './columns.ts';

/** The applications that a user who is not an admin may use. */
export const grants = pgTable(
  'grants',
  {
    userId: partOf(() => users.id),
    applicationId: partOf(() => applications.id),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.applicationId] }),
    index('grants_application_index').on(table.applicationId),
  ],
);

/**
 * What a user who is not an admin may do, where that is not what a grant alone says: a role for the whole application, and
 * others for single environments. Where both exist, this decides.
 */
export const roles = pgTable(
  'roles',
  {
    userId: partOf(() => users.id),
    applicationId: partOf(() => applications.id),
    environmentId: uuid().references(() => environments.id, { onDelete: 'cascade' }),
    role: text().$type<'VIEWER' | 'EDITOR' | 'APPROVER'>().notNull(),
  },
  (table) => [
    uniqueIndex('roles_application_unique')
      .on(table.userId, table.applicationId)
      .where(sql`environment_id is null`),
    uniqueIndex('roles_environment_unique')
      .on(table.userId, table.environmentId)
      .where(sql`environment_id is not null`),
    index('roles_application_index').on(table.applicationId),
  ],
);
