import { DrizzleQueryError } from 'drizzle-orm/errors';
import type { FastifyBaseLogger } from 'fastify';
import { type DestinationStream, pino } from 'pino';

export type Log = FastifyBaseLogger;

/** Writes one JSON object per line. */
export function createLog(level: string, destination?: DestinationStream): Log {
  return pino(
    {
      level,
      // Process id and host name carry no information in a container.
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
    },
    destination,
  );
}

/**
 * The parameters of a query, and the row that a constraint refused, may be secret. pino's own serializer would log
 * them; this one logs only the text of a failed query and its reason.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  return {
    type: error.name,
    message: error instanceof DrizzleQueryError ? `Failed query: ${error.query}` : error.message,
    code: 'code' in error ? error.code : undefined,
    constraint: 'constraint' in error ? error.constraint : undefined,
    stack: error.stack?.split('\n').filter((line) => line.startsWith('    at ')),
    cause: error.cause === undefined ? undefined : describeError(error.cause),
  };
}

/** Returns a function that answers true at most once in so many milliseconds: what fails again and again is logged now and then. */
export function atMostEach(
  milliseconds: number,
  now: () => number = () => performance.now(),
): () => boolean {
  let next = Number.NEGATIVE_INFINITY;
  return () => {
    if (now() < next) return false;
    next = now() + milliseconds;
    return true;
  };
}
