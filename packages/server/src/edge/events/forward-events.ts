import { EVENTS_MAX_BYTES } from '@comporta/contract/events/event';
import { reportEvents } from '@comporta/contract/events/event-api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { admitKeys } from '../evaluation/authenticate-environment.ts';
import { allowPreflights, requireOrigin } from '../evaluation/cross-origin.ts';
import type { DataPlane } from '../evaluation/data-plane.ts';
import { Rejection } from '../platform/base/rejection.ts';

const ANSWER_MS = 15_000;
/** The headers that are passed on: the credentials and the encoding of the body. */
const REQUEST_HEADERS = [
  'authorization',
  'x-api-key',
  'content-type',
  'content-encoding',
  'user-agent',
];
const ANSWER_HEADERS = ['content-type', 'retry-after'];

/** Forwards events to the upstream and its response to the sender; the edge node stores none. */
export function forwardEvents(
  http: FastifyInstance,
  { snapshots, admission, ofrepOrigins }: DataPlane,
  upstream: string,
): void {
  const address = new URL(reportEvents.path.slice(1), `${upstream.replace(/\/$/, '')}/`);
  allowPreflights(http, reportEvents.path);
  http.removeAllContentTypeParsers();
  http.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: EVENTS_MAX_BYTES },
    (_request, body, done) => done(null, body),
  );
  // Charged by bytes alone: this node does not look into the events. The service counts them by the sender's address.
  const onRequest = admitKeys({ snapshots, admission }, (access, request, reply) => {
    requireOrigin(request, reply, { access, ofrepOrigins });
    if (access === undefined) throw new Rejection('UNAUTHORIZED');
    return access;
  });

  http.post<{ Body: Buffer }>(reportEvents.path, { onRequest }, async (request, reply) => {
    const answer = await fetch(address, {
      method: 'POST',
      headers: headersOf(request),
      body: new Uint8Array(request.body),
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MS),
    }).catch(() => undefined);
    const text = await answer?.text().catch(() => undefined);
    // The sender keeps the events, and sends them again.
    if (answer === undefined || text === undefined) throw new Rejection('SERVICE_UNAVAILABLE');
    for (const name of ANSWER_HEADERS) {
      const value = answer.headers.get(name);
      if (value !== null) reply.header(name, value);
    }
    return reply.code(answer.status).send(text);
  });
}

function headersOf({ headers, ip }: FastifyRequest): Record<string, string> {
  const passed: Record<string, string> = { 'x-forwarded-for': ip };
  for (const name of REQUEST_HEADERS) {
    const value = headers[name];
    if (typeof value === 'string') passed[name] = value;
  }
  return passed;
}
