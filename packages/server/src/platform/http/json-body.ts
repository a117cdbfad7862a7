import type { FastifyInstance } from 'fastify';
import { parseJson } from './json-text.ts';

const readStrictly = (text: string): unknown => parseJson(text);

/** Reads JSON bodies, and no other kind. */
export function readJsonBodies(
  http: FastifyInstance,
  parse: typeof readStrictly = readStrictly,
): void {
  // Fastify would also accept plain text, which no endpoint does.
  http.removeAllContentTypeParsers();
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    try {
      done(null, text === '' ? undefined : parse(String(text)));
    } catch (error) {
      done(error as Error); // Parsers throw only errors.
    }
  });
}
