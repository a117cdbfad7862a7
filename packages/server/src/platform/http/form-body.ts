import type { Endpoint } from '@comporta/contract/endpoint';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Rejection } from '../base/rejection.ts';
import { isStorable } from './json-body.ts';

const FORM = 'application/x-www-form-urlencoded';

/** Reads the forms that OAuth calls are. Of a name that comes twice the last value counts. */
export function readFormBodies(http: FastifyInstance): void {
  http.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, text, done) => {
    const entries = [...new URLSearchParams(String(text))];
    if (entries.flat().every(isStorable)) done(null, Object.fromEntries(entries));
    else done(new Rejection('INVALID_BODY'));
  });
}

/** Only calls that say so take a form, and those take nothing else. */
export function requireMediaType(endpoint: Endpoint, request: FastifyRequest): void {
  if (request.body === undefined) return;
  const isForm = request.headers['content-type']?.toLowerCase().startsWith(FORM) ?? false;
  if (isForm !== (endpoint.form ?? false)) throw new Rejection('UNSUPPORTED_MEDIA_TYPE');
}
