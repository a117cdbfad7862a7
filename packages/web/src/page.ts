/** Whether there is a document, which can be hidden and shown. Workers and React Native have none. */
export function isPage(): boolean {
  return typeof document !== 'undefined';
}

/**
 * Whether this is a server that renders pages: it makes a client for each page and may never close it, so that one
 * sends no requests. Workers of browsers call themselves as their browser does.
 */
export function isServer(): boolean {
  const { userAgent, product } = Object(globalThis.navigator);
  return !(isPage() || /^Mozilla/.test(userAgent) || product === 'ReactNative');
}

/** A hidden page is never painted, so the work does not wait longer than this. */
const PAINTED_WITHIN_MS = 1_000;

/** Runs the work after the page has been painted. */
export function afterPaint(work: () => void): void {
  let isDone = false;
  const once = () => {
    if (!isDone) work();
    isDone = true;
  };
  setTimeout(once, PAINTED_WITHIN_MS);
  // The frame is painted after its animation callbacks, so the next task runs behind the paint.
  globalThis.requestAnimationFrame?.(() => setTimeout(once));
}

export interface Listeners<Event> {
  /** Returns a function that removes the listener. */
  add(listener: (event: Event) => void): () => void;
  tell(event: Event): void;
}

export function createListeners<Event>(): Listeners<Event> {
  const listeners = new Set<(event: Event) => void>();
  return {
    add(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tell(event) {
      for (const listener of listeners) {
        try {
          listener(event);
        } catch (error) {
          // A listener that throws must not stop the others. Not every platform has `reportError`.
          setTimeout(() => {
            throw error;
          });
        }
      }
    },
  };
}
