import { EVENT_STREAM_HEADER } from '@comporta/client-core/bulk-answer';
import { evaluateFlag, evaluateFlags, streamEvents } from '@comporta/contract/evaluation/ofrep-api';
import { evaluateAll } from '@comporta/engine/evaluate';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
} from 'fastify';
import { isSameTag } from '../../platform/base/entity-tag.ts';
import { Rejection } from '../../platform/base/rejection.ts';
import { EVENT_STREAM } from '../../platform/http/route-options.ts';
import { stateIdOf } from '../../snapshot/lists/used-lists.ts';
import type { LoadedSnapshot } from '../../snapshot/load-snapshot.ts';
import type { Access } from '../../snapshot/snapshots.ts';
import { accessOf, admitKeys, admittedAccess } from '../authenticate-environment.ts';
import { requireOrigin, staysOpen } from '../cross-origin.ts';
import type { DataPlane } from '../data-plane.ts';
import { openEventStream } from '../event-stream.ts';
import { prepareMany } from '../prepare-many.ts';
import { prepareFlag } from '../prepared-answers.ts';
import { audienceOf } from './audience.ts';
import { noteAsked, noteBulk, noteOne, notePrefetched, noteUnknown } from './note-evaluations.ts';
import { contextOf } from './ofrep-context.ts';
import {
  flagNotFound,
  handleOfrepErrors,
  OfrepRefusal,
  refuseOtherMethods,
} from './ofrep-errors.ts';
import { JSON_TYPE, OFREP_HEADERS } from './ofrep-headers.ts';
import { refetchEvent, revisionOfTag } from './refetch-event.ts';
import { accessOfTicket } from './stream-ticket.ts';
import { unchangedAnswersOf } from './unchanged-answers.ts';

/** A client opens its stream at most this long after the response that gave it the address. */
const LISTENS_WITHIN_MS = 60_000;

/** The OpenFeature Remote Evaluation Protocol, version 0.3, for any OpenFeature SDK. */
export function ofrepRoutes(http: FastifyInstance, plane: DataPlane): void {
  handleOfrepErrors(http);
  http.addHook('onRequest', (_request, reply, done) => {
    reply.headers(OFREP_HEADERS);
    done();
  });
  for (const endpoint of [evaluateFlag, evaluateFlags, streamEvents]) {
    refuseOtherMethods(http, endpoint);
  }
  const onRequest = admitKeys(plane, (access, request, reply) =>
    requireKey(plane, access, { request, reply }),
  );
  flagRoute(http, plane, onRequest);
  flagsRoute(http, plane, onRequest);
  streamRoute(http, plane);
}

/** Checks origin and key before the body is read. */
function requireKey(
  { ofrepOrigins }: DataPlane,
  access: Access | undefined,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Access {
  requireOrigin(request, reply, { access, ofrepOrigins });
  if (access === undefined) throw new Rejection('UNAUTHORIZED');
  return access;
}

function flagRoute(http: FastifyInstance, plane: DataPlane, onRequest: onRequestAsyncHookHandler) {
  http.post<{ Params: { key: string } }>(evaluateFlag.path, { onRequest }, (request, reply) => {
    const access = admittedAccess(request);
    plane.admission.charge(request, {});
    const { headers, params } = request;
    noteAsked(plane, access, headers);
    const audience = audienceOf(access);
    const context = contextOf(request.body);
    const outcome = audience.outcomeOf(params.key, context);
    if (outcome === undefined) {
      noteUnknown(plane, access, { name: params.key, headers });
      throw flagNotFound();
    }
    noteOne(plane, access, { outcome, context, headers });
    reply.header('content-type', JSON_TYPE);
    if (outcome.errorCode !== undefined) reply.code(400);
    return reply.send(audience.single(outcome));
  });
}

function flagsRoute(http: FastifyInstance, plane: DataPlane, onRequest: onRequestAsyncHookHandler) {
  const { snapshots } = plane;
  http.post<{ Querystring: { flagConfigEtag?: string } }>(
    evaluateFlags.path,
    { onRequest },
    async (request, reply) => {
      // A client that was notified of a revision must not get an answer from before it.
      const told = revisionOfTag(request.query.flagConfigEtag);
      if (told > 0) {
        await snapshots.reachRevision(admittedAccess(request).environment, told);
        // The key may have been replaced meanwhile.
        request.access = await accessOf(snapshots, request);
        if (request.access === undefined) throw new Rejection('UNAUTHORIZED');
      }
      const access = admittedAccess(request);
      noteAsked(plane, access, request.headers);
      const audience = audienceOf(access);
      const context = contextOf(request.body);
      const clientsTag = request.headers['if-none-match'];
      const unchanged = unchangedAnswersOf(audience);
      const answerUnchanged = (entityTag: string) =>
        reply
          .code(304)
          .headers({ etag: entityTag, [EVENT_STREAM_HEADER]: audience.streamUri })
          .send();

      const knownTag = clientsTag === undefined ? undefined : unchanged.tagFor(context);
      const isKnown = knownTag !== undefined && isSameTag(clientsTag, knownTag);
      const { compiled } = access.environment.snapshot;
      plane.admission.charge(request, { toggles: isKnown ? 0 : compiled.toggles.length });
      notePrefetched(plane, access, { context, headers: request.headers, body: request.body });
      if (isKnown) return answerUnchanged(knownTag);
      const outcomes = evaluateAll(compiled, context);
      await prepareMany(outcomes, prepareFlag);
      const bulk = audience.bulk(outcomes);
      const { entityTag, body } = bulk;
      noteBulk(plane, access, bulk);
      if (isSameTag(clientsTag, entityTag)) {
        unchanged.remember(context, entityTag);
        return answerUnchanged(entityTag);
      }
      return reply.headers({ etag: entityTag, 'content-type': JSON_TYPE }).send(body());
    },
  );
}

function streamRoute(http: FastifyInstance, plane: DataPlane): void {
  const { snapshots, lastSeen, stopping, streamLimit, ofrepOrigins, admission } = plane;
  http.get<{ Querystring: { ticket?: string; revision?: string } }>(
    streamEvents.path,
    EVENT_STREAM,
    async (request, reply) => {
      const find = async () => {
        const found = await accessOfTicket(snapshots, String(request.query.ticket ?? ''));
        requireOrigin(request, reply, { access: found, ofrepOrigins });
        if (found !== undefined) return found;
        throw new OfrepRefusal(401, 'GENERAL', 'The ticket of this stream is not valid.');
      };
      let access = await find();
      const held = admission.admit(request, reply, access);
      await held;
      if (held !== undefined) access = await find(); // The key may have been replaced meanwhile.
      const { environment } = access;
      const { snapshot } = environment;
      const write = openEventStream({
        reply,
        environment,
        staysOpen: staysOpen(access, request.headers.origin),
        eventSince: () => refetchEvent(environment.snapshot),
        onHeartbeat: () =>
          lastSeen.seen(environment.id, request.headers['user-agent'], access.keyHash),
        stopping,
        takePlace: () => streamLimit.take(access, request.admitted?.caller.address),
      });
      // On its first connection, a browser cannot send the revision in a header.
      const known = request.headers['last-event-id'] ?? request.query.revision;
      if (mayHaveMissed(snapshot, known)) write(refetchEvent(snapshot));
    },
  );
}

/**
 * A client that reconnects names the last revision it knew. A new client does not, and may have been answered just
 * before the newest change.
 */
function mayHaveMissed(
  snapshot: LoadedSnapshot,
  lastEventId: string | string[] | undefined,
): boolean {
  if (lastEventId !== undefined) return lastEventId !== stateIdOf(snapshot);
  return performance.now() - snapshot.loadedAtMs < LISTENS_WITHIN_MS;
}
