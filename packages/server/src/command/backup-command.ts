import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Config } from '../platform/config/config.ts';
import type { Command } from './command.ts';
import { CommandFailure } from './command-failure.ts';
import { openOwnDatabase } from './own-database.ts';

/** Single events that are in ClickHouse are in no backup, but the figures that were counted from them are. */
async function tellOfEvents(url: string, { eventsUrl }: Config): Promise<void> {
  const { openConnection } = await import('../platform/database/connection.ts');
  const { readEventPlace } = await import('../event-store/event-place-repository.ts');
  const connection = await openConnection(url);
  try {
    // Undefined for the tables of an older release, which have no such row.
    const place = await readEventPlace(connection.sql).catch(() => undefined);
    if (place === undefined || place === 'POSTGRES') return;
    const name = eventsUrl === undefined ? '' : ` ${databaseOf(eventsUrl)}`;
    process.stdout.write(
      `Figures are in it; single events are not: save the database${name} of ClickHouse, too.\n`,
    );
  } finally {
    await connection.close();
  }
}

function databaseOf(eventsUrl: string): string {
  return decodeURIComponent(new URL(eventsUrl).pathname.slice(1)) || 'default';
}

export const BACKUP: Command = {
  summary: 'Write the whole database into one file, also while the service runs',
  usage: `backup FILE
  FILE                a new file

The file has the contents of all tables at one moment, with a checksum: of the embedded database, whether or not the
service runs, or of DATABASE_URL. Links to set a password, sessions and queued mails are left out, and so is the encryption
key (ENCRYPTION_KEY, or encryption.key in DATA_DIR): keep it apart. restore reads the file into an empty database.`,
  async run(args, readSettings) {
    const { positionals } = parseArgs({ args: [...args], allowPositionals: true });
    const [file, ...others] = positionals;
    if (file === undefined || others.length > 0) {
      throw new CommandFailure('backup takes one FILE', 2);
    }
    if (existsSync(file))
      throw new CommandFailure(`${file} exists already, and nothing is overwritten`);
    const { writeBackup } = await import('../backup/write-backup.ts');
    await using opened = new AsyncDisposableStack();
    const settings = readSettings();
    const url = await openOwnDatabase(settings, opened);
    const tables = await writeBackup(url, file);
    process.stdout.write(`All ${tables} tables are saved in ${file}.\n`);
    await tellOfEvents(url, settings);
    const { encryptionKeysOf, KEY_FILE } = await import('../identity/encryption-keys.ts');
    const keys = encryptionKeysOf(settings);
    if ((await keys.all()).length === 0) return;
    const place = keys.areMade ? path.join(settings.dataDir, KEY_FILE) : 'ENCRYPTION_KEY';
    process.stdout.write(`The encryption key is not in it: keep ${place} in another place.\n`);
  },
};
