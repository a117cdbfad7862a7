import pg from 'pg';
import { ISOLATION } from '../connection.ts';
import { giveBack, SET_LOCAL, type Take } from './taken.ts';

/**
 * Whether a query has few texts, such as one that finds out who calls: PostgreSQL then keeps its plan for the connection,
 * because to plan it takes longer than to execute it. Source: IDN-80.
 */
export interface Planning {
  readonly keepsPlans: boolean;
}

/** Texts whose plans each connection may keep. */
const KEPT_AT_MOST = 50;
/** Somebody resets the connection, or a table has changed. */
const PLAN_IS_LOST = new Set(['26000', '42P05', '0A000']);

/** Wraps a single query on a shared connection in a transaction, because timeouts can only be set for a transaction there. */
export function loneQueries(take: Take, { keepsPlans }: Planning): pg.Pool {
  const query = async (config: pg.QueryConfig, values: unknown[]): Promise<unknown> => {
    const taken = await take();
    const { connection, isShared } = taken;
    const ask = () => connection.query(config, values);
    try {
      if (!isShared) return await (keepsPlans ? askByName() : ask());
      await connection.query(`begin isolation level ${ISOLATION}; ${SET_LOCAL}`);
      try {
        return await ask();
      } finally {
        // After an error, COMMIT rolls back.
        await connection.query('commit');
      }
    } finally {
      giveBack(taken);
    }

    async function askByName(): Promise<unknown> {
      const name = losesPlans.has(connection) ? undefined : nameOf(config.text);
      if (name === undefined) return ask();
      try {
        return await connection.query({ ...config, name }, values);
      } catch (error) {
        if (!(error instanceof pg.DatabaseError && PLAN_IS_LOST.has(error.code ?? ''))) throw error;
        losesPlans.add(connection);
        return ask();
      }
    }
  };
  return { query } as unknown as pg.Pool; // Drizzle uses only `query`; `transaction` is replaced.
}

const losesPlans = new WeakSet<pg.ClientBase>();
const names = new Map<string, string>();

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= KEPT_AT_MOST) return known;
  const name = `comporta_${names.size}`;
  names.set(text, name);
  return name;
}
