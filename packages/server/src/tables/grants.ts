import type { Role } from '@comporta/contract/role';
import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { applications, environments } from './applications.ts';
import { partOf } from './columns.ts';
import { providers } from './identity.ts';

/** The applications in which a user who is not an admin may change everything: all that a program before 0.3.0 knows. */
export const grants = pgTable(
  'grants',
  {
    userId: partOf(() => users.id),
    applicationId: partOf(() => applications.id),
    /** The provider whose groups gave it; null where a person did. */
    providerId: uuid().references(() => providers.id, { onDelete: 'set null' }),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.applicationId] }),
    index('grants_application_index').on(table.applicationId),
  ],
);

/**
 * What a user who is not an admin may do, where that is not what a grant alone says: a role for the whole application, and
 * others for single environments. Where both exist, this decides; who may less than a grant says has none.
 */
export const roles = pgTable(
  'roles',
  {
    userId: partOf(() => users.id),
    applicationId: partOf(() => applications.id),
    environmentId: uuid().references(() => environments.id, { onDelete: 'cascade' }),
    role: text().$type<Role>().notNull(),
    /** As in `grants`. */
    providerId: uuid().references(() => providers.id, { onDelete: 'set null' }),
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
