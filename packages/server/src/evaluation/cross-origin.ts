import { EVENT_STREAM_HEADER } from '@comporta/client-core/bulk-answer';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Rejection } from '../platform/base/rejection.ts';
import { isAccepted } from '../snapshot/key-kind.ts';
import type { LoadedSnapshot } from '../snapshot/load-snapshot.ts';
import type { Access } from '../snapshot/snapshots.ts';

const PREFLIGHT_SECONDS = 86_400;
const EXPOSED = `ETag, Retry-After, X-Request-Id, ${EVENT_STREAM_HEADER}`;

/**
 * Answers the preflight requests of browsers. A preflight has no key, so any page may send the request itself,
 * which is then judged by its key. Cookies play no part.
 */
export function allowPreflights(http: FastifyInstance, path: string): void {
  // The sender is not authenticated yet, so no body is read.
  http.options(path, { bodyLimit: 1 }, (request, reply) => {
    if (request.headers.origin !== undefined) allowOrigin(reply, '*');
    return reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'GET, POST, OPTIONS',
        'access-control-allow-headers':
          'Authorization, X-API-Key, Content-Type, Content-Encoding, If-None-Match',
        'access-control-max-age': `${PREFLIGHT_SECONDS}`,
        vary: 'Origin',
      })
      .send();
  });
}

/**
 * Lets a page read the response if its origin is allowed for the key. A client key has its own list of origins, and
 * any other is refused with FORBIDDEN; `ofrepOrigins` are the origins for environment keys. A page with a wrong key
 * may read the refusal. Apps send no origin.
 */
export function requireOrigin(
  request: FastifyRequest,
  reply: FastifyReply,
  { access, ofrepOrigins }: { access: Access | undefined; ofrepOrigins: readonly string[] },
): void {
  const { origin } = request.headers;
  if (origin === undefined) return;
  if (access?.kind === 'CLIENT_KEY') {
    if (!isForOrigin(access.environment.snapshot, origin)) throw new Rejection('FORBIDDEN');
    allowOrigin(reply, origin);
  } else if (access === undefined || ofrepOrigins.includes('*')) allowOrigin(reply, '*');
  else if (ofrepOrigins.includes(origin)) allowOrigin(reply, origin);
}

/** Whether a page of this origin may use the client key. */
export function isForOrigin(
  { head: { clients } }: Pick<LoadedSnapshot, 'head'>,
  origin: string | undefined,
): boolean {
  if (clients === undefined || origin === undefined || clients.origins.length === 0) return true;
  return clients.origins.includes(origin);
}

/** Answers a check whether the key that opened a stream, from this origin, would still open it. */
export function staysOpen(access: Access, origin: string | undefined) {
  return (snapshot: LoadedSnapshot): boolean =>
    isAccepted(snapshot.head, access) &&
    (access.kind === 'ENVIRONMENT_KEY' || isForOrigin(snapshot, origin));
}

function allowOrigin(reply: FastifyReply, origin: string): void {
  reply.header('access-control-allow-origin', origin);
  reply.header('access-control-expose-headers', EXPOSED);
}
