import type { Endpoint } from '@comporta/contract/endpoint';
import { ERRORS } from '@comporta/contract/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Rejection } from '../../platform/base/rejection.ts';
import { rejectionOf, sendRejection } from '../../platform/http/error-handler.ts';

type OfrepErrorCode = 'PARSE_ERROR' | 'INVALID_CONTEXT' | 'FLAG_NOT_FOUND' | 'GENERAL';

/** A refusal in the protocol's own words. */
export class OfrepRefusal extends Error {
  override readonly name = 'OfrepRefusal';
  readonly status: number;
  readonly code: OfrepErrorCode;

  constructor(status: number, code: OfrepErrorCode, details: string) {
    super(details);
    this.status = status;
    this.code = code;
  }
}

export function flagNotFound(): OfrepRefusal {
  return new OfrepRefusal(404, 'FLAG_NOT_FOUND', 'No toggle of this environment has this name.');
}

/** Every answer that is no success has `errorCode` and `errorDetails`, and `key` where one was asked for. */
export function handleOfrepErrors(http: FastifyInstance): void {
  http.setErrorHandler((error, request, reply) => {
    const { key } = request.params as { key?: string }; // Only one of the routes has it.
    const refusal = error instanceof OfrepRefusal ? error : refusedAs(request, error);
    return sendRefusal(reply, key, refusal);
  });
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Refuses at an address of the protocol what is not sent with its method. */
export function refuseOtherMethods(
  http: FastifyInstance,
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
): void {
  http.route({
    method: METHODS.filter((other) => other !== method),
    url: path,
    onRequest: (_request, reply, done) => {
      reply.header('allow', method);
      done(new OfrepRefusal(405, 'GENERAL', `This address takes ${method}.`));
    },
    handler() {},
  });
}

const FLAG_ADDRESS = /^\/ofrep\/v1\/evaluate\/flags\/([^?]+)/;

/**
 * Refuses what no route takes. Some providers put names into addresses as they are: `50%` and `a/b`
 * are toggles that do not exist, and whoever asked has to hear it as the protocol says it.
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
  { status, code, message }: OfrepRefusal,
): FastifyReply {
  // Whole seconds: a client reads a date here as a number of seconds.
  if (status === 503 || status === 429) reply.header('retry-after', 1);
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

function refusalOf({ code }: Pick<Rejection, 'code'>): OfrepRefusal {
  const { status } = ERRORS[code];
  const isUnreadable = code === 'INVALID_JSON' || code === 'INVALID_BODY';
  return new OfrepRefusal(status, isUnreadable ? 'PARSE_ERROR' : 'GENERAL', code);
}

function decodeIfPossible(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
