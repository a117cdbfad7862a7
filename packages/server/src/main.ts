import { buildApp } from './app.ts';
import { readConfig } from './config.ts';
import { migrateDatabase, openDatabase } from './platform/database.ts';
import { openEmbeddedPostgres } from './platform/embedded-postgres.ts';
import { createLog } from './platform/log.ts';

const config = readConfig();
const log = createLog(config.logLevel);
const embedded = config.databaseUrl
  ? undefined
  : await openEmbeddedPostgres({ dataDir: config.dataDir });
const databaseUrl = config.databaseUrl ?? embedded?.url ?? '';
await migrateDatabase(databaseUrl);
const database = openDatabase(databaseUrl, (error) => log.warn({ err: error }, 'connection lost'));
const http = await buildApp({ config, database, log });
await http.listen({ host: config.host, port: config.port });

async function stop(): Promise<void> {
  await http.close();
  await database.close();
  await embedded?.close();
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  });
}
