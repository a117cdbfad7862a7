import { createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { openConnection } from './connection.ts';
import type { Sql } from './sql.ts';

const ROLE = 'comporta_service';

/**
 * Returns the URL with which the service uses the embedded database. Its role owns nothing. It may read and append
 * audit entries, but neither change nor delete them. `ownerUrl` is the URL of the owner of the tables, with which they
 * were migrated; call this afterwards.
 */
export async function openServiceRole(ownerUrl: string): Promise<string> {
  const url = new URL(ownerUrl);
  const password = createHmac('sha256', url.password).update(ROLE).digest('hex');
  const connection = await openConnection(ownerUrl);
  try {
    await connection.sql.transaction(async (inside) => {
      // Most starts must not write anything, because the disk may be full.
      if (!(await isReady(inside))) await grant(inside, password);
    });
  } finally {
    await connection.close();
  }
  url.username = ROLE;
  url.password = password;
  return url.href;
}

async function isReady(inside: Sql): Promise<boolean> {
  if (!(await isThere(inside))) return false;
  const { rows } = await inside.execute<{ ready: boolean }>(sql`
    select not has_table_privilege(${ROLE}, 'public.audit_entries', 'update, delete')
      and has_column_privilege(${ROLE}, 'public.audit_entries', 'account_number', 'update')
      and bool_and(has_table_privilege(${ROLE}, format('%I.%I', schemaname, tablename), 'select'))
      as ready from pg_tables where schemaname in ('public', 'drizzle')
        -- The days of events are made while the service runs, and are read through their table.
        and format('%I.%I', schemaname, tablename)::regclass not in (select inhrelid from pg_inherits)`);
  return rows[0]?.ready === true;
}

async function isThere(inside: Sql): Promise<boolean> {
  const { rows } = await inside.execute(sql`select from pg_roles where rolname = ${ROLE}`);
  return rows.length > 0;
}

async function grant(inside: Sql, password: string): Promise<void> {
  if (!(await isThere(inside))) await inside.execute(sql.raw(`create role ${ROLE}`));
  const statements = [
    `alter role ${ROLE} login nosuperuser nocreatedb nocreaterole password '${password}'`,
    `grant usage on schema public, drizzle to ${ROLE}`,
    `grant select, insert, update, delete on all tables in schema public to ${ROLE}`,
    `grant usage on all sequences in schema public to ${ROLE}`,
    `grant select on all tables in schema drizzle to ${ROLE}`,
    `revoke update, delete on public.audit_entries from ${ROLE}`,
    // Entries of large changes get their number after the commit.
    `grant update (account_number) on public.audit_entries to ${ROLE}`,
  ];
  for (const statement of statements) await inside.execute(sql.raw(statement));
}
