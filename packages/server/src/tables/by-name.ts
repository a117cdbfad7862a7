import { type Column, sql as raw, type SQL } from 'drizzle-orm';

/**
 * Sorts by ICU's root collation, ignoring case (T18): the same order in every language, on every machine and in the
 * console. No index has this order, because it differs between versions of ICU.
 */
export function byName(column: Column): SQL {
  return raw`lower(${column}) collate "und-x-icu"`;
}
