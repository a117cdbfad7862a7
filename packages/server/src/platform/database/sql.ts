import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';

/** The connection pool or a transaction; repositories work with either. */
export type Sql = PgDatabase<NodePgQueryResultHKT, Record<string, never>>;
