export interface Listeners<Event> {
  /** Returns how to stop listening. */
  add(listener: (event: Event) => void): () => void;
  /** Calls all of them. One that throws does not keep the others, or us, from going on. */
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
