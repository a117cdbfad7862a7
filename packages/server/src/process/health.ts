import type { FastifyInstance } from 'fastify';
import type { Pulse } from '../platform/base/pulse.ts';
import type { Sql } from '../platform/database/database.ts';
import { rejectionOfDatabaseError } from '../platform/database/database-errors.ts';
import { type TablesState, tablesState } from '../platform/database/migrations.ts';
import type { Storage } from '../platform/database/storage.ts';

export interface HealthDependencies {
  readonly sql: Sql;
  readonly storage: Storage;
  /** A store of events outside of the database. That it is away makes no node unready: evaluation and saves still work. */
  readonly events?: Pick<Pulse, 'away'> | undefined;
  readonly stopping: AbortSignal;
}

/**
 * Health checks for orchestrators and load balancers: `/livez` responds when the process works at all, `/readyz` says
 * whether it should receive requests. An unavailable database must not get a live process killed. A full disk
 * is reported but does not make a node unready: evaluation and reads still work.
 * `/readyz?exclude=database` is for a load balancer: otherwise it would lose all nodes together with their database,
 * although each of them answers toggles from memory. The API server of Kubernetes has the same parameter.
 */
export function healthRoutes(
  http: FastifyInstance,
  { sql, storage, events, stopping }: HealthDependencies,
): void {
  http.get('/livez', (_request, reply) => reply.send({ status: 'live' }));

  http.get<{ Querystring: { readonly exclude?: unknown } }>('/readyz', async ({ query }, reply) => {
    const database = query.exclude === 'database' ? undefined : await databaseState(sql);
    const isReady = (database ?? 'ready') === 'ready' && !stopping.aborted;
    return reply.code(isReady ? 200 : 503).send({
      status: stopping.aborted ? 'stopping' : isReady ? 'ready' : 'waiting',
      database,
      storage: (await storage.hasRoom()) ? 'ready' : 'full',
      events: events && (events.away() === undefined ? 'ready' : 'unreachable'),
    });
  });
}

async function databaseState(sql: Sql): Promise<TablesState | 'unreachable'> {
  try {
    return await tablesState(sql);
  } catch (error) {
    if (rejectionOfDatabaseError(error) === undefined) throw error;
    return 'unreachable';
  }
}
