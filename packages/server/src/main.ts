import { buildApp } from './app.ts';
import { readConfig } from './config.ts';
import { migrateDatabase, openDatabase } from './platform/database.ts';
import { openEmbeddedPostgres } from './platform/embedded-postgres.ts';

const config = readConfig();
const embedded = config.databaseUrl
  ? undefined
  : await openEmbeddedPostgres({ dataDir: config.dataDir });
const databaseUrl = config.databaseUrl ?? embedded?.url ?? '';
await migrateDatabase(databaseUrl);
const database = openDatabase(databaseUrl, (error) =>
  http.log.warn({ err: error }, 'connection lost'),
);
const http = await buildApp({ database, logLevel: config.logLevel });
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
