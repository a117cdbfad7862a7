import type { FastifyInstance } from 'fastify';
import type { FeedStatus } from './feed.ts';

interface EdgeHealth {
  readonly stopping: AbortSignal;
  /** Whether something of every key can be answered. */
  readonly isReady: () => boolean;
  readonly statuses: () => readonly FeedStatus[];
}

/** As for a service; `/status` says of each environment how old it may be. */
export function edgeRoutes(http: FastifyInstance, { stopping, isReady, statuses }: EdgeHealth) {
  http.get('/livez', (_request, reply) => reply.send({ status: 'live' }));

  // The upstream may be away: whoever holds something answers for ever.
  http.get('/readyz', (_request, reply) => {
    const ready = isReady() && !stopping.aborted;
    const status = stopping.aborted ? 'stopping' : ready ? 'ready' : 'waiting';
    return reply.code(ready ? 200 : 503).send({ status });
  });

  http.get('/status', (_request, reply) =>
    reply.send({
      environments: statuses().map(({ currentAt, ...status }) => ({
        ...status,
        ageSeconds: currentAt && Math.round((Date.now() - currentAt.getTime()) / 100) / 10,
      })),
    }),
  );
}
