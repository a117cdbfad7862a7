import { EDGE_ENVIRONMENT_HEADER } from '@comporta/contract/edge-nodes/edge-node-api';
import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { networkOf } from '../platform/base/network.ts';
import { Rejection } from '../platform/base/rejection.ts';
import { rejectionOfDatabaseError } from '../platform/database/database-errors.ts';
import { laneOfAddress } from '../platform/http/lane.ts';
import { logOf } from '../platform/http/request-log.ts';
import type { LoadedSnapshot } from '../snapshot/load-snapshot.ts';
import type { Access, CachedEnvironment, Snapshots } from '../snapshot/snapshots.ts';
import type { Opened } from './admission/limited.ts';
import { staysOpen } from './cross-origin.ts';
import type { DataPlane } from './data-plane.ts';

/** The key of a request, as `Authorization: Bearer` (RFC 9110: in upper or lower case) or `X-API-Key`. */
export function keyOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const { authorization, 'x-api-key': apiKey } = headers;
  if (authorization !== undefined && BEARER.test(authorization)) return authorization.slice(7);
  return typeof apiKey === 'string' ? apiKey : undefined;
}

const BEARER = /^bearer /i;

type Found = Access | undefined;

/** The access that the request's key gives; undefined without a key, or for one that opens nothing. */
export async function accessOf(snapshots: Snapshots, request: FastifyRequest): Promise<Found> {
  const key = keyOf(request);
  return key === undefined ? undefined : snapshots.ofKey(key, () => networkOf(request.ip));
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The access that the request's key gives, on routes that use `admitKeys`. */
    access: Access | undefined;
  }
}

/**
 * A hook that authenticates the request by its key, and holds or refuses a caller that is too fast, before the body is
 * read. `judge` answers the access to grant, or rejects.
 */
export function admitKeys(
  { snapshots, admission }: Pick<DataPlane, 'snapshots' | 'admission'>,
  judge: (found: Found, request: FastifyRequest, reply: FastifyReply) => Access,
): onRequestAsyncHookHandler {
  return async (request, reply) => {
    const find = async () => judge(await accessOf(snapshots, request), request, reply);
    request.access = await find();
    const held = admission.admit(request, reply, request.access);
    if (held === undefined) return;
    await held;
    request.access = await find(); // The key may have been replaced meanwhile.
  };
}

/** Admits environment keys only, which are on servers; refuses client keys with UNAUTHORIZED. */
export function admitServers(plane: DataPlane): onRequestAsyncHookHandler {
  return admitKeys(plane, serverAccess);
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

/** What a client that evaluates by itself is fed with. */
export interface Fed {
  readonly access: Opened;
  readonly environment: CachedEnvironment;
  /** The hash of the environment's key; absent for an account key. */
  readonly keyHash?: string;
  /** Whether the key would still open it, as far as a snapshot tells. */
  readonly staysOpen: (snapshot: LoadedSnapshot) => boolean;
  /** The same question for an account key, which snapshots know nothing of. It stays while the database is away. */
  readonly stillMay?: () => Promise<boolean>;
}

/** The environment of a client that evaluates by itself. An edge node may name one of its account in a header. */
export async function fedEnvironment(
  plane: DataPlane,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Fed> {
  const fed = await findFed(plane, request, reply);
  const held = plane.admission.admit(request, reply, fed.access);
  if (held === undefined) return fed;
  await held;
  return findFed(plane, request, reply);
}

async function findFed(
  { snapshots, openWithAccountKey }: DataPlane,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Fed> {
  const id = request.headers[EDGE_ENVIRONMENT_HEADER];
  if (typeof id !== 'string') {
    const access = serverAccess(await accessOf(snapshots, request));
    const { environment, keyHash } = access;
    return { access, environment, keyHash, staysOpen: staysOpen(access, undefined) };
  }
  // Nobody knows yet whose key it is, and anybody can make one up.
  const lane = laneOfAddress(request, reply);
  const open = () => openWithAccountKey({ key: keyOf(request) ?? '', environmentId: id }, lane);
  const environment = await open();
  if (environment === undefined) throw new Rejection('UNAUTHORIZED');
  const stillMay = () =>
    open().then(
      (found) => found !== undefined,
      (error) => {
        if (rejectionOfDatabaseError(error) === undefined) {
          logOf(request).error({ err: error }, 'an account key could not be looked up');
        }
        return true;
      },
    );
  const access = { kind: 'ENVIRONMENT_KEY', environment } as const;
  return { access, environment, staysOpen: () => true, stillMay };
}
