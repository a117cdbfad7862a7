import { Rejection } from './rejection.ts';

const MINUTE_MS = 60_000;
/** Bounds the memory that callers under ever new names can take; the oldest are forgotten first. */
const KEYS_AT_MOST = 100_000;

/**
 * Counts calls per key on this node. Answers the seconds to wait for what is more than so many within the
 * window that the first of them began, and undefined for the others.
 */
export function countCalls(
  atMost: number,
  windowMs: number = MINUTE_MS,
): (key: string) => number | undefined {
  const windows = new Map<string, { readonly endsAt: number; count: number }>();

  return (key) => {
    const now = Date.now();
    const current = windows.get(key);
    // Further away than a window is long: the clock was put back meanwhile.
    const isOver = current && (current.endsAt <= now || current.endsAt > now + windowMs);
    if (current === undefined || isOver) {
      windows.delete(key);
      windows.set(key, { endsAt: now + windowMs, count: 1 });
      forgetOldest(windows);
      return undefined;
    }
    if (current.count >= atMost) return Math.ceil((current.endsAt - now) / 1000);
    current.count += 1;
    return undefined;
  };
}

/** Refuses with RATE_LIMITED, and the seconds to wait, what `countCalls` finds to be too much. */
export function createRateLimit(atMost: number, windowMs?: number): (key: string) => void {
  const count = countCalls(atMost, windowMs);
  return (key) => {
    const seconds = count(key);
    if (seconds !== undefined) throw new Rejection('RATE_LIMITED', { retry_after: seconds });
  };
}

function forgetOldest(windows: Map<string, unknown>): void {
  if (windows.size <= KEYS_AT_MOST) return;
  for (const key of windows.keys()) {
    windows.delete(key); // A map lists its keys in the order of their insertion.
    return;
  }
}
