import { LISTS_HEADER } from '@comporta/client-core/lists/told-lists';
import { fetchSnapshot, streamRevisions } from '@comporta/contract/evaluation/sdk-api';
import type { FastifyInstance } from 'fastify';
import { isSameTag } from '../platform/base/entity-tag.ts';
import { EVENT_STREAM } from '../platform/http/route-options.ts';
import type { LoadedSnapshot } from '../snapshot/load-snapshot.ts';
import { fedEnvironment } from './authenticate-environment.ts';
import type { DataPlane } from './data-plane.ts';
import { openEventStream } from './event-stream.ts';
import { laneOf } from './events/lane-of.ts';
import { listsEvents } from './lists/lists-events.ts';
import { memoize } from './memoize.ts';
import { preparedSnapshotOf } from './prepared-snapshot.ts';

/** The routes that SDKs and edge nodes need to evaluate by themselves: the snapshot, and a stream of revisions. */
export function sdkRoutes(http: FastifyInstance, plane: DataPlane): void {
  const { snapshots, lastSeen, stopping, streamLimit, measuring, admission, usage } = plane;
  http.get<{ Querystring: { revision?: string } }>(fetchSnapshot.path, async (request, reply) => {
    const { access, environment, keyHash } = await fedEnvironment(plane, request, reply);
    lastSeen.seen(environment.id, request.headers['user-agent'], keyHash);
    lastSeen.snapshotRead(environment.id, request.headers['user-agent']);
    const userAgent = request.headers['user-agent'];
    usage.gotRules({ keyHash, lane: laneOf(access), userAgent });
    await snapshots.reachRevision(environment, Number(request.query.revision ?? 0));

    // A client that has the snapshot evaluates its rules without reporting it, so they count as served now.
    lastSeen.ruleServed(environment.id, () => hasActiveExperiment(environment.snapshot));
    const { sent, source, tag } = environment.snapshot;
    reply.headers({
      // Names the content, not the revision: after a backup is restored, two contents may have the same revision.
      etag: tag,
      'cache-control': 'no-store',
      vary: 'Authorization, X-API-Key, Accept-Encoding',
    });
    const { lists } = environment.snapshot;
    if (lists !== '') reply.header(LISTS_HEADER, lists);
    if (isSameTag(request.headers['if-none-match'], tag)) return reply.code(304).send();
    const { json, compressed } = await preparedSnapshotOf(sent);
    admission.charge(request, { toggles: source.toggles.length });
    measuring?.recorder.handedOut(environment);
    reply.header('content-type', 'application/json; charset=utf-8');
    const acceptsGzip = /\bgzip\b/.test(String(request.headers['accept-encoding']));
    if (!acceptsGzip) return reply.send(json);
    return reply.header('content-encoding', 'gzip').send(compressed);
  });

  http.get<{ Querystring: { changes?: unknown } }>(
    streamRevisions.path,
    EVENT_STREAM,
    async (request, reply) => {
      const fed = await fedEnvironment(plane, request, reply);
      const { access, environment, keyHash, staysOpen, stillMay } = fed;
      const seen = () => {
        lastSeen.seen(environment.id, request.headers['user-agent'], keyHash);
        lastSeen.snapshotRead(environment.id, request.headers['user-agent']);
        usage.gotRules({
          keyHash,
          lane: laneOf(access),
          userAgent: request.headers['user-agent'],
        });
      };
      seen();
      const { changes } = request.query;
      // Programs of the release before know neither changes nor lists.
      const store = changes === undefined ? undefined : snapshots.lists;
      /** The event for a client that has the snapshot with this tag. */
      const eventSince = (tag: string): string => {
        const text = changes === undefined ? undefined : environment.changesSince(tag);
        if (text === undefined) return revisionEvent(environment.snapshot);
        lastSeen.ruleServed(environment.id, () => hasActiveExperiment(environment.snapshot));
        measuring?.recorder.handedOut(environment);
        return eventOf(environment.snapshot, 'changes', text);
      };
      const write = openEventStream({
        reply,
        environment,
        staysOpen,
        stillMay,
        eventSince: (told) =>
          listsEvents(environment.snapshot, told.lists, store) +
          (environment.snapshot.sent === told.sent ? '' : eventSince(told.tag)),
        onHeartbeat: seen,
        stopping,
        takePlace: () => streamLimit.take(access, request.admitted?.caller.address),
      });
      // A stream is never refused for what it names: any other text than a tag is one that nobody has.
      write(listsEvents(environment.snapshot, '') + eventSince(String(changes)));
    },
  );
}

function hasActiveExperiment({ source }: LoadedSnapshot): boolean {
  return source.experiments.some(({ status }) => status === 'ACTIVE');
}

const revisionEvent = memoize((snapshot: LoadedSnapshot) =>
  eventOf(snapshot, 'revision', `{"revision":${snapshot.head.revision}}`),
);

function eventOf({ head }: LoadedSnapshot, name: 'revision' | 'changes', data: string): string {
  return `id: ${head.revision}\nevent: ${name}\ndata: ${data}\n\n`;
}
