import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Command } from './command.ts';
import { CommandFailure } from './command-failure.ts';
import { openOwnDatabase } from './own-database.ts';

export const BACKUP: Command = {
  summary: 'Write all of the database into one file, while the service runs',
  usage: `backup FILE
  FILE                must not be there yet

What the tables hold at one moment, with a checksum: of the embedded database, whether the service runs or not, or of
DATABASE_URL. Links to set a password and mails that wait are left out. restore puts it into an empty database.`,
  async run(args, readSettings) {
    const { positionals } = parseArgs({ args: [...args], allowPositionals: true });
    const [file, ...others] = positionals;
    if (file === undefined || others.length > 0) {
      throw new CommandFailure('backup takes one FILE', 2);
    }
    if (existsSync(file))
      throw new CommandFailure(`${file} is there already: nothing is overwritten`);
    const { writeBackup } = await import('../platform/database/backup/write-backup.ts');
    await using opened = new AsyncDisposableStack();
    const tables = await writeBackup(await openOwnDatabase(readSettings(), opened), file);
    process.stdout.write(`${file} has all ${tables} tables.\n`);
  },
};
