import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { applications } from './applications.ts';
import { createdAt, partOf, primaryId } from './columns.ts';

/** A named query of the list of toggles. */
export const views = pgTable(
  'views',
  {
    id: primaryId(),
    applicationId: partOf(() => applications.id),
    /** Null when the user who made it was deleted: shared views stay. */
    userId: uuid().references(() => users.id, { onDelete: 'set null' }),
    name: text().notNull(),
    query: text().notNull(),
    shared: boolean().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('views_name_unique').on(
      table.applicationId,
      table.userId,
      sql`lower(${table.name})`,
    ),
    index('views_user_index').on(table.userId),
  ],
);
