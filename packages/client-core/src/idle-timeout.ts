/** Owns a signal that is aborted when the client is closed, or when nothing arrives for too long. */
export interface IdleTimeout {
  readonly signal: AbortSignal;
  /** Restarts the timeout, from now. */
  extend(ms: number): void;
  /** Stops the timeout while the client itself is busy. */
  pause(): void;
  /** Must be called when the work is over. */
  end(): void;
}

/**
 * `AbortSignal.any` and `AbortSignal.timeout` are not enough: a timeout cannot be extended, and early releases of
 * Node 20 leak the signals that `any` derives from a long-lived one.
 */
export function startIdleTimeout(closing: AbortSignal): IdleTimeout {
  const controller = new AbortController();
  const abort = () => controller.abort(closing.reason);
  closing.addEventListener('abort', abort);
  if (closing.aborted) abort();
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    signal: controller.signal,
    extend(ms) {
      clearTimeout(timer);
      timer = setTimeout(() => controller.abort(new Error(`No answer within ${ms} ms`)), ms);
    },
    pause: () => clearTimeout(timer),
    end() {
      clearTimeout(timer);
      closing.removeEventListener('abort', abort);
    },
  };
}
