interface BackOffTimes {
  readonly firstRetryMs: number;
  readonly longestRetryMs: number;
}

/** How long to wait after each failure in a row: longer and longer, and spread over that time. */
export interface BackOff {
  nextMs(): number;
  /** It went well. */
  reset(): void;
  isRunning(): boolean;
}

/** Full jitter: whoever lost the service at the same moment comes back spread over time. */
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
