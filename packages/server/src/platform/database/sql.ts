import {
  type NodePgClient,
  type NodePgQueryResultHKT,
  NodePgSession,
  NodePgTransaction,
} from 'drizzle-orm/node-postgres';
import { PgDatabase, PgDialect } from 'drizzle-orm/pg-core';

/** The connection pool or a transaction; repositories work with either. */
export type Sql = PgDatabase<NodePgQueryResultHKT, Record<string, never>>;

/**
 * One for all, because it remembers how the columns of every table are called. Drizzle's own `drizzle()` makes a new one, so
 * that each call and each transaction would find these names again, which takes as long as a query. Source: IDN-80.
 */
export const DIALECT = new PgDialect({ casing: 'snake_case' });

export function sqlOn(client: NodePgClient): Sql {
  return new PgDatabase(DIALECT, sessionOn(client), undefined);
}

/** The same for a connection on which a transaction is begun and ended. */
export function transactionOn(client: NodePgClient): Transaction {
  return new NodePgTransaction(DIALECT, sessionOn(client), undefined);
}

type Transaction = Parameters<Parameters<Sql['transaction']>[0]>[0];

function sessionOn(client: NodePgClient) {
  return new NodePgSession<Record<string, never>, Record<string, never>>(
    client,
    DIALECT,
    undefined,
  );
}
