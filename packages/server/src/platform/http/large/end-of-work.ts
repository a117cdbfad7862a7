import type { FastifyReply } from 'fastify';
import { Rejection } from '../../base/rejection.ts';

/** Shorter than the timeout of the commands. */
const WORK_LIMIT_SECONDS = 100;

/**
 * A signal that is aborted, with a refusal as its reason, when the client disconnects, when the process is shutting
 * down, or when the work takes too long.
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
    end.abort(new Rejection('SERVICE_UNAVAILABLE')); // Nobody receives this.
  });
  return end.signal;
}

function tooLong(): Rejection {
  return new Rejection('LIMIT_EXCEEDED', { field: 'seconds', limit: WORK_LIMIT_SECONDS });
}
