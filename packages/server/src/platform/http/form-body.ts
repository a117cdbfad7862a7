import { isStorable } from '@comporta/contract/visible-text';
import type { FastifyInstance } from 'fastify';
import { Rejection } from '../base/rejection.ts';

const MAX_PARAMETERS = 20;

/** Reads form bodies, which OAuth uses, and no other kind. */
export function readFormBodies(http: FastifyInstance): void {
  http.removeAllContentTypeParsers();
  http.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, text, done) => {
      try {
        done(null, parseForm(String(text)));
      } catch (error) {
        done(error as Error); // parseForm throws only errors.
      }
    },
  );
}

function parseForm(text: string): object {
  if (text.split('&', MAX_PARAMETERS + 1).length > MAX_PARAMETERS) {
    throw new Rejection('LIMIT_EXCEEDED', { field: 'parameters', limit: MAX_PARAMETERS });
  }
  const entries = [...new URLSearchParams(text)];
  if (!entries.flat().every(isStorable)) throw new Rejection('INVALID_BODY');
  const form = Object.fromEntries(entries);
  // RFC 6749, 3.2 forbids repeated parameters: a proxy might read another value than this service.
  if (Object.keys(form).length < entries.length) throw new Rejection('INVALID_BODY');
  return form;
}
