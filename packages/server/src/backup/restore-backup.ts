import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { type LoneConnection, openConnection } from '../platform/database/connection.ts';
import { migrateDatabase, newestApplied } from '../platform/database/migrations.ts';
import type { Sql } from '../platform/database/sql.ts';
import {
  checksumSchema,
  END_OF_ROWS,
  endSchema,
  headSchema,
  tableSchema,
  UnusableBackup,
} from './backup-format.ts';
import { listTables } from './table-order.ts';

/**
 * Fills an empty database with a backup of this release or an older one, and migrates the tables. The checksum of the
 * whole file is verified before the database is changed. Returns the number of tables. Throws UnusableBackup.
 */
export async function restoreBackup(url: string, file: string): Promise<number> {
  await requireIntact(file);
  const lines = linesOf(file);
  const head = parse(headSchema, await lines.next());
  const connection = await openConnection(url);
  try {
    await requireEmpty(connection.sql);
    // The tables are first created as they were at the time of the backup; later migrations then convert the rows.
    await migrateDatabase(url, { upTo: head.migratedTo });
    if ((await newestApplied(connection.sql)) !== head.migratedTo) {
      throw new UnusableBackup(
        `it was written by the newer release ${head.version}: restore it with that release`,
      );
    }
    const tables = await connection.sql.transaction((inside) => fill(connection, inside, lines));
    await migrateDatabase(url);
    await renumberLists(connection.sql);
    return tables;
  } finally {
    await connection.close();
  }
}

/**
 * Gives each id list a version that no reader can have: those of the backup may have been given again to other ids since, and
 * whoever has any is sent all. Source: LIF-50.
 */
async function renumberLists(connection: Sql): Promise<void> {
  const now = Date.now();
  await connection.execute(sql`update id_lists set content_version = ${now}, full_from = ${now}`);
}

async function fill({ client }: LoneConnection, inside: Sql, lines: Lines): Promise<number> {
  // A backup may have events from before they went to another store.
  await inside.execute(sql`set local comporta.restoring = 'on'`);
  // Removes rows that migrations have inserted.
  for (const { table } of (await listTables(inside)).reverse()) {
    await inside.execute(sql`delete from ${sql.identifier(table)}`);
  }
  let tables = 0;
  for (;;) {
    const line = await lines.next();
    const table = tableSchema.safeParse(jsonOf(line));
    if (!table.success) {
      const end = parse(endSchema, line);
      if (end.tables !== tables) throw new UnusableBackup('it is damaged');
      for (const [name, last] of Object.entries(end.sequences)) {
        await inside.execute(
          sql`select setval(${`public.${pg.escapeIdentifier(name)}`}, ${last}::bigint)`,
        );
      }
      return tables;
    }
    const { table: name, columns, days } = table.data;
    for (const day of days) {
      await inside.execute(sql`select make_event_day(to_date(${day}, 'YYYYMMDD'))`);
    }
    const names = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
    const target = client.query(
      copyFrom(`copy ${pg.escapeIdentifier(name)} (${names}) from stdin`),
    );
    await pipeline(Readable.from(rowsOf(lines)), target);
    tables += 1;
  }
}

const LINE_END = 0x0a;

interface Lines {
  /** Returns the next line. Rejects at the end of the file. */
  next(): Promise<string>;
}

/** Compares the checksum in the last line with the lines before it. Rows that differ may be refused by the database, or not. */
async function requireIntact(file: string): Promise<void> {
  const hash = createHash('sha256');
  let last: Buffer | undefined;
  for await (const line of splitLines(unpack(file))) {
    if (last === undefined) parse(headSchema, line.toString());
    else hash.update(last);
    last = line;
  }
  const { data } = checksumSchema.safeParse(jsonOf(String(last)));
  if (data === undefined) throw new UnusableBackup('it is incomplete');
  if (data.sha256 !== hash.digest('hex')) throw new UnusableBackup('it is damaged');
}

function unpack(file: string): AsyncIterable<Buffer> {
  const unpacked = createGunzip();
  pipeline(createReadStream(file), unpacked).catch(() => {}); // The reader of `unpacked` gets the error.
  return unpacked;
}

function linesOf(file: string): Lines {
  const all = splitLines(unpack(file));
  return {
    async next() {
      const { value } = await all.next();
      if (value === undefined) throw new UnusableBackup('it is incomplete');
      return value.toString().slice(0, -1);
    },
  };
}

/** Lines with their line ends. Not node:readline, which also splits at U+2028. */
async function* splitLines(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer, undefined> {
  let rest = Buffer.alloc(0);
  try {
    for await (const chunk of stream) {
      rest = Buffer.concat([rest, chunk]);
      let start = 0;
      for (let end = rest.indexOf(LINE_END); end >= 0; end = rest.indexOf(LINE_END, start)) {
        yield rest.subarray(start, end + 1);
        start = end + 1;
      }
      rest = rest.subarray(start);
    }
  } catch (error) {
    const isDamage = error instanceof Error && 'code' in error && /^Z_/.test(String(error.code));
    throw isDamage ? new UnusableBackup('it is damaged') : error;
  }
  return undefined;
}

async function* rowsOf(lines: Lines): AsyncGenerator<string> {
  for (let line = await lines.next(); line !== END_OF_ROWS; line = await lines.next()) {
    yield `${line}\n`;
  }
}

async function requireEmpty(connection: Sql): Promise<void> {
  if ((await newestApplied(connection)) === 0) return;
  const { rows } = await connection.execute<{ used: boolean }>(
    sql`select exists(select from accounts) as used`,
  );
  if (rows[0]?.used)
    throw new UnusableBackup('the database is not empty, and nothing is overwritten');
}

function parse<Value>(
  schema: { safeParse(value: unknown): { data?: Value | undefined } },
  line: string,
): Value {
  const { data } = schema.safeParse(jsonOf(line));
  if (data === undefined) throw new UnusableBackup('it is not a backup of Comporta');
  return data;
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
