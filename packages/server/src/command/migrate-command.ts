import { parseArgs } from 'node:util';
import { createLog } from '../platform/base/log.ts';
import type { Command } from './command.ts';

export const MIGRATE: Command = {
  summary: 'Bring the tables of the database up to date and end',
  usage: 'migrate',
  async run(args, readSettings) {
    parseArgs({ args: [...args], options: {} });
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
    await migrateWhenReachable(url, log);
    process.stdout.write('The tables are up to date.\n');
  },
};
