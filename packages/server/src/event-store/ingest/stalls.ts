const LOOK_MS = 1_000;
/** A busy process is late by less. */
const LEAST_MS = 5_000;
/** How long it may take to read the calls that came meanwhile. */
const AFTER_MS = 10_000;

/** Notices that this process stood still, as when it or its machine is frozen. */
export interface Stalls {
  /** How long a call that is read now may have waited in this machine, because nobody read it; mostly 0. */
  waitedMs(): number;
  close(): void;
}

export function watchStalls(now: () => number = () => performance.now()): Stalls {
  let seenAt = now();
  let stalledMs = 0;
  let endedAt = Number.NEGATIVE_INFINITY;

  function look(): void {
    const silentMs = now() - seenAt;
    seenAt = now();
    if (silentMs < LEAST_MS) return;
    stalledMs = silentMs;
    endedAt = seenAt;
  }

  const looking = setInterval(look, LOOK_MS).unref();
  return {
    waitedMs() {
      look();
      const sinceMs = now() - endedAt;
      return sinceMs < AFTER_MS ? stalledMs + sinceMs : 0;
    },
    close: () => clearInterval(looking),
  };
}
