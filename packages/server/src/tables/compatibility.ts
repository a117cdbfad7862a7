import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core';

/**
 * One row, which says which programs may use the tables. A migration that an older program cannot bear
 * ends by taking the table for itself and raising the version: writers read it in their transactions,
 * so the lock waits for those under way, and those that come later read the new one.
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
