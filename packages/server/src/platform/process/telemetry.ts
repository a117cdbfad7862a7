import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { Rejection } from '../base/rejection.ts';
import { hashSecret } from '../base/secrets.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import { addOnResponse, isEventStream } from '../http/route-options.ts';
import { type Metrics, openMetricsAddress } from './metrics-address.ts';
import { keepRequestDurations, type RequestDurations } from './request-durations.ts';

export interface MetricsDependencies {
  readonly database: Pick<Database, 'connections'>;
  readonly config: Pick<Config, 'metricsToken' | 'metricsListen'>;
}

/**
 * `/metrics` for Prometheus: the process and its event loop, requests, connections, password hashing.
 * For whoever has the token, or on an address of its own. With neither there is no such address, and
 * nothing is measured: who asks cannot be told by where the call comes from, as behind a proxy all come
 * from this machine.
 */
export function provideMetrics(
  http: FastifyInstance,
  { database, config: { metricsToken: token, metricsListen: address } }: MetricsDependencies,
): void {
  if (token === undefined && address === undefined) return;
  const durations = keepRequestDurations();
  measureRequests(http, durations);
  let measuring: Promise<Registry> | undefined;

  async function read(authorization: string | undefined): Promise<Metrics> {
    if (token !== undefined) requireToken(token, authorization);
    measuring ??= measureProcess(database);
    const register = await measuring;
    const text = `${await register.metrics()}\n${durations.exposition()}`;
    return { type: register.contentType, text };
  }

  if (address !== undefined) {
    const own = openMetricsAddress(address, read);
    http.addHook('onReady', own.listen);
    http.addHook('onClose', own.close);
    return;
  }
  http.get('/metrics', async (request, reply) => {
    const { type, text } = await read(request.headers.authorization);
    return reply.type(type).send(text);
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

function requireToken(token: string, authorization = ''): void {
  const given = Buffer.from(hashSecret(authorization));
  const wanted = Buffer.from(hashSecret(`Bearer ${token}`));
  if (!timingSafeEqual(given, wanted)) throw new Rejection('UNAUTHORIZED');
}
