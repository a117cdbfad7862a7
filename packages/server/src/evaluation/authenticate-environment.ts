import { EDGE_ENVIRONMENT_HEADER } from '@comporta/contract/edge-nodes/edge-node-api';
import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { Rejection } from '../platform/base/rejection.ts';
import type { CachedEnvironment, Snapshots } from '../snapshot/snapshots.ts';
import type { DataPlane } from './data-plane.ts';

/** The key of a request, as `Authorization: Bearer` or `X-API-Key`. */
export function keyOf(request: FastifyRequest): string | undefined {
  const { authorization, 'x-api-key': apiKey } = request.headers;
  if (authorization?.startsWith('Bearer ')) return authorization.slice(7);
  return typeof apiKey === 'string' ? apiKey : undefined;
}

/** The environment that the request's key opens: answered from memory, without waiting, when it is held. */
export function environmentOf(
  snapshots: Snapshots,
  request: FastifyRequest,
): CachedEnvironment | Promise<CachedEnvironment> {
  const key = keyOf(request);
  const held = key === undefined ? undefined : snapshots.ofKey(key);
  return held instanceof Promise ? held.then(required) : required(held);
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What the request's key opens, on routes with `admitSystem`. */
    environment: CachedEnvironment | undefined;
  }
}

/** A hook that finds the environment, or refuses the key, before a body is read. */
export function admitSystem(snapshots: Snapshots): onRequestHookHandler {
  return (request, _reply, done) => {
    const admit = (environment: CachedEnvironment) => {
      request.environment = environment;
      done();
    };
    const environment = environmentOf(snapshots, request);
    if (environment instanceof Promise) environment.then(admit).catch(done);
    else admit(environment);
  };
}

/** The environment that the hook found. */
export function admittedEnvironment({ environment }: FastifyRequest): CachedEnvironment {
  if (environment === undefined) throw new Error('this route admits nobody');
  return environment;
}

/** The same for whoever evaluates elsewhere: an edge node may name an environment of its account. */
export async function fedEnvironment(
  { snapshots, openWithAccountKey }: DataPlane,
  request: FastifyRequest,
): Promise<CachedEnvironment> {
  const id = request.headers[EDGE_ENVIRONMENT_HEADER];
  if (typeof id !== 'string') return environmentOf(snapshots, request);
  return required(await openWithAccountKey(keyOf(request) ?? '', id));
}

function required(held: CachedEnvironment | undefined): CachedEnvironment {
  if (held === undefined) throw new Rejection('UNAUTHORIZED');
  return held;
}
