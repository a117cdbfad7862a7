import { ERRORS } from '@comporta/contract/errors';
import type { FastifyInstance } from 'fastify';
import { rejectionOf } from '../platform/error-handler.ts';

type OfrepErrorCode = 'PARSE_ERROR' | 'INVALID_CONTEXT' | 'FLAG_NOT_FOUND' | 'GENERAL';

/** A refusal in the protocol's own words. */
export class OfrepRefusal extends Error {
  override readonly name = 'OfrepRefusal';
  readonly status: number;
  readonly code: OfrepErrorCode;

  constructor(status: number, code: OfrepErrorCode, details: string) {
    super(details);
    this.status = status;
    this.code = code;
  }
}

/** Every answer that is no success has `errorCode` and `errorDetails`, and `key` where one was asked for. */
export function handleOfrepErrors(http: FastifyInstance): void {
  http.setErrorHandler((error, request, reply) => {
    const { key } = request.params as { key?: string }; // Only one of the routes has it.
    const refusal = error instanceof OfrepRefusal ? error : refusalOf(rejectionOf(error, request));
    // Whole seconds: a client reads a date here as a number of seconds.
    if (refusal.status === 503 || refusal.status === 429) reply.header('retry-after', 1);
    return reply
      .code(refusal.status)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify({ key, errorCode: refusal.code, errorDetails: refusal.message }));
  });
}

function refusalOf({ code }: { readonly code: keyof typeof ERRORS }): OfrepRefusal {
  const { status } = ERRORS[code];
  const isUnreadable = code === 'INVALID_JSON' || code === 'INVALID_BODY';
  return new OfrepRefusal(status, isUnreadable ? 'PARSE_ERROR' : 'GENERAL', code);
}
