import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';

/** A connection of the pool, or the transaction under way: repositories do not care which. */
export type Sql = PgDatabase<NodePgQueryResultHKT, Record<string, never>>;
