import { createGunzip } from 'node:zlib';
import { readDateTime } from '@comporta/contract/date-time';
import { EVENTS_MAX_BYTES, EVENTS_MOST, UNITS_MOST } from '@comporta/contract/events/event';
import { reportEvents } from '@comporta/contract/events/event-api';
import type { FastifyInstance } from 'fastify';
import type { Report } from '../../event-store/ingest/event-ingest.ts';
import { weightIn, weightOfUsesIn } from '../../event-store/uses/weight.ts';
import { Rejection } from '../../platform/base/rejection.ts';
import { parseLooseJson } from '../../platform/http/json-text.ts';
import { readJsonBodies } from '../../process/json-body.ts';
import type { LoadedSnapshot } from '../../snapshot/load-snapshot.ts';
import { admitKeys, admittedAccess } from '../authenticate-environment.ts';
import { requireOrigin } from '../cross-origin.ts';
import type { DataPlane, EventIntake } from '../data-plane.ts';
import { memoize } from '../memoize.ts';
import { countedToggle } from '../uses/counted-toggle.ts';
import { laneOf } from './lane-of.ts';

/** Not OPTIONS, which pages of other origins send first. */
const OTHER_METHODS = ['GET', 'PUT', 'PATCH', 'DELETE'];

/** Takes exposures and tracked events from systems, pages and apps. */
export function eventRoutes(
  http: FastifyInstance,
  { snapshots, lastSeen, admission, ofrepOrigins }: DataPlane,
  { ingest, storage, dayQuota }: EventIntake,
): void {
  unpackBodies(http);
  // An event with half a surrogate pair, the result of cutting a text, must not refuse the events around it.
  readJsonBodies(http, parseLooseJson);
  const onRequest = admitKeys({ snapshots, admission }, (access, request, reply) => {
    requireOrigin(request, reply, { access, ofrepOrigins });
    if (access === undefined) throw new Rejection('UNAUTHORIZED');
    return access;
  });

  http.route({
    method: OTHER_METHODS,
    url: reportEvents.path,
    onRequest(_request, reply, done) {
      reply.header('allow', reportEvents.method);
      done(new Rejection('METHOD_NOT_ALLOWED'));
    },
    handler() {},
  });
  http.post(
    reportEvents.path,
    { onRequest, bodyLimit: EVENTS_MAX_BYTES },
    async (request, reply) => {
      if (!(await storage.hasRoom())) throw new Rejection('STORAGE_FULL');
      const access = admittedAccess(request);
      const { environment, kind, keyHash } = access;
      const { id, snapshot } = environment;
      lastSeen.seen(id, request.headers['user-agent'], keyHash);
      const isTrusted = kind === 'ENVIRONMENT_KEY';
      const toggles = togglesOf(snapshot);
      const known = (name: string) => {
        const toggle = toggles.get(name);
        return isTrusted || toggle?.availableToClients !== false ? toggle : undefined;
      };
      const sender = {
        environmentId: id,
        applicationId: snapshot.head.applicationId,
        revision: snapshot.head.revision,
        isTrusted,
        lane: laneOf(access),
        toggleId: (name: string) => known(name)?.id,
        countedToggle(name: string) {
          const toggle = known(name);
          return toggle && countedToggle(snapshot, toggle);
        },
        userAgent: request.headers['user-agent'],
      };
      const bytes = Number(request.headers['content-length'] ?? EVENTS_MAX_BYTES);
      const report = { ...reportIn(request.body), bytes };
      const rows = rowsIn(report.events);
      admission.charge(request, { events: rows });
      const { uses: _, ...reported } = await dayQuota
        .within(
          { access, address: request.admitted?.caller.address },
          rows - weightOfUsesIn(report.events),
          () => ingest.report(sender, report),
        )
        .catch((error: unknown) => admission.limited.rethrow(access, error));
      return reply
        .header('content-type', 'application/json; charset=utf-8')
        .send(JSON.stringify(reported));
    },
  );
}

const togglesOf = memoize(
  ({ source }: LoadedSnapshot) => new Map(source.toggles.map((toggle) => [toggle.name, toggle])),
);

/** Reads the body. Rejects with INVALID_BODY only for fields around the events; each event is judged later. */
export function reportIn(body: unknown): Pick<Report, 'events' | 'sentAt'> {
  if (typeof body !== 'object' || body === null) throw new Rejection('INVALID_BODY');
  const { events, sentAt } = body as Readonly<Record<string, unknown>>; // Of a JSON object.
  if (!Array.isArray(events)) throw new Rejection('INVALID_BODY', { field: 'events' });
  if (events.length > EVENTS_MOST) throw new Rejection('PAYLOAD_TOO_LARGE', { limit: EVENTS_MOST });
  return { events, sentAt: timeSent(sentAt) };
}

/** How many rows the events may become: each value in `units` makes a further one. Source: FAIR-02, RUL-36, LIF-04. */
export function rowsIn(events: readonly unknown[]): number {
  let rows = weightIn(events);
  for (const event of events) {
    const { units } = Object(event);
    if (typeof units === 'object') rows += Math.min(UNITS_MOST, Object.keys(units ?? {}).length);
  }
  return rows;
}

function timeSent(sentAt: unknown): Date | undefined {
  if (sentAt === undefined || sentAt === null) return undefined;
  const sent = typeof sentAt === 'string' ? readDateTime(sentAt) : undefined;
  if (sent === undefined) throw new Rejection('INVALID_BODY', { field: 'sentAt' });
  return sent;
}

/** Decompresses gzip bodies; the limit of bytes applies to the decompressed body. */
function unpackBodies(http: FastifyInstance): void {
  // biome-ignore lint/complexity/useMaxParams: Fastify calls it.
  http.addHook('preParsing', (request, _reply, payload, done) => {
    const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
    if (encoding === 'identity') return done(null, payload);
    if (encoding !== 'gzip') return done(new Rejection('UNSUPPORTED_MEDIA_TYPE'));
    let received = 0;
    payload.on('data', (chunk: Buffer) => {
      received += chunk.length;
    });
    request.isUnpacked = true;
    const unpacked = createGunzip();
    payload.on('error', (error) => unpacked.destroy(error));
    payload.pipe(unpacked);
    // Fastify compares it with the content-length of the request.
    Object.defineProperty(unpacked, 'receivedEncodedLength', { get: () => received });
    done(null, unpacked);
  });
}
