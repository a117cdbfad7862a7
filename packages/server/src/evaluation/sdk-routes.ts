import { fetchSnapshot, streamRevisions } from '@comporta/contract/evaluation/sdk-api';
import type { FastifyInstance } from 'fastify';
import { isSameTag } from '../platform/base/entity-tag.ts';
import { EVENT_STREAM } from '../platform/http/route-options.ts';
import type { LoadedSnapshot } from '../snapshot/load-snapshot.ts';
import { fedEnvironment } from './authenticate-environment.ts';
import type { DataPlane } from './data-plane.ts';
import { openEventStream } from './event-stream.ts';
import { memoize } from './memoize.ts';
import { preparedSnapshotOf } from './prepared-snapshot.ts';

/** The routes that SDKs and edge nodes need to evaluate by themselves: the snapshot, and a stream of revisions. */
export function sdkRoutes(http: FastifyInstance, plane: DataPlane): void {
  const { snapshots, lastSeen, stopping, streamLimit, measuring, admission } = plane;
  http.get<{ Querystring: { revision?: string } }>(fetchSnapshot.path, async (request, reply) => {
    const { environment, keyHash } = await fedEnvironment(plane, request, reply);
    lastSeen.seen(environment.id, request.headers['user-agent'], keyHash);
    lastSeen.snapshotRead(environment.id, request.headers['user-agent']);
    await snapshots.reachRevision(environment, Number(request.query.revision ?? 0));

    // A client that has the snapshot evaluates its rules without reporting it, so they count as served now.
    lastSeen.ruleServed(environment.id, () => hasActiveExperiment(environment.snapshot));
    const { json, compressed, entityTag } = await preparedSnapshotOf(environment.snapshot.sent);
    reply.headers({
      etag: entityTag,
      'cache-control': 'no-store',
      vary: 'Authorization, X-API-Key, Accept-Encoding',
    });
    if (isSameTag(request.headers['if-none-match'], entityTag)) return reply.code(304).send();
    admission.charge(request, { toggles: environment.snapshot.source.toggles.length });
    measuring?.recorder.handedOut(environment);
    reply.header('content-type', 'application/json; charset=utf-8');
    const acceptsGzip = /\bgzip\b/.test(String(request.headers['accept-encoding']));
    if (!acceptsGzip) return reply.send(json);
    return reply.header('content-encoding', 'gzip').send(compressed);
  });

  http.get(streamRevisions.path, EVENT_STREAM, async (request, reply) => {
    const fed = await fedEnvironment(plane, request, reply);
    const { access, environment, keyHash, staysOpen, stillMay } = fed;
    const seen = () => {
      lastSeen.seen(environment.id, request.headers['user-agent'], keyHash);
      lastSeen.snapshotRead(environment.id, request.headers['user-agent']);
    };
    seen();
    const write = openEventStream({
      reply,
      environment,
      staysOpen,
      stillMay,
      eventOf: revisionEvent,
      onHeartbeat: seen,
      stopping,
      takePlace: () => streamLimit.take(access, request.admitted?.caller.address),
    });
    write(revisionEvent(environment.snapshot));
  });
}

function hasActiveExperiment({ source }: LoadedSnapshot): boolean {
  return source.experiments.some(({ status }) => status === 'ACTIVE');
}

const revisionEvent = memoize(
  ({ head: { revision } }: LoadedSnapshot) =>
    `id: ${revision}\nevent: revision\ndata: {"revision":${revision}}\n\n`,
);
