import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Database } from './database.ts';
import { hashingLoad } from './passwords.ts';
import { Rejection } from './rejection.ts';
import { keepRequestDurations, type RequestDurations } from './request-durations.ts';
import { addOnResponse, isEventStream } from './route-options.ts';
import { hashSecret } from './secrets.ts';

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
  const durations = keepRequestDurations();
  collectDefaultMetrics({ register });
  measureRequests(http, durations);
  measureConnections(database, register);
  measureHashing(register);

  http.get('/metrics', async (request, reply) => {
    requireReader(request, token);
    const text = `${await register.metrics()}\n${durations.exposition()}`;
    return reply.type(register.contentType).send(text);
  });
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
