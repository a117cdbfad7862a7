import type { FastifyReply, FastifyRequest } from 'fastify';
import { Rejection } from '../../base/rejection.ts';
import { BODY_LIMIT_BYTES } from '../body-limits.ts';

/** Two of the largest at once: each takes many times its size while it is read and worked on. */
const BYTES_AT_ONCE = 64 * 1024 * 1024;

export interface LargeBodies {
  /** Makes room for the body of a call until it is answered; RATE_LIMITED when this node has none. */
  admit(request: FastifyRequest, reply: FastifyReply, limitBytes: number): void;
}

export function createLargeBodies(): LargeBodies {
  let bytesUnderWay = 0;
  return {
    admit(request, reply, limitBytes) {
      const bytes = Number(request.headers['content-length'] ?? limitBytes);
      // What is over the limit is refused unread, and what is ordinary needs no care.
      if (bytes > limitBytes || bytes <= BODY_LIMIT_BYTES) return;
      if (bytesUnderWay + bytes > BYTES_AT_ONCE) throw new Rejection('RATE_LIMITED');
      bytesUnderWay += bytes;
      reply.raw.once('close', () => {
        bytesUnderWay -= bytes;
      });
    },
  };
}
