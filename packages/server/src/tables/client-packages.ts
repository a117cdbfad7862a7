import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytes, createdAt, json } from './columns.ts';

/**
 * The packages for clients of every release that this installation has run: lock files of customers name them, so a version
 * stays as it is for ever, whichever node or release answers (FAIR-71).
 */
export const clientPackages = pgTable(
  'client_packages',
  {
    name: text().notNull(),
    version: text().notNull(),
    /** Its package.json and the digests that npm checks the file with. */
    manifest: json<object>().notNull(),
    /** The file that `npm pack` made. */
    file: bytes().notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.name, table.version] })],
);
