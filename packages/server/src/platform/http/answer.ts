import { Readable } from 'node:stream';
import type { Endpoint, ResultOf } from '@comporta/contract/endpoint';
import { type ErrorCode, SHARED_ERRORS } from '@comporta/contract/errors';
import type { FastifyReply } from 'fastify';
import type * as z from 'zod/mini';
import { Rejection } from '../base/rejection.ts';
import { taken } from '../base/taken.ts';
import { rejectionOfDatabaseError } from '../database/database-errors.ts';
import { compiledShape } from './compiled-shape.ts';
import { encodeInTurns, isLong, type Json, type Lazily, type Pieces } from './encode-in-turns.ts';

/** Of every answer, unless a file or page says otherwise: it is about one account, and data whatever a browser takes it for. */
export const ANSWER_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

const JSON_TYPE = 'application/json; charset=utf-8';

/** Makes a result what is sent of it; a list of thousands is made in turns with what others wait for. */
export async function answerOf(
  { result: schema, answers }: Endpoint,
  result: unknown,
): Promise<Answer> {
  if (result instanceof EncodedResult) return { body: result.json };
  if (schema === undefined) return {};
  if (answers !== undefined) return { body: String(result) };
  if (isLong(result)) return { body: await encodeInTurns(schema, result) };
  // Parsing strips what the contract does not name, so no column leaves by accident.
  const answer = compiledShape(schema).parse(result);
  const body = JSON.stringify(answer);
  return hasVersion(answer) ? { body, entityTag: `"${answer.version}"` } : { body };
}

export function sendAnswer(
  reply: FastifyReply,
  { status, answers }: Endpoint,
  { body, entityTag }: Answer,
): FastifyReply {
  reply.code(status);
  if (body === undefined) return reply.send();
  if (entityTag !== undefined) reply.header('etag', entityTag);
  reply.type(answers === undefined ? JSON_TYPE : `${answers}; charset=utf-8`);
  return Array.isArray(body) ? sendPieces(reply, body) : reply.send(body);
}

/** What was sent is kept no longer. A single piece needs no stream. */
function sendPieces(reply: FastifyReply, pieces: Pieces): FastifyReply {
  if (pieces.length === 1) return reply.send(pieces[0]);
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  return reply.header('content-length', length).send(Readable.from(taken(pieces)));
}

interface Answer {
  /** Absent where there is nothing to say. */
  readonly body?: Json | Pieces;
  readonly entityTag?: string;
}

/** A result as it is sent, where a thread made it, or a transaction that ends with it. */
export class EncodedResult {
  readonly json: Json | Pieces;

  constructor(json: Json | Pieces) {
    this.json = json;
  }
}

/** Made while the transaction lasts in which the result is read. */
export async function encodedResult<E extends Endpoint & { readonly result: z.ZodMiniType }>(
  endpoint: E,
  result: Lazily<ResultOf<E>>,
): Promise<EncodedResult> {
  return new EncodedResult(await encodeInTurns(endpoint.result, result));
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
