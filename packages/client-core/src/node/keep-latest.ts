import { setTimeout as pause } from 'node:timers/promises';

/** A snapshot of 10,000 toggles is 14 MB: busy days would write it all the time. Source: SCL-08. */
const EVERY_MS = 5_000;

export interface LatestKeeper<Value> {
  keep(value: Value): void;
  /** Forgets what was not written yet; resolves when nothing is being written. */
  drop(): Promise<void>;
  /** Writes what was not written yet, without waiting for its time. */
  finish(): Promise<void>;
}

/** Writes the newest of the values that it is given: at once, then at most every five seconds. `write` never rejects. */
export function keepLatest<Value>(
  write: (value: Value) => Promise<void>,
  everyMs = EVERY_MS,
): LatestKeeper<Value> {
  const finishing = new AbortController();
  let next: Value | undefined;
  let writing: Promise<void> | undefined;
  let current: Promise<void> | undefined;
  let writtenAt = Number.NEGATIVE_INFINITY;

  async function writeAll(): Promise<void> {
    while (next !== undefined) {
      const waitMs = writtenAt + everyMs - performance.now();
      // The process may end meanwhile: then the file has the values of a few seconds ago.
      const { signal } = finishing;
      if (waitMs > 0) await pause(waitMs, undefined, { ref: false, signal }).catch(() => {});
      const value = next;
      next = undefined;
      current = value === undefined ? undefined : write(value);
      await current;
      writtenAt = performance.now();
    }
    writing = undefined;
  }

  return {
    keep(value) {
      next = value;
      writing ??= writeAll();
    },
    async drop() {
      next = undefined;
      await current;
    },
    async finish() {
      finishing.abort();
      await writing;
    },
  };
}
