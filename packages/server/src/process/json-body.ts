import type { FastifyInstance } from 'fastify';
import { Rejection } from '../platform/base/rejection.ts';
import { parseJson } from '../platform/http/json-text.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The unpacked length of a body whose head did not say it; undefined for any other, and before it was read. */
    bodyBytes: number | undefined;
    /** Whether the route unpacks the body that its parser reads. */
    isUnpacked: boolean | undefined;
  }
}

const readStrictly = (text: string): unknown => parseJson(text);

/** Reads JSON bodies, and no other kind; none that is encoded, unless the route unpacks it first. */
export function readJsonBodies(
  http: FastifyInstance,
  parse: typeof readStrictly = readStrictly,
): void {
  if (!http.hasRequestDecorator('bodyBytes')) {
    http.decorateRequest('bodyBytes', undefined).decorateRequest('isUnpacked', undefined);
  }
  // Fastify would also accept plain text, which no endpoint does.
  http.removeAllContentTypeParsers();
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    const { 'content-length': sent, 'content-encoding': encoding } = request.headers;
    const isEncoded = encoding !== undefined && encoding.trim().toLowerCase() !== 'identity';
    if (isEncoded && !request.isUnpacked) return done(new Rejection('UNSUPPORTED_MEDIA_TYPE'));
    if (sent === undefined || isEncoded) request.bodyBytes = Buffer.byteLength(text);
    try {
      done(null, text === '' ? undefined : parse(String(text)));
    } catch (error) {
      done(error as Error); // Parsers throw only errors.
    }
  });
}
