/** Runs only the embedded database of a Comporta: prints its URL and keeps it open until the process is killed. */
import { openEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts';

const { url } = await openEmbeddedPostgres({ dataDir: process.argv[2] ?? '', fsync: false });
process.stdout.write(`${url}\n`);
