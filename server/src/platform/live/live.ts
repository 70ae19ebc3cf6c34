/** Tells whoever listens, in this process, what happens. */
export interface Live<Event> {
  publish(event: Event): void;
  /** Returns the way to stop listening. */
  subscribe(listener: (event: Event) => void): () => void;
}

/** A listener that throws is nobody else's trouble: it is dropped. */
export function createLive<Event>(): Live<Event> {
  const listeners = new Set<(event: Event) => void>();
  return {
    publish(event) {
      for (const listener of listeners) {
        try {
          listener(event);
        } catch {
          listeners.delete(listener);
        }
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
