import { EVENTS_MAX_BYTES } from '@comporta/contract/events/event';
import { reportEvents } from '@comporta/contract/events/event-api';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { admitKeys, admittedAccess, keyOf } from '../../evaluation/authenticate-environment.ts';
import { allowPreflights, requireOrigin } from '../../evaluation/cross-origin.ts';
import type { DataPlane } from '../../evaluation/data-plane.ts';
import { rowsIn } from '../../evaluation/events/event-routes.ts';
import { laneOf } from '../../evaluation/events/lane-of.ts';
import { pathOf } from '../../event-store/ingest/lane.ts';
import { openShortTurns } from '../../event-store/ingest/short-turns.ts';
import { Rejection } from '../../platform/base/rejection.ts';
import { type Answer, type AskService, isAway } from './ask-service.ts';
import type { Deliveries } from './deliveries.ts';
import { judgeForms, reportOf } from './read-report.ts';

/** Somebody waits for the answer, which this node can give as well. Source: RES-32. */
const ANSWER_MS = 2_000;
/** Where this node keeps nothing, only the service can. */
const ONLY_ANSWER_MS = 15_000;
const FULL_SECONDS = 5;
/** The headers that are passed on: the credentials and the encoding of the body. */
const REQUEST_HEADERS = [
  'authorization',
  'x-api-key',
  'content-type',
  'content-encoding',
  'user-agent',
];
const ANSWER_HEADERS = ['content-type', 'retry-after'];

interface Forwarding {
  readonly ask: AskService;
  /** What takes the events that the service does not take now; undefined while this node keeps none. */
  readonly keeping: () => Deliveries | undefined;
}

/** Forwards events to the upstream and its answer to the sender. While it takes none, this node keeps them. */
export function forwardEvents(
  http: FastifyInstance,
  { snapshots, admission, ofrepOrigins }: DataPlane,
  { ask, keeping }: Forwarding,
): void {
  const turns = openShortTurns();
  allowPreflights(http, reportEvents.path);
  http.removeAllContentTypeParsers();
  http.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: EVENTS_MAX_BYTES },
    (_request, body, done) => done(null, body),
  );
  // Charged by bytes alone: this node looks into the events only when it keeps them. The service counts them by the
  // sender's address.
  const onRequest = admitKeys({ snapshots, admission }, (access, request, reply) => {
    requireOrigin(request, reply, { access, ofrepOrigins });
    if (access === undefined) throw new Rejection('UNAUTHORIZED');
    return access;
  });

  type EventRequest = FastifyRequest<{ Body: Buffer<ArrayBuffer> }>;

  async function keep(request: EventRequest, to: Deliveries, receivedAt: Date) {
    const access = admittedAccess(request);
    const lane = laneOf(access);
    const { events, sentAt } = await reportOf(request);
    admission.charge(request, { events: rowsIn(events) });
    const receipt = { environmentId: lane.environmentId, receivedAt, sentAt };
    const share = { path: pathOf(lane), size: events.length };
    const { valid, rejected } = await turns.run(judgeForms(events, receipt), share);
    const call = { lane, key: keyOf(request) ?? '', userAgent: request.headers['user-agent'] };
    const kept =
      valid.length === 0 ? 'KEPT' : await to.keep({ ...call, receivedAt, sentAt, events: valid });
    if (kept === 'UNWRITABLE') throw new Rejection('SERVICE_UNAVAILABLE');
    if (kept === 'FULL') {
      const full = new Rejection('RATE_LIMITED', { limit: 'EVENTS', retry_after: FULL_SECONDS });
      admission.limited.rethrow(access, full);
    }
    return { accepted: valid.length, duplicates: 0, rejected };
  }

  http.post<{ Body: Buffer<ArrayBuffer> }>(
    reportEvents.path,
    { onRequest },
    async (request, reply) => {
      const receivedAt = new Date();
      const deliveries = keeping();
      const { id } = admittedAccess(request).environment;
      if (deliveries?.isAway(id) !== true) {
        const withinMs = deliveries === undefined ? ONLY_ANSWER_MS : ANSWER_MS;
        const answer = await ask({ headers: headersOf(request), body: request.body, withinMs });
        if (answer?.status === 200) deliveries?.noteTaken();
        if (deliveries === undefined || !isAway(answer)) return passOn(answer, reply);
        deliveries.noteAway(id, answer);
      }
      return reply
        .header('content-type', 'application/json; charset=utf-8')
        .send(JSON.stringify(await keep(request, deliveries, receivedAt)));
    },
  );
}

function passOn(answer: Answer | undefined, reply: FastifyReply): FastifyReply {
  // The sender keeps the events, and sends them again.
  if (answer === undefined) throw new Rejection('SERVICE_UNAVAILABLE');
  for (const name of ANSWER_HEADERS) {
    const value = answer.headers.get(name);
    if (value !== null) reply.header(name, value);
  }
  return reply.code(answer.status).send(answer.text);
}

function headersOf({ headers, ip }: FastifyRequest): Record<string, string> {
  const passed: Record<string, string> = { 'x-forwarded-for': ip };
  for (const name of REQUEST_HEADERS) {
    const value = headers[name];
    if (typeof value === 'string') passed[name] = value;
  }
  return passed;
}
