import { integer, jsonb, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Columns that several tables share, and how they are spelled. */

export const at = () => timestamp({ withTimezone: true, mode: 'date' });
export const createdAt = () => at().notNull().defaultNow();
export const primaryId = () => uuid().primaryKey();

/** Who saved the row last, when, and how often: what If-Match and VERSION_CONFLICT are about. */
export const versioned = () => ({
  version: integer().notNull().default(1),
  savedBy: text().notNull(),
  /** Null of keys, and of what a release without this column saved. */
  savedById: uuid(),
  savedAt: createdAt(),
});

export const json = <T>() => jsonb().$type<T>();
