import type { FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../base/network.ts';
import { Rejection } from '../base/rejection.ts';
import type { Caller } from '../callers/caller.ts';
import type { Lane } from '../database/database.ts';

/** Before a caller is known, those of one network share a lane. */
export function laneOfAddress({ ip }: FastifyRequest, reply: FastifyReply): Lane {
  return { company: networkOf(ip), gone: whenGone(reply) };
}

/** The lane in which a call waits for a connection. */
export function laneOf(
  { actor, application }: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
): Lane {
  if (actor === undefined) return laneOfAddress(request, reply);
  return { company: actor.accountId, application: application?.id, gone: whenGone(reply) };
}

/** Aborted when the client disconnects before it was answered. */
function whenGone({ raw }: FastifyReply): AbortSignal {
  const end = new AbortController();
  raw.once('close', () => {
    // Nobody receives the refusal.
    if (!raw.writableFinished) end.abort(new Rejection('SERVICE_BUSY'));
  });
  return end.signal;
}
