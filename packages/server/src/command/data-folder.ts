import { createHash } from 'node:crypto';
import { createReadStream, existsSync, lstatSync } from 'node:fs';
import { chmod, cp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { OUTBOX } from '../platform/mail/outbox.ts';
import { CommandFailure } from './command-failure.ts';

/** Lists every file with its SHA-256, so that a damaged backup is detected. */
const LIST = 'comporta-backup.json';

/** Refuses a folder whose database was not shut down cleanly: PostgreSQL removes its lock file on a clean shutdown. */
export function requirePeace(dataDir: string): void {
  if (!existsSync(path.join(dataDir, 'postgres', 'PG_VERSION'))) {
    throw new CommandFailure(`${dataDir} has no embedded database`);
  }
  if (existsSync(path.join(dataDir, 'postgres', 'postmaster.pid'))) {
    throw new CommandFailure(
      `the service on ${dataDir} is running, or was killed: stop it, or start and stop it once`,
    );
  }
}

/** Copies to a temporary folder, syncs, renames: the destination is complete or absent. Returns its size in bytes. */
export async function copyDataFolder(from: string, to: string): Promise<number> {
  if (existsSync(to)) throw new CommandFailure(`${to} exists already, and nothing is overwritten`);
  const aside = `${path.resolve(to)}.unfinished`;
  await rm(aside, { recursive: true, force: true });
  try {
    // The database folder may be a symbolic link to a place that the PostgreSQL user can access.
    await cp(from, aside, { recursive: true, dereference: true, filter: isKept });
    // `cp` creates folders that everyone can read; PostgreSQL refuses to start on such a folder.
    await chmod(aside, 0o700);
    await chmod(path.join(aside, 'postgres'), 0o700);
    const files = await filesIn(aside);
    const sums: Record<string, string> = {};
    let bytes = 0;
    for (const file of files) {
      const whole = path.join(aside, file);
      sums[file] = await hashOf(whole);
      bytes += lstatSync(whole).size;
      await syncFile(whole);
    }
    await writeFile(path.join(aside, LIST), JSON.stringify(sums, undefined, 2), { mode: 0o600 });
    await syncFile(path.join(aside, LIST));
    await rename(aside, to);
    return bytes;
  } catch (error) {
    await rm(aside, { recursive: true, force: true });
    throw error;
  }
}

/** Sockets and locks belong to a process, the list belongs to one copy, and unsent mails contain secret links. */
function isKept(source: string): boolean {
  const name = path.basename(source);
  return (
    name !== LIST &&
    name !== OUTBOX &&
    !name.startsWith('.s.PGSQL.') &&
    !lstatSync(source).isSocket()
  );
}

export async function requireWhole(folder: string): Promise<void> {
  const text = await readFile(path.join(folder, LIST), 'utf8').catch(() => undefined);
  if (text === undefined) throw new CommandFailure(`${folder} is not a backup: it has no ${LIST}`);
  const sums: Record<string, string> = JSON.parse(text);
  for (const [file, sum] of Object.entries(sums)) {
    const whole = path.join(folder, file);
    if (!existsSync(whole) || (await hashOf(whole)) !== sum) {
      throw new CommandFailure(`${whole} is damaged: it differs from what was backed up`);
    }
  }
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r');
  await handle.sync();
  await handle.close();
}
