import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core';

/**
 * One row, which says which programs may use the tables. A migration that is incompatible with an older program ends by
 * locking the table and raising the version. Writers read the row in their transactions, so the lock waits for running
 * ones, and later ones read the new version.
 */
export const compatibility = pgTable(
  'compatibility',
  {
    id: integer().primaryKey().default(1),
    /** The oldest version of Comporta that may use the tables, such as `0.1.0`. */
    oldestProgram: text().notNull(),
  },
  (table) => [check('compatibility_one_row', sql`${table.id} = 1`)],
);
