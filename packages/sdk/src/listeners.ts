export interface Listeners<Event> {
  /** Returns a function that removes the listener. */
  add(listener: (event: Event) => void): () => void;
  /** Calls all listeners. One that throws does not stop the others or the caller. */
  tell(event: Event): void;
}

export function createListeners<Event>(onError: (error: unknown) => void): Listeners<Event> {
  const listeners = new Set<(event: Event) => void>();
  return {
    add(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    tell(event) {
      for (const listener of [...listeners]) {
        try {
          listener(event);
        } catch (error) {
          onError(error);
        }
      }
    },
  };
}
