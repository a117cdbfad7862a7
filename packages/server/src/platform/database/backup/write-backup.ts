import { createHash, type Hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { PassThrough, type Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { VERSION } from '../../base/version.ts';
import { openConnection } from '../connection.ts';
import { CONSISTENT_READ } from '../database.ts';
import { newestApplied } from '../migrations.ts';
import { END_OF_ROWS, LEFT_OUT } from './backup-format.ts';
import { listTables, readSequences } from './table-order.ts';

/**
 * Writes a consistent snapshot of all tables while they are in use. The file is complete or absent. Returns the number
 * of tables.
 */
export async function writeBackup(url: string, file: string): Promise<number> {
  const aside = `${file}.unfinished`;
  const connection = await openConnection(url);
  try {
    const lines = new PassThrough();
    const written = pipeline(lines, createGzip(), createWriteStream(aside, { mode: 0o600 }));
    written.catch(() => {}); // Awaited below.
    const tables = await connection.sql.transaction(async (moment) => {
      const hash = createHash('sha256');
      const write = (line: object) => put(lines, hash, `${JSON.stringify(line)}\n`);
      const migratedTo = await newestApplied(moment);
      const at = new Date().toISOString();
      await write({ format: 'comporta backup 1', version: VERSION, at, migratedTo });
      const all = (await listTables(moment)).filter(({ table }) => !LEFT_OUT.includes(table));
      for (const { table, columns, days } of all) {
        await write({ table, columns, ...(days.length > 0 && { days }) });
        const names = columns.map((name) => pg.escapeIdentifier(name)).join(', ');
        // COPY cannot read a partitioned table, which has no rows itself, so it reads a query.
        const rows = connection.client.query(
          copyTo(`copy (select ${names} from ${pg.escapeIdentifier(table)}) to stdout`),
        );
        for await (const chunk of rows) await put(lines, hash, chunk);
        await put(lines, hash, `${END_OF_ROWS}\n`);
      }
      await write({ sequences: await readSequences(moment), tables: all.length });
      lines.end(`${JSON.stringify({ sha256: hash.digest('hex') })}\n`);
      return all.length;
    }, CONSISTENT_READ);
    await written;
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

async function put(to: Writable, hash: Hash, text: string | Buffer): Promise<void> {
  hash.update(text);
  if (!to.write(text)) await Promise.race([drained(to), finished(to)]);
}

function drained(stream: Writable): Promise<void> {
  return new Promise((resolve) => stream.once('drain', resolve));
}

async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.sync();
  await handle.close();
}
