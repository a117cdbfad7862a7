/** A signal that work listens to, aborted when the client is closed or nothing came for too long. */
export interface IdleTimeout {
  readonly signal: AbortSignal;
  /** From now on; replaces what was said before. */
  extend(ms: number): void;
  /** While we are busy ourselves. */
  pause(): void;
  /** To be called when the work is over. */
  end(): void;
}

/**
 * `AbortSignal.any` and `timeout` would nearly do, but a timeout cannot be extended, and early
 * releases of Node 20 keep whatever `any` makes of a long-lived signal.
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
