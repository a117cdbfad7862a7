import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { Rejection } from '../platform/base/rejection.ts';
import { hashSecret } from '../platform/base/secrets.ts';
import { createTally, type Tally } from '../platform/base/tally.ts';
import type { Config } from '../platform/config/config.ts';
import type { Database } from '../platform/database/database.ts';
import { addOnResponse, isEventStream } from '../platform/http/route-options.ts';
import type { Measure } from './measure.ts';
import { type Metrics, openMetricsAddress } from './metrics-address.ts';
import { keepRequestDurations, type RequestDurations } from './request-durations.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The durations of all requests; absent when metrics are not configured. */
    readonly durations?: RequestDurations;
  }
}

export interface MetricsDependencies {
  readonly database: Pick<Database, 'connections'>;
  readonly config: Pick<Config, 'metricsToken' | 'metricsListen'>;
  /** Read when the server gets ready; the creator of the service may add to it until then. */
  readonly measures: readonly Measure[];
}

/**
 * Serves `/metrics` for Prometheus: the process and its event loop, requests, connections, password hashing.
 * Access needs the token, or metrics have a listen address of their own. Without both settings there are no metrics,
 * and nothing is measured. The IP address of a client cannot decide about access, because behind a proxy all requests
 * come from this machine.
 */
export function provideMetrics(
  http: FastifyInstance,
  {
    database,
    measures,
    config: { metricsToken: token, metricsListen: address },
  }: MetricsDependencies,
): void {
  if (token === undefined && address === undefined) return;
  const durations = keepRequestDurations();
  const refusals = createTally('route', 'code');
  measureRequests(http, durations, refusals);
  http.decorate('durations', durations);
  http.addHook('onReady', async () => {
    measuring = measureProcess(database, [...measures, refusalsOf(refusals)]);
    await measuring;
  });
  let measuring: Promise<Registry> | undefined;

  async function read(authorization: string | undefined): Promise<Metrics> {
    if (token !== undefined) requireToken(token, authorization);
    if (measuring === undefined)
      throw new Error('metrics were requested before the service started');
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

/** Imported only when metrics are configured: the library takes 2 MB and a timer. */
async function measureProcess(
  database: MetricsDependencies['database'],
  measures: readonly Measure[],
): Promise<Registry> {
  const { openProcessMetrics } = await import('./process-telemetry.ts');
  return openProcessMetrics(database, measures);
}

/** Counts refusals, such as failed logins and rate limits, by route and error code. */
function refusalsOf(tally: Tally<'route' | 'code'>): Measure {
  const read = () => tally.read().map(({ labels, count }) => ({ labels, value: count }));
  return {
    type: 'counter',
    name: 'comporta_refusals_total',
    help: 'Refused calls by route and error code; WRONG_CREDENTIALS at /oauth/token is a failed login.',
    labels: ['route', 'code'],
    read,
  };
}

function measureRequests(
  http: FastifyInstance,
  durations: RequestDurations,
  refusals: Tally<'route' | 'code'>,
): void {
  // A hook per route, so that thousands of requests a second need no lookup.
  http.addHook('onRoute', (route) => {
    if (isEventStream(route)) return;
    const note = durations.ofRoute([route.method].flat().at(-1) ?? '', route.url);
    addOnResponse(route, ({ errorCode }, reply, done) => {
      if (errorCode !== undefined) refusals.add(route.url, errorCode);
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
