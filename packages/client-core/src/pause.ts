/** Timers take no longer time: they would go off at once. */
export const LONGEST_MS = 2 ** 31 - 1;

/** Waits, at most until the signal is aborted. Nobody's process is kept alive by it. */
export function pause(ms: number, closing: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (closing.aborted) {
      resolve();
      return;
    }
    const timer = setTimeout(end, ms);
    // Where only Web APIs exist it is a number.
    if (typeof timer === 'object') timer.unref();
    closing.addEventListener('abort', end);
    function end(): void {
      clearTimeout(timer);
      closing.removeEventListener('abort', end);
      resolve();
    }
  });
}
