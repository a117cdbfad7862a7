import { Rejection } from './rejection.ts';

const MINUTE_MS = 60_000;
/** Bounds the memory when clients keep sending new keys; the oldest keys are dropped first. */
const KEYS_AT_MOST = 100_000;

/** A fixed window that began with the first call of a key. */
interface CallWindow {
  readonly endsAt: number;
  count: number;
}

/**
 * Counts calls per key on this node, in a fixed window that begins with the first call. The returned function returns
 * undefined for a call within the limit, and the seconds until the window ends for a call beyond it.
 */
export function countCalls(
  atMost: number,
  windowMs: number = MINUTE_MS,
): (key: string) => number | undefined {
  const windowOf = openWindows(windowMs);
  return (key) => {
    const window = windowOf(key);
    if (window.count >= atMost) return secondsLeft(window);
    window.count += 1;
    return undefined;
  };
}

/** The window of a key that is open now. */
function openWindows(windowMs: number): (key: string) => CallWindow {
  const windows = new Map<string, CallWindow>();
  return (key) => {
    const now = Date.now();
    const current = windows.get(key);
    // An end further away than the length of a window means that the clock was set back.
    if (current && current.endsAt > now && current.endsAt <= now + windowMs) return current;
    const next = { endsAt: now + windowMs, count: 0 };
    windows.delete(key);
    windows.set(key, next);
    forgetOldest(windows);
    return next;
  };
}

function secondsLeft({ endsAt }: CallWindow): number {
  return Math.ceil((endsAt - Date.now()) / 1000);
}

/** Like `countCalls`, but rejects a call beyond the limit with RATE_LIMITED and the seconds to wait. */
export function createRateLimit(atMost: number, windowMs?: number): (key: string) => void {
  const count = countCalls(atMost, windowMs);
  return (key) => {
    const seconds = count(key);
    if (seconds !== undefined) throw new Rejection('RATE_LIMITED', { retry_after: seconds });
  };
}

/**
 * Like `createRateLimit`, for tries of which only those that fail shall count: each is counted when it begins, so that many
 * at once are not free, and the function that is returned takes it out of the count.
 */
export function limitFailures(
  atMost: number,
  windowMs: number = MINUTE_MS,
): (key: string) => () => void {
  const windowOf = openWindows(windowMs);
  return (key) => {
    const window = windowOf(key);
    if (window.count >= atMost) {
      throw new Rejection('RATE_LIMITED', { retry_after: secondsLeft(window) });
    }
    window.count += 1;
    return () => {
      window.count -= 1;
    };
  };
}

/** What each key may take: a rate, and a burst ahead of it (the generic cell rate algorithm). */
export interface Buckets {
  /** How long until the cost fits, in milliseconds; 0 when it does. Takes nothing. */
  missingMs(key: string, cost: number): number;
  take(key: string, cost: number): void;
}

/** Sums of fractions may be off by less than this. */
const ROUNDING_MS = 0.001;

/** A cost above the burst fits into an idle bucket, and empties it. Source: FAIR-03. */
export function openBuckets(
  perSecond: number,
  burst: number,
  now: () => number = () => performance.now(),
): Buckets {
  const burstMs = (burst / perSecond) * 1000;
  /** When all that was taken is given back. A bucket is idle from then on. */
  const idleAt = new Map<string, number>();
  const nextOf = (key: string, cost: number) =>
    Math.max(idleAt.get(key) ?? 0, now()) + (Math.min(cost, burst) / perSecond) * 1000;

  return {
    missingMs(key, cost) {
      const missing = nextOf(key, cost) - now() - burstMs;
      return missing > ROUNDING_MS ? missing : 0;
    },
    take(key, cost) {
      const next = nextOf(key, cost);
      // In the order in which they were last idle, so that what is forgotten first is idle.
      if ((idleAt.get(key) ?? 0) <= now()) idleAt.delete(key);
      idleAt.set(key, next);
      forgetOldest(idleAt);
    },
  };
}

function forgetOldest(windows: Map<string, unknown>): void {
  if (windows.size <= KEYS_AT_MOST) return;
  for (const key of windows.keys()) {
    windows.delete(key); // A map lists its keys in the order of their insertion.
    return;
  }
}
