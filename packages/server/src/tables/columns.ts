import {
  type AnyPgColumn,
  customType,
  integer,
  jsonb,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';

/** Columns that several tables share, and how they are spelled. */

export const at = () => timestamp({ withTimezone: true, mode: 'date' });
export const createdAt = () => at().notNull().defaultNow();
export const primaryId = () => uuid().primaryKey();
/** The id of a row without which this one does not exist. */
export const partOf = (id: () => AnyPgColumn) =>
  uuid().notNull().references(id, { onDelete: 'cascade' });

/** The last save of the row and the number of saves, for If-Match and VERSION_CONFLICT. */
export const versioned = () => ({
  version: integer().notNull().default(1),
  savedBy: text().notNull(),
  /** Null for saves by an account key, or by a release without this column. */
  savedById: uuid(),
  savedAt: createdAt(),
});

export const json = <T>() => jsonb().$type<T>();

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
