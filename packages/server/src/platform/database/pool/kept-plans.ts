import pg from 'pg';

/** A query as the driver takes it. */
type Config = pg.QueryConfig;

/** Texts whose plans each connection may keep. */
const KEPT_AT_MOST = 100;
/** Somebody resets the connection, or a table has changed. */
const PLAN_IS_LOST = new Set(['26000', '42P05', '0A000']);

const names = new Map<string, string>();
const losesPlans = new WeakSet<pg.ClientBase>();

/** PostgreSQL keeps the plan of this text for each connection, because to plan it takes longer than to execute it. */
export function keepPlanOf(text: string): void {
  if (names.has(text) || names.size >= KEPT_AT_MOST) return;
  names.set(text, `comporta_${names.size}`);
}

/** The query under the name of its plan; the same query where none is kept. */
export function withPlan(connection: pg.ClientBase, config: Config): Config {
  const name = losesPlans.has(connection) ? undefined : names.get(config.text);
  return name === undefined ? config : { ...config, name };
}

/** Whether a query failed only because its plan is gone. This connection then keeps none any more. */
export function hasLostPlan(connection: pg.ClientBase, config: Config, error: unknown): boolean {
  const isLost =
    config.name !== undefined &&
    error instanceof pg.DatabaseError &&
    PLAN_IS_LOST.has(error.code ?? '');
  if (isLost) losesPlans.add(connection);
  return isLost;
}
