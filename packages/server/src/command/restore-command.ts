import path from 'node:path';
import { parseArgs } from 'node:util';
import { placeRestored } from '../platform/database/embedded-postgres/place-restored.ts';
import type { Command } from './command.ts';
import { CommandFailure } from './command-failure.ts';
import { copyDataFolder, requirePeace, requireWhole } from './data-folder.ts';

export const RESTORE: Command = {
  summary: 'Make a backup the embedded database again',
  usage: `restore FOLDER
  FOLDER              what backup wrote; every byte is compared with what was backed up

DATA_DIR must not be there: move it away first, so that nothing is ever overwritten.`,
  async run(args, readSettings) {
    const { positionals } = parseArgs({ args: [...args], allowPositionals: true });
    const [folder, ...others] = positionals;
    if (folder === undefined || others.length > 0) {
      throw new CommandFailure('restore takes one FOLDER', 2);
    }
    const { dataDir } = readSettings();
    requirePeace(folder);
    await requireWhole(folder);
    const bytes = await copyDataFolder(folder, dataDir);
    const place = placeRestored(path.resolve(dataDir), (line) => process.stdout.write(`${line}\n`));
    process.stdout.write(`${place} has ${bytes} bytes of ${folder}. Start the service.\n`);
  },
};
