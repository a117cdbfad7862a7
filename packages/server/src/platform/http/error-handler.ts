import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ERRORS, type ErrorCode, isOauth, statusOf } from '@comporta/contract/errors';
import type { ConnectionError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { atMostEach } from '../base/log.ts';
import { Rejection } from '../base/rejection.ts';
import { rejectionOfDatabaseError } from '../database/database-errors.ts';
import { ANSWER_HEADERS } from './answer.ts';
import { logOf } from './request-log.ts';

/** Maps Fastify's own errors to the error codes of the product. */
const CODE_OF_FASTIFY: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'INVALID_JSON',
  FST_ERR_CTP_EMPTY_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  Z_DATA_ERROR: 'INVALID_JSON',
  Z_BUF_ERROR: 'INVALID_JSON',
  FST_ERR_BAD_URL: 'NOT_FOUND',
  FST_ERR_MAX_PARAM_LENGTH: 'NOT_FOUND',
  FST_STATIC_FORBIDDEN_PATH: 'NOT_FOUND',
};

const RETRY_AFTER_SECONDS = 2;
/** Others that are in the way are soon done. Source: FAIR-11. */
const RETRY_BUSY_SECONDS = 1;

/** The headers of responses to requests that are refused before Fastify sees them. */
const EARLY_HEADERS = {
  ...ANSWER_HEADERS,
  'content-type': 'application/json; charset=utf-8',
  connection: 'close',
};

export function handleErrors(http: FastifyInstance): void {
  http.setErrorHandler((error: unknown, request, reply) =>
    sendRejection(request, reply, rejectionOf(error, request)),
  );
}

/**
 * Handles requests that Node itself refuses: malformed HTTP, too long headers, an incomplete request at the timeout.
 * At a timeout, a response may already be in progress. A second one would look like a part of it.
 */
export function handleClientErrors(error: ConnectionError, socket: Socket): void {
  const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  if (!socket.writable || (isLate && socket.bytesWritten > 0)) {
    socket.destroy();
    return;
  }
  const body = malformedRequest();
  const head = [
    `HTTP/1.1 ${ERRORS.MALFORMED_REQUEST.status} Bad Request`,
    ...Object.entries(EARLY_HEADERS).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${body.length}`,
  ];
  socket.end([...head, '', body].join('\r\n'));
  if (isLate) socket.destroySoon(); // Otherwise the client could go on sending.
}

/** Handles an unknown Expect header; Node itself would respond without a body. */
export function handleExpectation(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(ERRORS.MALFORMED_REQUEST.status, EARLY_HEADERS).end(malformedRequest());
}

function malformedRequest(): string {
  const code: ErrorCode = 'MALFORMED_REQUEST';
  return JSON.stringify({ error_code: code, request_id: randomUUID() });
}

/** The schema of every refusal, for the documentation of the API. */
export const REFUSAL_SCHEMA = {
  type: 'object',
  properties: {
    error_code: { type: 'string' },
    meta_data: {
      type: 'object',
      description: 'Details of the error, such as a field or a limit; they depend on the code.',
    },
    request_id: { type: 'string' },
  },
  required: ['error_code', 'request_id'],
};

export function refusalSchemaOf(codes: readonly ErrorCode[]): object {
  return {
    $ref: '#/components/schemas/Refusal',
    properties: { error_code: { enum: codes } },
  };
}

/** Sends `{ error_code, meta_data?, request_id }`, the shape of every refusal. */
export function sendRejection(
  request: FastifyRequest,
  reply: FastifyReply,
  rejection: Rejection,
): FastifyReply {
  const { code, meta } = rejection;
  const status = statusOf(code, request.url);
  request.errorCode = code;
  if (code === 'SERVICE_BUSY') reply.header('retry-after', RETRY_BUSY_SECONDS);
  else if (status === 503 || status === 507) reply.header('retry-after', RETRY_AFTER_SECONDS);
  if (status === 429) reply.header('retry-after', Number(meta?.retry_after ?? RETRY_AFTER_SECONDS));
  const oauth =
    isOauth(request.url) && 'oauth' in ERRORS[code] ? { error: ERRORS[code].oauth } : {};
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ ...oauth, error_code: code, meta_data: meta, request_id: request.id }));
}

const mayTell = atMostEach(1_000);

/** While the database is away, every call says so: one line a second tells what the driver said. */
function tellOfDatabase(request: FastifyRequest, { code, cause }: Rejection, error: unknown): void {
  if (!mayTell()) return;
  const err = cause ?? error;
  logOf(request).warn({ err }, code === 'SERVICE_BUSY' ? 'database busy' : 'database unavailable');
}

/** Converts any error to a refusal. An unexpected error is logged and becomes INTERNAL. */
export function rejectionOf(error: unknown, request: FastifyRequest): Rejection {
  // The client disconnected, or was cut off, in the middle of its body. The error looks like a lost database connection.
  if (request.raw.destroyed && !request.raw.complete) return new Rejection('MALFORMED_REQUEST');
  const expected = error instanceof Rejection ? error : rejectionOfDatabaseError(error);
  if (expected !== undefined) {
    if (ERRORS[expected.code].status === 503) tellOfDatabase(request, expected, error);
    return expected;
  }
  const code =
    error instanceof Error && 'code' in error ? CODE_OF_FASTIFY[String(error.code)] : undefined;
  if (code !== undefined) return new Rejection(code);
  logOf(request).error({ err: error }, 'unexpected error');
  return new Rejection('INTERNAL');
}
