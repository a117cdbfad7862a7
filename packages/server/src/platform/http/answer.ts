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

/** For every response but files and pages: it is private to one account, and browsers must not guess its type. */
export const ANSWER_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

const JSON_TYPE = 'application/json; charset=utf-8';

/** Encodes a result for the response. A list of thousands is encoded in turns, so that other requests do not wait. */
export async function answerOf(
  { result: schema, answers }: Endpoint,
  result: unknown,
): Promise<Answer> {
  if (result instanceof EncodedResult) return { body: result.json };
  if (schema === undefined) return {};
  if (answers !== undefined) return { body: String(result) };
  if (isLong(result)) return { body: await encodeInTurns(schema, result) };
  // Parsing strips fields that the contract does not name, so that no column is exposed by accident.
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

/** About how many bytes an answer has. */
export function lengthOf({ body = '' }: Answer): number {
  return Array.isArray(body) ? body.reduce((sum, piece) => sum + piece.length, 0) : body.length;
}

/** Streams the pieces and releases each when it was sent. A single piece needs no stream. */
function sendPieces(reply: FastifyReply, pieces: Pieces): FastifyReply {
  if (pieces.length === 1) return reply.send(pieces[0]);
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  return reply.header('content-length', length).send(Readable.from(taken(pieces)));
}

interface Answer {
  /** Absent for an empty response. */
  readonly body?: Json | Pieces;
  readonly entityTag?: string;
}

/** A result that is already encoded, by another process or inside the transaction that read it. */
export class EncodedResult {
  readonly json: Json | Pieces;

  constructor(json: Json | Pieces) {
    this.json = json;
  }
}

/** A result with a cookie for the browser that asked. */
export class CookieAnswer<Result> {
  readonly result: Result;
  /** As in the header Set-Cookie. */
  readonly cookie: string;

  constructor(result: Result, cookie: string) {
    this.result = result;
    this.cookie = cookie;
  }
}

/** Encodes a result lazily; call it inside the transaction that reads the result. */
export async function encodedResult<E extends Endpoint & { readonly result: z.ZodMiniType }>(
  endpoint: E,
  result: Lazily<ResultOf<E>>,
): Promise<EncodedResult> {
  return new EncodedResult(await encodeInTurns(endpoint.result, result));
}

/** Encodes a result at once, where nothing else waits for it. */
export function encodeResult(
  { result: schema }: Endpoint,
  result: unknown,
): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(schema && compiledShape(schema).parse(result)));
}

/** Returns the rejection that an error stands for. A code that the endpoint does not declare is a bug, and becomes an ordinary error. */
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
