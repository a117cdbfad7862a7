import { setTimeout as pause } from 'node:timers/promises';

/** Resolves when the work is done or the time is over. The work is not cancelled. Rejects when the work fails in time. */
export async function waitAtMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const done = new AbortController();
  const enough = pause(milliseconds, undefined, { signal: done.signal, ref: false });
  try {
    await Promise.race([work, enough]);
  } finally {
    enough.catch(() => {}); // Aborting rejects it.
    done.abort();
  }
}
