import { fetchToggles, fetchTogglesByGet } from '@comporta/contract/evaluation/toggle-fetch-api';
import type { Context } from '@comporta/engine/context';
import { evaluateAll } from '@comporta/engine/evaluate';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Rejection } from '../platform/base/rejection.ts';
import { admitServers, admittedAccess } from './authenticate-environment.ts';
import type { DataPlane } from './data-plane.ts';
import { isDecidedByRule } from './decided-by-rule.ts';
import { audienceOf } from './ofrep/audience.ts';
import { askerOf } from './ofrep/note-evaluations.ts';
import { prepareMany } from './prepare-many.ts';
import { joinPairs, pairOf } from './prepared-answers.ts';

/** The toggle fetch: every toggle's raw value for one user. */
export function toggleFetchRoutes(http: FastifyInstance, plane: DataPlane): void {
  const { lastSeen, measuring, admission, usage } = plane;
  const answer = async (request: FastifyRequest, reply: FastifyReply, context: Context) => {
    const access = admittedAccess(request);
    const { environment, keyHash } = access;
    lastSeen.seen(environment.id, request.headers['user-agent'], keyHash);
    admission.charge(request, { toggles: environment.snapshot.compiled.toggles.length });
    measuring?.recorder.prefetched(access, audienceOf(access), context);
    usage.gotAll(askerOf(access, request.headers), false);
    const outcomes = evaluateAll(environment.snapshot.compiled, context);
    lastSeen.ruleServed(environment.id, () => outcomes.some(isDecidedByRule));
    await prepareMany(outcomes, pairOf);
    return reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(joinPairs(outcomes));
  };
  const onRequest = admitServers(plane);

  http.get(fetchTogglesByGet.path, { onRequest }, (request, reply) => {
    const { uid, ...properties } = request.query as Record<string, unknown>; // The parser makes a flat object.
    return answer(request, reply, { uid: uidOf(uid), properties });
  });
  http.post(fetchToggles.path, { onRequest }, (request, reply) =>
    answer(request, reply, contextOf(request.body ?? {})),
  );
}

function contextOf(body: unknown): Context {
  if (!isObject(body)) throw new Rejection('INVALID_BODY');
  const { uid, properties = {} } = body;
  if (!isObject(properties)) throw new Rejection('INVALID_BODY', { field: 'properties' });
  return { uid: uidOf(uid), properties };
}

function uidOf(raw: unknown): string | undefined {
  if (raw === undefined || raw === null) return undefined;
  if (typeof raw === 'string') return raw;
  if (typeof raw === 'number') return String(raw);
  throw new Rejection('INVALID_BODY', { field: 'uid' });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
