import type { FastifyInstance } from 'fastify';
import type { EventsStatus } from './events/deliveries.ts';
import type { FeedStatus } from './feed.ts';

interface EdgeHealth {
  readonly stopping: AbortSignal;
  /** Whether the node can answer for every key. */
  readonly isReady: () => boolean;
  readonly statuses: () => readonly FeedStatus[];
  readonly eventsOf: (environmentId: string) => EventsStatus;
}

/** The health routes of a service; `/status` says how old each environment may be, and which of its events wait. */
export function edgeRoutes(
  http: FastifyInstance,
  { stopping, isReady, statuses, eventsOf }: EdgeHealth,
) {
  http.get('/livez', (_request, reply) => reply.send({ status: 'live' }));

  // Does not depend on the upstream: a node with snapshots answers for as long as the upstream is unavailable.
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
        ...(status.environmentId !== undefined && { events: eventsOf(status.environmentId) }),
      })),
    }),
  );
}
