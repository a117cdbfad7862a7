import { parseArgs } from 'node:util';
import type { Command } from './command.ts';
import { CommandFailure } from './command-failure.ts';
import { copyDataFolder, requirePeace } from './data-folder.ts';

export const BACKUP: Command = {
  summary: 'Copy the embedded database of a stopped service',
  usage: `backup FOLDER
  FOLDER              must not be there yet; what is in it afterwards is a whole DATA_DIR

The service has to be stopped: only what PostgreSQL closed in peace is sure to be whole. A database of
your own (DATABASE_URL) is backed up with its own tools, such as pg_dump.`,
  async run(args, readSettings) {
    const { positionals } = parseArgs({ args: [...args], allowPositionals: true });
    const [folder, ...others] = positionals;
    if (folder === undefined || others.length > 0) {
      throw new CommandFailure('backup takes one FOLDER', 2);
    }
    const { dataDir, databaseUrl } = readSettings();
    if (databaseUrl !== undefined) {
      throw new CommandFailure('DATABASE_URL is set: back that database up with pg_dump');
    }
    requirePeace(dataDir);
    const bytes = await copyDataFolder(dataDir, folder);
    // Whoever started the service meanwhile wrote while we read.
    requirePeace(dataDir);
    process.stdout.write(`${folder} has ${bytes} bytes of ${dataDir}.\n`);
  },
};
