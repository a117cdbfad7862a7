import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { VERSION } from '../platform/base/version.ts';
import { type LoneConnection, openConnection } from '../platform/database/connection.ts';
import { CONSISTENT_READ, type Sql } from '../platform/database/database.ts';
import { newestApplied } from '../platform/database/migrations.ts';
import { END_OF_ROWS, LEFT_OUT } from './backup-format.ts';
import { listTables, readSequences, type StoredTable } from './table-order.ts';

/**
 * Writes a consistent snapshot of all tables while they are in use. The file is complete or absent. Returns the number
 * of tables.
 */
export async function writeBackup(url: string, file: string): Promise<number> {
  const aside = `${file}.unfinished`;
  const connection = await openConnection(url);
  try {
    const tables = await connection.sql.transaction(async (moment) => {
      if ((await newestApplied(moment)) === 0)
        throw new Error('the database has no tables of Comporta');
      const all = (await listTables(moment)).filter(({ table }) => !LEFT_OUT.includes(table));
      await pipeline(
        linesOf(connection, moment, all),
        withChecksum,
        createGzip(),
        createWriteStream(aside, { mode: 0o600 }),
      );
      return all.length;
    }, CONSISTENT_READ);
    await syncFile(aside);
    await rename(aside, file);
    return tables;
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  } finally {
    await connection.close();
  }
}

type Piece = string | Buffer;

async function* linesOf(
  { client }: LoneConnection,
  moment: Sql,
  tables: readonly StoredTable[],
): AsyncGenerator<Piece> {
  const migratedTo = await newestApplied(moment);
  const at = new Date().toISOString();
  yield lineOf({ format: 'comporta backup 1', version: VERSION, at, migratedTo });
  for (const { table, columns, days } of tables) {
    yield lineOf({ table, columns, ...(days.length > 0 && { days }) });
    const names = columns.map((name) => pg.escapeIdentifier(name)).join(', ');
    // COPY cannot read a partitioned table, which has no rows itself, so it reads a query.
    const rows = client.query(
      copyTo(`copy (select ${names} from ${pg.escapeIdentifier(table)}) to stdout`),
    );
    try {
      yield* rows.iterator({ destroyOnReturn: false });
    } finally {
      // When the file cannot be written, the transaction can end only after all rows were received.
      rows.resume();
    }
    yield `${END_OF_ROWS}\n`;
  }
  yield lineOf({ sequences: await readSequences(moment), tables: tables.length });
}

async function* withChecksum(pieces: AsyncIterable<Piece>): AsyncGenerator<Piece> {
  const hash = createHash('sha256');
  for await (const piece of pieces) {
    hash.update(piece);
    yield piece;
  }
  yield lineOf({ sha256: hash.digest('hex') });
}

function lineOf(line: object): string {
  return `${JSON.stringify(line)}\n`;
}

async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.sync();
  await handle.close();
}
