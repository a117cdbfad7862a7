/** Whether somebody may be looking; a server draws pages, too. */
export function isPage(): boolean {
  return typeof document !== 'undefined';
}

/** A page that nobody looks at is not painted. */
const PAINTED_WITHIN_MS = 1_000;

/** Does some work when the page shows what it has now. */
export function afterPaint(work: () => void): void {
  let isDone = false;
  const once = () => {
    if (!isDone) work();
    isDone = true;
  };
  setTimeout(once, PAINTED_WITHIN_MS);
  // The frame is painted after its callbacks: the next task is behind it.
  requestAnimationFrame(() => setTimeout(once));
}

export interface Listeners<Event> {
  /** Returns how to stop. */
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
          reportError(error); // One that throws keeps nothing from the others.
        }
      }
    },
  };
}
