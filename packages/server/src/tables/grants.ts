import { index, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { applications } from './applications.ts';
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
