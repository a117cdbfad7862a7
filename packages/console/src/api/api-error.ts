import type { Endpoint, ErrorCodeOf } from '@comporta/contract/endpoint';

/** What a call answered instead of success. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** 0 when there was no answer at all. */
  readonly status: number;
  /** A code of the contract, or undefined when the answer held none. */
  readonly code: string | undefined;
  readonly meta: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    answer: Pick<ApiError, 'status' | 'code' | 'meta'> & { readonly retryAfterSeconds?: number },
  ) {
    super(`${answer.status} ${answer.code ?? 'no code'}`);
    this.status = answer.status;
    this.code = answer.code;
    this.meta = answer.meta;
    this.retryAfterSeconds = answer.retryAfterSeconds;
  }
}

/** The code a call was refused with, when it is one that the endpoint declares for itself. */
export function refusalOf<E extends Endpoint>(
  endpoint: E,
  error: unknown,
): ErrorCodeOf<E> | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return endpoint.errors.find((code) => code === error.code);
}

/** Whether what a call was about is not there: deleted by somebody else, most of the time. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'NOT_FOUND';
}
