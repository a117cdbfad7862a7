import { evaluateFlag, evaluateFlags, streamEvents } from '@comporta/contract/evaluation/ofrep-api';
import type { Context } from '@comporta/engine/context';
import { evaluate, evaluateAll } from '@comporta/engine/evaluate';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { EVENT_STREAM } from '../platform/http/route-options.ts';
import type { LoadedSnapshot } from '../snapshot/load-snapshot.ts';
import type { EnvironmentHead } from '../snapshot/snapshot-repository.ts';
import type { CachedEnvironment } from '../snapshot/snapshots.ts';
import { admitSystem, admittedEnvironment, environmentOf } from './authenticate-environment.ts';
import type { DataPlane } from './data-plane.ts';
import { isSameTag } from './entity-tag.ts';
import { openEventStream } from './event-stream.ts';
import { memoize } from './memoize.ts';
import { flagNotFound, handleOfrepErrors, OfrepRefusal } from './ofrep-errors.ts';
import { entityTagOf, joinFlags, singleFlag } from './prepared-answers.ts';
import { refetchEvent, revisionOfTag } from './refetch-event.ts';
import { environmentOfTicket, ticketOf } from './stream-ticket.ts';
import { unchangedAnswersOf } from './unchanged-answers.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const INACTIVITY_SECONDS = 120;
/** A client listens at most this long after it got the answer that told it where. */
const LISTENS_WITHIN_MS = 60_000;
/** What an answer depends on beside the address. */
const VARY = 'Authorization, X-API-Key, Origin';

/** The OpenFeature Remote Evaluation Protocol, version 0.3: any OpenFeature SDK can ask. */
export function ofrepRoutes(
  http: FastifyInstance,
  { snapshots, lastSeen, stopping, streamLimit }: DataPlane,
): void {
  handleOfrepErrors(http);
  http.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store').header('vary', VARY);
    done();
  });

  const onRequest = admitSystem(snapshots);

  function ask(request: FastifyRequest): CachedEnvironment {
    const environment = admittedEnvironment(request);
    lastSeen.seen(environment.id, request.headers['user-agent']);
    return environment;
  }

  http.post<{ Params: { key: string } }>(evaluateFlag.path, { onRequest }, (request, reply) => {
    const { compiled, head } = ask(request).snapshot;
    const { key } = request.params;
    const outcome = evaluate(compiled, key, contextOf(request.body));
    if (outcome === undefined) throw flagNotFound();
    reply.header('content-type', JSON_TYPE);
    if (outcome.errorCode !== undefined) reply.code(400);
    return reply.send(singleFlag(outcome, metadataOfEnvironment(head)));
  });

  http.post<{ Querystring: { flagConfigEtag?: string } }>(
    evaluateFlags.path,
    { onRequest },
    async (request, reply) => {
      // A client that was told of a revision must not get an answer from before it.
      const told = revisionOfTag(request.query.flagConfigEtag);
      if (told > 0) {
        await snapshots.reachRevision(admittedEnvironment(request), told);
        // Meanwhile the key may have died.
        request.environment = await environmentOf(snapshots, request);
      }
      const { snapshot } = ask(request);
      const context = contextOf(request.body);
      const clientsTag = request.headers['if-none-match'];
      const unchanged = unchangedAnswersOf(snapshot);
      const knownTag = clientsTag === undefined ? undefined : unchanged.tagFor(context);
      if (knownTag !== undefined && isSameTag(clientsTag, knownTag)) {
        return reply.code(304).header('etag', knownTag).send();
      }
      const outcomes = evaluateAll(snapshot.compiled, context);
      const rest = bulkAnswerSuffix(snapshot.head);
      const entityTag = entityTagOf(outcomes, rest);
      reply.header('etag', entityTag);
      if (isSameTag(clientsTag, entityTag)) {
        unchanged.remember(context, entityTag);
        return reply.code(304).send();
      }
      reply.header('content-type', JSON_TYPE);
      return reply.send(`{"flags":[${joinFlags(outcomes)}],${rest}`);
    },
  );

  http.get<{ Querystring: { ticket?: string } }>(
    streamEvents.path,
    EVENT_STREAM,
    async (request, reply) => {
      const environment = await environmentOfTicket(snapshots, String(request.query.ticket ?? ''));
      if (environment === undefined) {
        throw new OfrepRefusal(
          401,
          'GENERAL',
          'The ticket of this stream is not valid (any more).',
        );
      }
      const { snapshot } = environment;
      const write = openEventStream({
        reply,
        environment,
        eventOf: refetchEvent,
        onHeartbeat: () => lastSeen.seen(environment.id, request.headers['user-agent']),
        stopping,
        limit: streamLimit,
      });
      if (mayHaveMissed(snapshot, request.headers['last-event-id'])) write(refetchEvent(snapshot));
    },
  );
}

/**
 * A client that comes back names the revision it knew last. A new client does not, and may have
 * been answered just before the newest change.
 */
function mayHaveMissed(
  { head, loadedAtMs }: LoadedSnapshot,
  lastEventId: string | string[] | undefined,
): boolean {
  if (lastEventId !== undefined) return lastEventId !== String(head.revision);
  return performance.now() - loadedAtMs < LISTENS_WITHIN_MS;
}

/** What the metadata of a flag alone says of where it was decided. */
const metadataOfEnvironment = memoize(({ name, revision }: EnvironmentHead) =>
  JSON.stringify({ environment: name, revision }).slice(1, -1),
);

/** What a bulk answer says after its flags; the same for everybody who asks. */
const bulkAnswerSuffix = memoize((head: EnvironmentHead): string => {
  const stream = {
    type: 'sse',
    endpoint: { requestUri: `${streamEvents.path}?ticket=${ticketOf(head)}` },
    inactivityDelaySec: INACTIVITY_SECONDS,
  };
  const object = JSON.stringify({ metadata: { environment: head.name }, eventStreams: [stream] });
  return object.slice(1);
});

/** `targetingKey` is the uid, every other key is a property by its key. */
function contextOf(body: unknown): Context {
  if (!isObject(body) || !isObject(body.context)) {
    throw new OfrepRefusal(400, 'INVALID_CONTEXT', 'Send a JSON object with an object `context`.');
  }
  const { targetingKey, ...properties } = body.context;
  if (targetingKey === undefined || targetingKey === null) return { properties };
  if (typeof targetingKey !== 'string') {
    throw new OfrepRefusal(400, 'INVALID_CONTEXT', '`context.targetingKey` has to be a string.');
  }
  return { uid: targetingKey, properties };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
