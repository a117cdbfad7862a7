import { parentPort, workerData } from 'node:worker_threads';
import type * as z from 'zod/mini';
import { Rejection } from '../base/rejection.ts';
import { type BodyPiece, piecesOf } from './body-pieces.ts';
import { parseJson } from './json-text.ts';
import { parseShape } from './parse-shape.ts';

/** Twice what an application of 10,000 toggles in three environments has. */
const MAX_NODES = 2_000_000;

/** What the thread of `readInThread` does: reads the body it was given and hands it over in pieces. */
export function readBody(schema: z.ZodMiniType): void {
  if (parentPort === null) throw new Error('This module is the work of a thread.');
  const port = parentPort;
  const pieces = checkedPieces(workerData, schema);
  // Each when it is asked for: what waits in the port is taken over in one go.
  port.on('message', () => port.postMessage(pieces.next().value));
}

function* checkedPieces(bytes: Uint8Array, schema: z.ZodMiniType): Generator<BodyPiece> {
  try {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
    const body = parseShape(schema, parseJson(text, MAX_NODES), 'INVALID_BODY');
    yield* piecesOf(body as object); // Bodies are objects.
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    yield { kind: 'refusal', code: error.code, meta: error.meta };
  }
}
