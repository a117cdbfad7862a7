import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { applications } from './applications.ts';
import { createdAt, partOf, primaryId } from './columns.ts';
import { toggles } from './toggles.ts';

/** The favourites of a user: applications, or single toggles. */
export const favourites = pgTable(
  'favourites',
  {
    userId: partOf(() => users.id),
    applicationId: partOf(() => applications.id),
    /** Null when the favourite is the application itself. */
    toggleId: uuid().references(() => toggles.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (table) => [
    unique('favourites_unique')
      .on(table.userId, table.applicationId, table.toggleId)
      .nullsNotDistinct(),
    index('favourites_application_index').on(table.applicationId),
    index('favourites_toggle_index').on(table.toggleId),
  ],
);

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
