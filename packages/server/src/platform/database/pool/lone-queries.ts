import type pg from 'pg';
import { ISOLATION } from '../connection.ts';
import { hasLostPlan, keepPlanOf, withPlan } from './kept-plans.ts';
import { giveBack, SET_LOCAL, type Take } from './taken.ts';

/** Whether all queries have few texts, as those have that find out who calls, so that the plans of all are kept. Source: IDN-80. */
export interface Planning {
  readonly keepsPlans: boolean;
}

/** Wraps a single query on a shared connection in a transaction, because timeouts can only be set for a transaction there. */
export function loneQueries(take: Take, { keepsPlans }: Planning): pg.Pool {
  const query = async (config: pg.QueryConfig, values: unknown[]): Promise<unknown> => {
    const taken = await take();
    const { connection, isShared } = taken;
    try {
      if (!isShared) return await askWithPlan(connection, config, values);
      await connection.query(`begin isolation level ${ISOLATION}; ${SET_LOCAL}`);
      try {
        return await connection.query(config, values);
      } finally {
        // After an error, COMMIT rolls back.
        await connection.query('commit');
      }
    } finally {
      giveBack(taken);
    }
  };
  return { query } as unknown as pg.Pool; // Drizzle uses only `query`; `transaction` is replaced.

  async function askWithPlan(
    connection: pg.ClientBase,
    config: pg.QueryConfig,
    values: unknown[],
  ): Promise<unknown> {
    if (keepsPlans) keepPlanOf(config.text);
    const planned = withPlan(connection, config);
    try {
      return await connection.query(planned, values);
    } catch (error) {
      if (!hasLostPlan(connection, planned, error)) throw error;
      return connection.query(config, values);
    }
  }
}
