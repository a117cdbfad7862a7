import type pg from 'pg';
import type { QueryResult } from 'pg';
import { Rejection } from '../../base/rejection.ts';
import { OLDEST_PROGRAM, requireOlder } from '../compatibility.ts';
import { ISOLATION, openConnection } from '../connection.ts';
import { type Sql, transactionOn } from '../sql.ts';
import { hasLostPlan, withPlan } from './kept-plans.ts';
import { giveBack, SET_LOCAL, type Take, type Taken } from './taken.ts';

/** Is told of connections. A test finds code that asks for a second one inside a transaction. Source: FAIR-44. */
export interface ConnectionWatch {
  asked(): void;
  during<Result>(transaction: () => Promise<Result>): Promise<Result>;
}

const CANCELS = new WeakMap<object, () => Promise<void>>();

/**
 * Cancels the query that a transaction of ours waits for; the transaction then fails, unless its commit is under way.
 * Behind a pooler nobody knows which process of the server it is: there its own time limit must end it.
 */
export async function cancelQueryIn(transaction: Sql): Promise<void> {
  await CANCELS.get(transaction)?.();
}

async function cancelQueryOf(
  { connection, isShared, readUrl }: Taken,
  isUnderWay: () => boolean,
): Promise<void> {
  if (isShared) return;
  const other = await openConnection(readUrl());
  try {
    // Meanwhile the connection may have been given to somebody else.
    if (!isUnderWay()) return;
    await other.client.query('select pg_cancel_backend($1)', [
      Reflect.get(connection, 'processID'),
    ]);
  } finally {
    await other.close();
  }
}

type Config = NonNullable<Parameters<Sql['transaction']>[1]>;

/**
 * Replaces Drizzle's `transaction`, which leaks the connection when `begin` fails. Transactions that may write
 * are refused when the tables are newer than this program (T20).
 */
export function openTransactions(take: Take, watch: ConnectionWatch): Sql['transaction'] {
  return async (work, config = {}) => {
    const taken = await take();
    const inside = transactionOn(withPlans(taken));
    CANCELS.set(inside, () => cancelQueryOf(taken, () => CANCELS.has(inside)));
    try {
      await begin(taken, config);
      const result = await watch.during(() => work(inside));
      await taken.connection.query('commit');
      return result;
    } catch (error) {
      await taken.connection.query('rollback').catch(() => {}); // The connection is lost, as the first error says.
      throw error;
    } finally {
      CANCELS.delete(inside);
      giveBack(taken);
    }
  };
}

/**
 * The connection, with the plans that it keeps. A lost one fails the transaction, which may be tried again; who migrates
 * tables of a running service adds columns, by which no plan is lost.
 */
function withPlans({ connection, isShared }: Taken): pg.PoolClient {
  if (isShared) return connection;
  const query = async (config: pg.QueryConfig, values: unknown[]): Promise<unknown> => {
    const planned = withPlan(connection, config);
    try {
      return await connection.query(planned, values);
    } catch (error) {
      throw hasLostPlan(connection, planned, error) ? new Rejection('SERVICE_BUSY') : error;
    }
  };
  return { query } as unknown as pg.PoolClient; // Drizzle uses only `query`.
}

/** In one message, because every write begins with it. */
async function begin(
  { connection, isShared }: Taken,
  { isolationLevel = ISOLATION, accessMode }: Config,
): Promise<void> {
  const mayWrite = accessMode !== 'read only';
  const statements = [
    `begin isolation level ${isolationLevel} ${accessMode ?? ''}`,
    ...(isShared ? [SET_LOCAL] : []),
    ...(mayWrite ? [OLDEST_PROGRAM] : []),
  ];
  const answered = await connection.query(statements.join('; '));
  if (mayWrite) requireOlder(lastOf(answered)?.rows[0]?.oldest_program);
}

/** The driver answers several statements with a list, which its types do not know. */
function lastOf(answered: QueryResult | readonly QueryResult[]): QueryResult | undefined {
  return [answered].flat().at(-1);
}
