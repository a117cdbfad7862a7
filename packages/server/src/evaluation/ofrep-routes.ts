import { evaluateFlag, evaluateFlags, streamEvents } from '@comporta/contract/evaluation/ofrep-api';
import type { Context } from '@comporta/engine/context';
import { evaluate, evaluateAll } from '@comporta/engine/evaluate';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { EVENT_STREAM } from '../platform/route-options.ts';
import type { EnvironmentHead } from '../snapshot/snapshot-repository.ts';
import type { HeldEnvironment } from '../snapshot/snapshots.ts';
import { environmentOf } from './asking-environment.ts';
import type { DataPlane } from './data-plane.ts';
import { isSameTag } from './entity-tag.ts';
import { openEventStream } from './event-stream.ts';
import { handleOfrepErrors, OfrepRefusal } from './ofrep-errors.ts';
import { entityTagOf, failureOf, flagOf, joinFlags } from './prepared-answers.ts';
import { refetchEvent, revisionOfTag } from './refetch-event.ts';
import { environmentOfTicket, ticketOf } from './stream-ticket.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const INACTIVITY_SECONDS = 120;

/** The OpenFeature Remote Evaluation Protocol, version 0.3: any OpenFeature SDK can ask. */
export function ofrepRoutes(
  http: FastifyInstance,
  { snapshots, lastSeen, stopping }: DataPlane,
): void {
  handleOfrepErrors(http);

  function ask(request: FastifyRequest, answer: (environment: HeldEnvironment) => FastifyReply) {
    const environment = environmentOf(snapshots, request);
    const seenAndAnswered = (asking: HeldEnvironment) => {
      lastSeen.seen(asking.id, request.headers['user-agent']);
      return answer(asking);
    };
    return environment instanceof Promise
      ? environment.then(seenAndAnswered)
      : seenAndAnswered(environment);
  }

  http.post<{ Params: { key: string } }>(evaluateFlag.path, (request, reply) =>
    ask(request, ({ snapshot: { compiled, head } }) => {
      const { key } = request.params;
      const outcome = evaluate(compiled, key, contextOf(request.body));
      if (outcome === undefined) {
        throw new OfrepRefusal(
          404,
          'FLAG_NOT_FOUND',
          'No toggle of this environment has this name.',
        );
      }
      reply.header('content-type', JSON_TYPE);
      if (outcome.errorCode !== undefined) return reply.code(400).send(failureOf(outcome));
      return reply.send(flagOf(outcome, { environment: head.name, revision: head.revision }));
    }),
  );

  http.post<{ Querystring: { flagConfigEtag?: string } }>(
    evaluateFlags.path,
    async (request, reply) => {
      // A client that was told of a revision must not get an answer from before it.
      const told = revisionOfTag(request.query.flagConfigEtag);
      if (told > 0) await snapshots.reachRevision(await environmentOf(snapshots, request), told);
      return ask(request, ({ snapshot: { compiled, head } }) => {
        const outcomes = evaluateAll(compiled, contextOf(request.body));
        const rest = restOfBulkAnswer(head);
        const entityTag = entityTagOf(outcomes, rest);
        reply.headers({
          etag: entityTag,
          'cache-control': 'no-store',
          vary: 'Authorization, X-API-Key',
        });
        if (isSameTag(request.headers['if-none-match'], entityTag)) return reply.code(304).send();
        reply.header('content-type', JSON_TYPE);
        return reply.send(`{"flags":[${joinFlags(outcomes)}],${rest}`);
      });
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
      const revision = String(environment.snapshot.head.revision);
      const write = openEventStream({
        reply,
        environment,
        eventOf: refetchEvent,
        onHeartbeat: () => lastSeen.seen(environment.id, request.headers['user-agent']),
        stopping,
      });
      const missed = request.headers['last-event-id'] ?? revision;
      if (missed !== revision) write(refetchEvent(environment.snapshot));
    },
  );
}

const restsOfBulkAnswers = new WeakMap<EnvironmentHead, string>();

/** What a bulk answer says after its flags; the same for everybody who asks. */
function restOfBulkAnswer(head: EnvironmentHead): string {
  const made = restsOfBulkAnswers.get(head);
  if (made !== undefined) return made;
  const stream = {
    type: 'sse',
    endpoint: { requestUri: `${streamEvents.path}?ticket=${ticketOf(head)}` },
    inactivityDelaySec: INACTIVITY_SECONDS,
  };
  const object = JSON.stringify({ metadata: { environment: head.name }, eventStreams: [stream] });
  const rest = object.slice(1);
  restsOfBulkAnswers.set(head, rest);
  return rest;
}

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
