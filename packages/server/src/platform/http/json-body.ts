import type { FastifyInstance } from 'fastify';
import { Rejection } from '../base/rejection.ts';

const MAX_DEPTH = 32;

/**
 * Reads JSON bodies. Text that cannot be stored or sent on (U+0000, half a surrogate pair) and bodies
 * deeper than 32 levels are refused here, so that nothing behind has to think of them.
 */
export function readJsonBodies(http: FastifyInstance): void {
  // Fastify would also read plain text, which no call takes.
  http.removeContentTypeParser(['application/json', 'text/plain']);
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    try {
      done(null, text === '' ? undefined : parseJson(String(text)));
    } catch (error) {
      done(error as Error); // parseJson throws nothing else.
    }
  });
}

export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Rejection('INVALID_JSON');
  }
  requireStorable(value, 1);
  return value;
}

function requireStorable(value: unknown, depth: number): void {
  if (typeof value === 'string') {
    if (!isStorable(value)) throw new Rejection('INVALID_BODY');
  } else if (typeof value === 'object' && value !== null) {
    if (depth > MAX_DEPTH)
      throw new Rejection('LIMIT_EXCEEDED', { field: 'depth', limit: MAX_DEPTH });
    // What JSON.parse makes has no inherited keys; Object.entries would cost an array for each object.
    for (const key in value) {
      if (!isStorable(key)) throw new Rejection('INVALID_BODY');
      requireStorable(Reflect.get(value, key), depth + 1);
    }
  }
}

export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
