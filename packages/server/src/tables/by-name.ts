import { type Column, sql as raw, type SQL } from 'drizzle-orm';

/**
 * Sorts by ICU's root collation, without case (T18): in every language, on every machine and in the
 * console alike. No index has this order, because ICU's versions differ in it.
 */
export function byName(column: Column): SQL {
  return raw`lower(${column}) collate "und-x-icu"`;
}
