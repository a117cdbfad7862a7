import { answerSince, type HeldList } from '@comporta/client-core/lists/held-list';
import {
  hexOfKey,
  LIST_COUNT_HEADER,
  LIST_FULL_HEADER,
  LIST_KEY_HEADER,
} from '@comporta/client-core/lists/list-answer';
import { writeListRecords } from '@comporta/client-core/lists/list-records';
import { fetchList } from '@comporta/contract/evaluation/sdk-api';
import type { FastifyInstance } from 'fastify';
import { Rejection } from '../../platform/base/rejection.ts';
import { usesListOf } from '../../snapshot/lists/used-lists.ts';
import { fedEnvironment } from '../authenticate-environment.ts';
import type { DataPlane } from '../data-plane.ts';
import { memoize } from '../memoize.ts';

/** Clients of one environment ask from few versions: the others' answers are made again. */
const KEPT_ANSWERS = 8;

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

interface Answer {
  readonly isFull: boolean;
  readonly bytes: Buffer;
}

const answersOf = memoize((_list: HeldList) => new Map<number | undefined, Answer>());

function answerOf(list: HeldList, from: number | undefined): Answer {
  const answers = answersOf(list);
  const known = answers.get(from);
  if (known !== undefined) return known;
  const { isFull, records } = answerSince(list, from);
  // All who get everything share one answer, whatever they named.
  const full = isFull ? answers.get(undefined) : undefined;
  const answer = full ?? { isFull, bytes: Buffer.from(writeListRecords(records).buffer) };
  const [oldest] = answers.keys();
  if (answers.size >= KEPT_ANSWERS && oldest !== undefined) answers.delete(oldest);
  answers.set(from, answer);
  if (isFull) answers.set(undefined, answer);
  return answer;
}
