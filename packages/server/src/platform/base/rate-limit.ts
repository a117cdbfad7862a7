import { Rejection } from './rejection.ts';

const WINDOW_MS = 60_000;
/** Bounds the memory that callers under ever new names can take; the oldest are forgotten first. */
const KEYS_AT_MOST = 100_000;

/**
 * Counts calls per key on this node, and refuses with RATE_LIMITED and the seconds to wait what is more
 * than so many within a minute of the first.
 */
export function createRateLimit(perMinute: number): (key: string) => void {
  const windows = new Map<string, { readonly endsAt: number; count: number }>();

  return (key) => {
    const now = Date.now();
    const current = windows.get(key);
    if (current === undefined || current.endsAt <= now) {
      windows.delete(key);
      windows.set(key, { endsAt: now + WINDOW_MS, count: 1 });
      forgetOldest(windows);
      return;
    }
    if (current.count >= perMinute) {
      const seconds = Math.ceil((current.endsAt - now) / 1000);
      throw new Rejection('RATE_LIMITED', { retry_after: seconds });
    }
    current.count += 1;
  };
}

function forgetOldest(windows: Map<string, unknown>): void {
  if (windows.size <= KEYS_AT_MOST) return;
  for (const key of windows.keys()) {
    windows.delete(key); // A map lists its keys in the order of their insertion.
    return;
  }
}
