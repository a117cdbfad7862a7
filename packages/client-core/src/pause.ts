/** The longest delay that timers support; a longer one would fire at once. */
export const LONGEST_MS = 2 ** 31 - 1;

/** Waits, or returns early when the signal is aborted. */
export function pause(ms: number, closing: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (closing.aborted) {
      resolve();
      return;
    }
    const timer = setTimeout(end, ms);
    closing.addEventListener('abort', end);
    function end(): void {
      clearTimeout(timer);
      closing.removeEventListener('abort', end);
      resolve();
    }
  });
}
