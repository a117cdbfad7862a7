import type { Endpoint } from '@comporta/contract/endpoint';
import { type ErrorCode, SHARED_ERRORS } from '@comporta/contract/errors';
import type { FastifyReply } from 'fastify';
import { Rejection } from '../base/rejection.ts';
import { rejectionOfDatabaseError } from '../database/database-errors.ts';
import { compiledShape } from './compiled-shape.ts';

/** Of every answer, unless a file or page says otherwise: it is about one account, and data whatever a browser takes it for. */
export const ANSWER_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

const JSON_TYPE = 'application/json; charset=utf-8';

export function sendResult(reply: FastifyReply, endpoint: Endpoint, result: unknown): FastifyReply {
  reply.code(endpoint.status);
  if (result instanceof AnswerBytes) return reply.type(JSON_TYPE).send(result.bytes);
  if (endpoint.result === undefined) return reply.send();
  // Parsing strips what the contract does not name, so no column leaves by accident.
  const answer = compiledShape(endpoint.result).parse(result);
  if (hasVersion(answer)) reply.header('etag', `"${answer.version}"`);
  return reply.type(JSON_TYPE).send(JSON.stringify(answer));
}

/** An answer as it is sent, where a thread made it. */
export class AnswerBytes {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

/** How a thread makes one. */
export function encodeResult(
  { result: schema }: Endpoint,
  result: unknown,
): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(schema && compiledShape(schema).parse(result)));
}

/** A code that the endpoint did not declare is a bug, and shows as one. */
export function declaredError(endpoint: Endpoint, error: unknown): unknown {
  const rejection = error instanceof Rejection ? error : rejectionOfDatabaseError(error);
  if (rejection === undefined) return error;
  const declared: readonly ErrorCode[] = [...SHARED_ERRORS, ...endpoint.errors];
  if (declared.includes(rejection.code)) return rejection;
  return new Error(`${endpoint.method} ${endpoint.path} does not declare ${rejection.code}`, {
    cause: error,
  });
}

function hasVersion(answer: unknown): answer is { readonly version: number } {
  return (
    typeof answer === 'object' &&
    answer !== null &&
    'version' in answer &&
    typeof answer.version === 'number'
  );
}
