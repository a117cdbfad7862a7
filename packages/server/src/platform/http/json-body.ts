import type { FastifyInstance } from 'fastify';
import { parseJson } from './json-text.ts';

/** Reads JSON bodies, and no other kind. */
export function readJsonBodies(http: FastifyInstance): void {
  // Fastify would also read plain text, which no call takes.
  http.removeAllContentTypeParsers();
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    try {
      done(null, text === '' ? undefined : parseJson(String(text)));
    } catch (error) {
      done(error as Error); // parseJson throws nothing else.
    }
  });
}
