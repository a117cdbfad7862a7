import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import { Rejection } from '../base/rejection.ts';
import { hashSecret } from '../base/secrets.ts';
import type { Database } from '../database/database.ts';
import { addOnResponse, isEventStream } from '../http/route-options.ts';
import { keepRequestDurations, type RequestDurations } from './request-durations.ts';

export interface MetricsDependencies {
  readonly database: Pick<Database, 'connections'>;
  /** Absent: only this machine may ask. */
  readonly token: string | undefined;
}

/** `/metrics` for Prometheus: the process and its event loop, requests, connections, password hashing. */
export function metricsRoutes(
  http: FastifyInstance,
  { database, token }: MetricsDependencies,
): void {
  const durations = keepRequestDurations();
  measureRequests(http, durations);
  let measuring: Promise<Registry> | undefined;

  http.get('/metrics', async (request, reply) => {
    requireReader(request, token);
    measuring ??= measureProcess(database);
    const register = await measuring;
    const text = `${await register.metrics()}\n${durations.exposition()}`;
    return reply.type(register.contentType).send(text);
  });
}

/** From the first time somebody asks: what measures takes 2 MB and a timer, and many never ask. */
async function measureProcess(database: MetricsDependencies['database']): Promise<Registry> {
  const { openProcessMetrics } = await import('./process-telemetry.ts');
  return openProcessMetrics(database);
}

function measureRequests(http: FastifyInstance, durations: RequestDurations): void {
  // Per route, so that answering looks nothing up; thousands of requests a second pass here.
  http.addHook('onRoute', (route) => {
    if (isEventStream(route)) return;
    const note = durations.ofRoute(String(route.method), route.url);
    addOnResponse(route, (_request, reply, done) => {
      note(reply.statusCode, reply.elapsedTime / 1000);
      done();
    });
  });
}

function requireReader(request: FastifyRequest, token: string | undefined): void {
  if (token === undefined) {
    if (!isFromThisMachine(request)) throw new Rejection('FORBIDDEN');
    return;
  }
  const given = Buffer.from(hashSecret(request.headers.authorization ?? ''));
  const wanted = Buffer.from(hashSecret(`Bearer ${token}`));
  if (!timingSafeEqual(given, wanted)) throw new Rejection('UNAUTHORIZED');
}

/** Behind a proxy on this machine everybody comes from loopback; but a proxy says that it is one. */
function isFromThisMachine({ socket, headers }: FastifyRequest): boolean {
  const isForwarded = ['forwarded', 'x-forwarded-for', 'via'].some((name) => name in headers);
  const address = socket.remoteAddress?.replace(/^::ffff:/, '');
  return !isForwarded && (address === '::1' || address?.startsWith('127.') === true);
}
