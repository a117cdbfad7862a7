/** A Comporta reduced to its database: prints its URL and holds it open until it is killed. */
import { openEmbeddedPostgres } from '../platform/database/embedded-postgres.ts';

const { url } = await openEmbeddedPostgres({ dataDir: process.argv[2] ?? '', fsync: false });
process.stdout.write(`${url}\n`);
