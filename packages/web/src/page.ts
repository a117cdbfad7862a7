/** False on a server that renders pages. */
export function isPage(): boolean {
  return typeof document !== 'undefined';
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
  requestAnimationFrame(() => setTimeout(once));
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
          reportError(error); // A listener that throws must not stop the others.
        }
      }
    },
  };
}
