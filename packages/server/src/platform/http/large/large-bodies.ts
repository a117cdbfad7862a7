import type { FastifyReply, FastifyRequest } from 'fastify';
import { Rejection } from '../../base/rejection.ts';
import { BODY_LIMIT_BYTES } from '../body-limits.ts';

/** Two of the largest bodies at a time: each takes many times its size in memory while it is processed. */
const BYTES_AT_ONCE = 64 * 1024 * 1024;

export interface LargeBodies {
  /** Reserves memory for a body until the response is closed. Rejects with RATE_LIMITED when this node has none left. */
  admit(request: FastifyRequest, reply: FastifyReply, limitBytes: number): void;
}

export function createLargeBodies(): LargeBodies {
  let bytesUnderWay = 0;
  return {
    admit(request, reply, limitBytes) {
      const bytes = Number(request.headers['content-length'] ?? limitBytes);
      // A body over the limit is refused unread, and one of ordinary size needs no reservation.
      if (bytes > limitBytes || bytes <= BODY_LIMIT_BYTES) return;
      if (bytesUnderWay + bytes > BYTES_AT_ONCE) throw new Rejection('RATE_LIMITED');
      bytesUnderWay += bytes;
      reply.raw.once('close', () => {
        bytesUnderWay -= bytes;
      });
    },
  };
}
