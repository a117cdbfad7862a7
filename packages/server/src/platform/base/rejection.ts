import type { ErrorCode } from '@comporta/contract/errors';

export type RejectionMeta = Readonly<Record<string, unknown>>;

/** An expected refusal: a code that the endpoint declares, and the details that the client needs to act on it. */
export class Rejection extends Error {
  override readonly name = 'Rejection';
  readonly code: ErrorCode;
  readonly meta: RejectionMeta | undefined;

  /** @param options with the error, if any, that made the refusal necessary: only the log names it */
  constructor(code: ErrorCode, meta?: RejectionMeta, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
    this.meta = meta;
  }
}
