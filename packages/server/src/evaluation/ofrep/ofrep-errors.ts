import type { Endpoint } from '@comporta/contract/endpoint';
import { ERRORS } from '@comporta/contract/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Rejection } from '../../platform/base/rejection.ts';
import { rejectionOf, sendRejection } from '../../platform/http/error-handler.ts';

type OfrepErrorCode = 'PARSE_ERROR' | 'INVALID_CONTEXT' | 'FLAG_NOT_FOUND' | 'GENERAL';

/** A refusal with an error code of OFREP. */
export class OfrepRefusal extends Error {
  override readonly name = 'OfrepRefusal';
  readonly status: number;
  readonly code: OfrepErrorCode;
  /** Seconds; sent with 429 and 503. */
  retryAfter = 1;

  constructor(status: number, code: OfrepErrorCode, details: string) {
    super(details);
    this.status = status;
    this.code = code;
  }
}

export function flagNotFound(): OfrepRefusal {
  return new OfrepRefusal(404, 'FLAG_NOT_FOUND', 'No toggle of this environment has this name.');
}

/** Gives every error response `errorCode` and `errorDetails`, and `key` where one flag was asked for. */
export function handleOfrepErrors(http: FastifyInstance): void {
  http.setErrorHandler((error, request, reply) => {
    const { key } = request.params as { key?: string }; // Only one of the routes has this parameter.
    const refusal = error instanceof OfrepRefusal ? error : refusedAs(request, error);
    return sendRefusal(reply, key, refusal);
  });
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Refuses other methods at an address of the protocol with 405 and an `allow` header. */
export function refuseOtherMethods(
  http: FastifyInstance,
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
): void {
  http.route({
    method: METHODS.filter((other) => other !== method),
    url: path,
    onRequest: (_request, reply, done) => {
      reply.header('allow', method);
      done(new OfrepRefusal(405, 'GENERAL', `This address accepts only ${method}.`));
    },
    handler() {},
  });
}

const FLAG_ADDRESS = /^\/ofrep\/v1\/evaluate\/flags\/([^?]+)/;

/**
 * Refuses requests that match no route. Some providers put names into addresses without encoding them: `50%` and
 * `a/b` are toggles that do not exist, and the client must get the FLAG_NOT_FOUND of the protocol.
 */
export function refuseUnrouted(
  request: FastifyRequest,
  reply: FastifyReply,
  rejection: Rejection,
): FastifyReply {
  if (!request.url.startsWith('/ofrep/')) return sendRejection(request, reply, rejection);
  const [, key] = FLAG_ADDRESS.exec(request.url) ?? [];
  const isUnknownFlag =
    key !== undefined && request.method === 'POST' && rejection.code === 'NOT_FOUND';
  return sendRefusal(
    reply,
    key === undefined ? undefined : decodeIfPossible(key),
    isUnknownFlag ? flagNotFound() : refusalOf(rejection),
  );
}

function sendRefusal(
  reply: FastifyReply,
  key: string | undefined,
  { status, code, message, retryAfter }: OfrepRefusal,
): FastifyReply {
  // Whole seconds: a client reads a date here as a number of seconds.
  if (status === 503 || status === 429) reply.header('retry-after', retryAfter);
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ key, errorCode: code, errorDetails: message }));
}

function refusedAs(request: FastifyRequest, error: unknown): OfrepRefusal {
  const rejection = rejectionOf(error, request);
  request.errorCode = rejection.code;
  return refusalOf(rejection);
}

function refusalOf({ code, meta }: Pick<Rejection, 'code' | 'meta'>): OfrepRefusal {
  const { status } = ERRORS[code];
  const isUnreadable = code === 'INVALID_JSON' || code === 'INVALID_BODY';
  const refusal = new OfrepRefusal(status, isUnreadable ? 'PARSE_ERROR' : 'GENERAL', code);
  if (meta?.retry_after !== undefined) refusal.retryAfter = Number(meta.retry_after);
  return refusal;
}

function decodeIfPossible(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
