import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { placeRestored } from '../embedded-postgres/place-restored.ts';
import type { Config } from '../platform/config/config.ts';
import type { Command } from './command.ts';
import { CommandFailure } from './command-failure.ts';
import { copyDataFolder, requirePeace, requireWhole } from './data-folder.ts';
import { openOrCreateDatabase } from './own-database.ts';

export const RESTORE: Command = {
  summary: 'Fill an empty database with a backup',
  usage: `restore FILE
  FILE                a backup of this release or an older one; or the folder that a backup of 0.1.0 wrote

The database must be empty: the one of DATABASE_URL, or a new embedded one, for which DATA_DIR must not have one yet.
Nothing is ever overwritten, and a damaged backup is refused. Backup and restore can also move the data from the embedded
database to your own, and to another major version of PostgreSQL.`,
  async run(args, readSettings) {
    const { positionals } = parseArgs({ args: [...args], allowPositionals: true });
    const [backup, ...others] = positionals;
    if (backup === undefined || others.length > 0) {
      throw new CommandFailure('restore takes one FILE', 2);
    }
    if (!existsSync(backup)) throw new CommandFailure(`${backup} does not exist`);
    const settings = readSettings();
    if (statSync(backup).isDirectory()) await restoreFolder(backup, settings);
    else await restoreFile(backup, settings);
  },
};

async function restoreFile(file: string, settings: Config): Promise<void> {
  const { restoreBackup } = await import('../backup/restore-backup.ts');
  const { UnusableBackup } = await import('../backup/backup-format.ts');
  await using opened = new AsyncDisposableStack();
  try {
    const tables = await restoreBackup(await openOrCreateDatabase(settings, opened), file);
    process.stdout.write(`All ${tables} tables of ${file} are restored. Start the service.\n`);
  } catch (error) {
    if (error instanceof UnusableBackup) {
      throw new CommandFailure(`${file} cannot be restored: ${error.message}`);
    }
    throw error;
  }
}

/** Restores a backup of release 0.1.0: a folder with the files of a stopped embedded database. */
async function restoreFolder(folder: string, { dataDir }: Config): Promise<void> {
  requirePeace(folder);
  await requireWhole(folder);
  const bytes = await copyDataFolder(folder, dataDir);
  const place = placeRestored(path.resolve(dataDir), (line) => process.stdout.write(`${line}\n`));
  process.stdout.write(
    `${bytes} bytes of ${folder} are restored to ${place}. Start the service.\n`,
  );
}
