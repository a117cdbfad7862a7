import { parseArgs } from 'node:util';
import { createLog } from '../platform/base/log.ts';
import type { Command } from './command.ts';
import { openOwnDatabase } from './own-database.ts';

export const MIGRATE: Command = {
  summary: 'Bring the tables of the database up to date, and exit',
  usage: `migrate [--dry-run]
  --dry-run           only print what would be done

Several nodes may run it at the same time: one migrates, the others wait.`,
  async run(args, readSettings) {
    const { values } = parseArgs({ args: [...args], options: { 'dry-run': { type: 'boolean' } } });
    const settings = readSettings();
    const { migrateWhenReachable } = await import('../platform/database/migrate-when-reachable.ts');
    await using opened = new AsyncDisposableStack();
    const url = await openOwnDatabase(settings, opened);
    if (values['dry-run']) {
      const { pendingMigrations } = await import('../platform/database/migrations.ts');
      const names = await pendingMigrations(url);
      process.stdout.write(
        `${names.map((name) => `${name}\n`).join('')}${names.length} migrations are pending.\n`,
      );
      return;
    }
    await migrateWhenReachable(url, createLog(settings.logLevel));
    process.stdout.write('The tables are up to date.\n');
  },
};
