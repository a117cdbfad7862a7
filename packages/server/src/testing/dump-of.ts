import { sql as raw } from 'drizzle-orm';
import type { Sql } from '../platform/database/database.ts';

/** Every row of every table, as text to search in. */
export async function dumpOf(sql: Sql): Promise<string> {
  const { rows } = await sql.execute<{ dump: string }>(raw`
    select string_agg(
      query_to_xml('select * from ' || quote_ident(table_name), true, true, '')::text, '') as dump
    from information_schema.tables where table_schema = 'public'`);
  return rows[0]?.dump ?? '';
}
