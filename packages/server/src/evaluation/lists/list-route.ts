import {
  hexOfKey,
  LIST_COUNT_HEADER,
  LIST_FULL_HEADER,
  LIST_KEY_HEADER,
} from '@comporta/client-core/lists/list-answer';
import { fetchList } from '@comporta/contract/evaluation/sdk-api';
import type { FastifyInstance } from 'fastify';
import { Rejection } from '../../platform/base/rejection.ts';
import { usesListOf } from '../../snapshot/lists/used-lists.ts';
import { fedEnvironment } from '../authenticate-environment.ts';
import type { DataPlane } from '../data-plane.ts';
import { answerOf } from './list-answers.ts';

/**
 * The ids of a list, for programs that evaluate by themselves. Only with the key of an environment that uses the list, or as
 * an edge node: whoever has the answer can test which ids are in the list (LIF-42).
 */
export function listRoute(http: FastifyInstance, plane: DataPlane): void {
  const { snapshots, admission } = plane;
  http.get<{ Params: { id: string }; Querystring: { from?: unknown } }>(
    fetchList.path,
    async (request, reply) => {
      const { environment } = await fedEnvironment(plane, request, reply);
      const { id } = request.params;
      if (!usesListOf(environment.snapshot, id)) throw new Rejection('NOT_FOUND');
      const from = versionIn(request.query.from);
      const isBehind = () => (snapshots.lists.get(id)?.version ?? -1) < (from ?? 0);
      if (isBehind()) await snapshots.reachList(id);
      const list = snapshots.lists.get(id);
      if (list === undefined) throw new Rejection('SERVICE_UNAVAILABLE');
      const { isFull, bytes } = answerOf(list, from);
      // As a call that sends so much: reading and copying it costs the same.
      admission.charge(request, { events: Math.floor(bytes.length / BYTES_A_POINT) });
      return reply
        .headers({
          etag: `"${list.version}"`,
          [LIST_COUNT_HEADER]: `${list.count}`,
          [LIST_KEY_HEADER]: hexOfKey(list.key),
          ...(isFull && { [LIST_FULL_HEADER]: '1' }),
          'content-type': 'application/octet-stream',
          'cache-control': 'no-store',
          vary: 'Authorization, X-API-Key',
        })
        .send(bytes);
    },
  );
}

const BYTES_A_POINT = 65_536;

function versionIn(text: unknown): number | undefined {
  return typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
