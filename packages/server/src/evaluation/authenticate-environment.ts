import { EDGE_ENVIRONMENT_HEADER } from '@comporta/contract/edge-nodes/edge-node-api';
import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { Rejection } from '../platform/base/rejection.ts';
import type { Access, CachedEnvironment, Snapshots } from '../snapshot/snapshots.ts';
import type { DataPlane } from './data-plane.ts';

/** The key of a request, as `Authorization: Bearer` or `X-API-Key`. */
export function keyOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const { authorization, 'x-api-key': apiKey } = headers;
  if (authorization?.startsWith('Bearer ')) return authorization.slice(7);
  return typeof apiKey === 'string' ? apiKey : undefined;
}

type Found = Access | undefined;

/** The access that the request's key gives; undefined without a key, or for one that opens nothing. */
export async function accessOf(snapshots: Snapshots, request: FastifyRequest): Promise<Found> {
  const key = keyOf(request);
  return key === undefined ? undefined : snapshots.ofKey(key);
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The access that the request's key gives, on routes that use `admitKeys`. */
    access: Access | undefined;
  }
}

/**
 * A hook that authenticates the request by its key before the body is read. `judge` answers the access to grant,
 * or rejects.
 */
export function admitKeys(
  snapshots: Snapshots,
  judge: (found: Found, request: FastifyRequest, reply: FastifyReply) => Access,
): onRequestAsyncHookHandler {
  return async (request, reply) => {
    request.access = judge(await accessOf(snapshots, request), request, reply);
  };
}

/** Admits environment keys only, which are on servers; refuses client keys with UNAUTHORIZED. */
export function admitServers(snapshots: Snapshots): onRequestAsyncHookHandler {
  return admitKeys(snapshots, serverAccess);
}

function serverAccess(found: Found): Access {
  if (found?.kind !== 'ENVIRONMENT_KEY') throw new Rejection('UNAUTHORIZED');
  return found;
}

/** The access that the hook has granted. */
export function admittedAccess({ access }: FastifyRequest): Access {
  if (access === undefined) throw new Error('this route accepts no key');
  return access;
}

/** The environment of a client that evaluates by itself. An edge node may name one of its account in a header. */
export async function fedEnvironment(
  { snapshots, openWithAccountKey }: DataPlane,
  request: FastifyRequest,
): Promise<CachedEnvironment> {
  const id = request.headers[EDGE_ENVIRONMENT_HEADER];
  if (typeof id !== 'string') return serverAccess(await accessOf(snapshots, request)).environment;
  const environment = await openWithAccountKey(keyOf(request) ?? '', id);
  if (environment === undefined) throw new Rejection('UNAUTHORIZED');
  return environment;
}
