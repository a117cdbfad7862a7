interface BackOffTimes {
  readonly firstRetryMs: number;
  readonly longestRetryMs: number;
}

/** Exponential back-off: how long to wait after each failure in a row. */
export interface BackOff {
  nextMs(): number;
  /** Call it after a success. */
  reset(): void;
  isRunning(): boolean;
}

/** With full jitter, so that clients that lost the service at the same moment do not all return at once. */
export function createBackOff({
  firstRetryMs = 1_000,
  longestRetryMs = 60_000,
}: Partial<BackOffTimes> = {}): BackOff {
  let failures = 0;
  return {
    nextMs() {
      const longest = Math.min(longestRetryMs, firstRetryMs * 2 ** failures);
      failures += 1;
      return Math.random() * longest;
    },
    reset() {
      failures = 0;
    },
    isRunning: () => failures > 0,
  };
}
