import { parseArgs } from 'node:util';
import { createLog } from '../platform/base/log.ts';
import type { Command } from './command.ts';

export const MIGRATE: Command = {
  summary: 'Bring the tables of the database up to date and end',
  usage: `migrate [--dry-run]
  --dry-run           list what would be done, and do nothing

As many nodes as you like may start it at once: one does it, the others wait.`,
  async run(args, readSettings) {
    const { values } = parseArgs({ args: [...args], options: { 'dry-run': { type: 'boolean' } } });
    const { databaseUrl, dataDir, logLevel } = readSettings();
    const { openEmbeddedPostgres } = await import('../platform/database/embedded-postgres.ts');
    const { migrateWhenReachable } = await import('../platform/database/migrate-when-reachable.ts');
    const log = createLog(logLevel);
    await using opened = new AsyncDisposableStack();
    let url = databaseUrl;
    if (url === undefined) {
      const embedded = await openEmbeddedPostgres({ dataDir, report: (line) => log.warn(line) });
      opened.defer(embedded.close);
      url = embedded.url;
    }
    if (values['dry-run']) {
      const { pendingMigrations } = await import('../platform/database/migrations.ts');
      const names = await pendingMigrations(url);
      process.stdout.write(`${names.map((name) => `${name}\n`).join('')}${names.length} to do.\n`);
      return;
    }
    await migrateWhenReachable(url, log);
    process.stdout.write('The tables are up to date.\n');
  },
};
