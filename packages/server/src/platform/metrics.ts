import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from './database.ts';
import { hashingLoad } from './passwords.ts';
import { Rejection } from './rejection.ts';
import { addOnResponse, isEventStream } from './route-options.ts';
import { hashSecret } from './secrets.ts';

/** From what evaluation takes to what a person notices. */
const DURATION_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

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
  const register = new Registry();
  collectDefaultMetrics({ register });
  measureRequests(http, register);
  measureConnections(database, register);
  measureHashing(register);

  http.get('/metrics', async (request, reply) => {
    requireReader(request, token);
    return reply.type(register.contentType).send(await register.metrics());
  });
}

function measureRequests(http: FastifyInstance, register: Registry): void {
  const durations = new Histogram({
    name: 'comporta_http_request_duration_seconds',
    help: 'Time from a request to its answer; streams of events are left out.',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_SECONDS,
    registers: [register],
  });
  // Per route, so that answering looks nothing up; thousands of requests a second pass here.
  http.addHook('onRoute', (route) => {
    if (isEventStream(route)) return;
    const byStatus = new Map<number, ReturnType<typeof durations.labels>>();
    const durationOf = (status: number) => {
      const labels = { method: String(route.method), route: route.url, status };
      const duration = byStatus.get(status) ?? durations.labels(labels);
      byStatus.set(status, duration);
      return duration;
    };
    addOnResponse(route, (_request, reply, done) => {
      durationOf(reply.statusCode).observe(reply.elapsedTime / 1000);
      done();
    });
  });
}

function measureConnections(database: MetricsDependencies['database'], register: Registry): void {
  new Gauge({
    name: 'comporta_database_connections',
    help: 'Connections to the database that are open or idle, and queries that wait for one.',
    labelNames: ['state'],
    registers: [register],
    collect() {
      for (const [state, count] of Object.entries(database.connections())) {
        this.set({ state }, count);
      }
    },
  });
}

function measureHashing(register: Registry): void {
  new Gauge({
    name: 'comporta_password_hashing',
    help: 'Passwords that are being hashed, and those that wait for it.',
    labelNames: ['state'],
    registers: [register],
    collect() {
      for (const [state, count] of Object.entries(hashingLoad())) this.set({ state }, count);
    },
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
