import type { FastifyReply } from 'fastify';
import { Rejection } from '../../base/rejection.ts';

/** Less than the command waits for an answer. */
const WORK_LIMIT_SECONDS = 100;

/**
 * Aborted, with the refusal as its reason, when nobody waits for the answer any more, when the process is
 * to stop, and when the work takes too long.
 */
export function endOfWork({ raw }: FastifyReply, stopping: AbortSignal): AbortSignal {
  const end = new AbortController();
  const stop = () => end.abort(new Rejection('SERVICE_UNAVAILABLE', { reason: 'stopping' }));
  if (stopping.aborted) stop();
  stopping.addEventListener('abort', stop);
  const timer = setTimeout(() => end.abort(tooLong()), WORK_LIMIT_SECONDS * 1000);
  raw.once('close', () => {
    clearTimeout(timer);
    stopping.removeEventListener('abort', stop);
    end.abort(new Rejection('SERVICE_UNAVAILABLE')); // Nobody is there to hear it.
  });
  return end.signal;
}

function tooLong(): Rejection {
  return new Rejection('LIMIT_EXCEEDED', { field: 'seconds', limit: WORK_LIMIT_SECONDS });
}
