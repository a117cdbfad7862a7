import { sql } from 'drizzle-orm';
import {
  bigint,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { applications } from './applications.ts';
import { at, bytes, createdAt, partOf, primaryId, versioned } from './columns.ts';

/** Many ids of an application, kept as hashes under its `listKey`. `version` counts the saves of its fields alone. */
export const idLists = pgTable(
  'id_lists',
  {
    id: primaryId(),
    applicationId: partOf(() => applications.id),
    name: text().notNull(),
    description: text().notNull(),
    /** How many ids its parts hold. */
    count: integer().notNull().default(0),
    /** Rises whenever ids are added or removed. After `comporta restore` it is the time of that in milliseconds. */
    contentVersion: bigint({ mode: 'number' }).notNull().default(0),
    /** Who has ids of a version before this one is sent all of them: a backup's versions may have been others. */
    fullFrom: bigint({ mode: 'number' }).notNull().default(0),
    /** Null until ids were added. */
    contentSavedAt: at(),
    createdAt: createdAt(),
    ...versioned(),
  },
  (table) => [
    uniqueIndex('id_lists_name_unique').on(table.applicationId, sql`lower(${table.name})`),
  ],
);

/**
 * The ids of a list, in 1,024 parts by the ten highest bits of their hashes. A part that was emptied stays, because its
 * version tells readers so; one that never held an id has no row. No foreign key, which would make every upload wait for saves
 * of the list; a sweep removes the parts of lists that are gone.
 */
export const idListParts = pgTable(
  'id_list_parts',
  {
    listId: uuid().notNull(),
    part: smallint().notNull(),
    /** The content version of the list that last changed it. */
    version: bigint({ mode: 'number' }).notNull(),
    /** Hashes in ascending order, each of 8 bytes, big-endian. */
    ids: bytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.listId, table.part] })],
);
