import { sql } from 'drizzle-orm';
import type { Sql } from '../platform/database/sql.ts';

export interface StoredTable {
  readonly table: string;
  readonly columns: readonly string[];
  /** For a table partitioned by day: the days of its partitions, such as `20261122`. */
  readonly days: readonly string[];
}

/** All tables of the database, each after those that it refers to. Throws when references form a cycle. */
export async function listTables(connection: Sql): Promise<StoredTable[]> {
  const { rows } = await connection.execute<{
    table: string;
    columns: string[];
    days: string[];
    needs: string[];
  }>(
    sql`select c.relname as table,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          and a.attgenerated = '' order by a.attnum) as columns,
      array(select right(part.relname::text, 8) from pg_inherits i
        join pg_class part on part.oid = i.inhrelid where i.inhparent = c.oid) as days,
      array(select distinct r.relname::text from pg_constraint k
        join pg_class r on r.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as needs
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not c.relispartition
    order by c.relname`,
  );
  const ordered: StoredTable[] = [];
  const left = new Map(rows.map((row) => [row.table, row]));
  while (left.size > 0) {
    const next = [...left.values()].filter(({ needs }) => !needs.some((name) => left.has(name)));
    if (next.length === 0) throw new Error(`tables refer to each other: ${[...left.keys()]}`);
    for (const { table, columns, days } of next) {
      ordered.push({ table, columns, days });
      left.delete(table);
    }
  }
  return ordered;
}

/** The last value of each sequence by its name; unused sequences are left out. */
export async function readSequences(connection: Sql): Promise<Record<string, string>> {
  const { rows } = await connection.execute<{ name: string; last: string | null }>(
    sql`select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public'`,
  );
  return Object.fromEntries(
    rows.flatMap(({ name, last }) => (last === null ? [] : [[name, last]])),
  );
}
