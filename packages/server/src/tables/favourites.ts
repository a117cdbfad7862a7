import { index, pgTable, unique, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { applications } from './applications.ts';
import { createdAt, partOf } from './columns.ts';
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
