import type { Endpoint, ErrorCodeOf } from '@comporta/contract/endpoint';

/** The error response to a call, or the lack of a response. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** 0 when there was no response. */
  readonly status: number;
  /** A code of the contract, or undefined when the response held none. */
  readonly code: string | undefined;
  readonly meta: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds: number | undefined;
  /** What the user did about it in a dialog: nothing, or a change request with this number was filed. */
  readonly answer: 'CANCELLED' | { readonly number: number } | undefined;

  constructor(
    answer: Pick<ApiError, 'status' | 'code' | 'meta'> & {
      readonly retryAfterSeconds?: number | undefined;
      readonly answer?: ApiError['answer'];
    },
  ) {
    super(`${answer.status} ${answer.code ?? 'no code'}`);
    this.status = answer.status;
    this.code = answer.code;
    this.meta = answer.meta;
    this.retryAfterSeconds = answer.retryAfterSeconds;
    this.answer = answer.answer;
  }
}

/** The same error, answered by the user in a dialog. */
export function answeredBy(
  { status, code, meta, retryAfterSeconds }: ApiError,
  answer: NonNullable<ApiError['answer']>,
): ApiError {
  return new ApiError({ status, code, meta, retryAfterSeconds, answer });
}

/** The code of a refused call, if the endpoint declares that code itself. */
export function refusalOf<E extends Endpoint>(
  endpoint: E,
  error: unknown,
): ErrorCodeOf<E> | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return endpoint.errors.find((code) => code === error.code);
}

/** Whether the subject of a call does not exist; mostly somebody else has deleted it. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'NOT_FOUND';
}
