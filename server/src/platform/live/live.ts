/** Tells whoever listens, in this process, what happens in a workspace. */
export interface Live<Event> {
  publish(workspaceId: string, event: Event): void;
  /** Whether anybody listens: what nobody hears need not be put into words. */
  isWatched(workspaceId: string): boolean;
  /** Returns the way to stop listening. */
  subscribe(workspaceId: string, listener: (event: Event) => void): () => void;
}

/** A listener that throws is nobody else's trouble: it is dropped. */
export function createLive<Event>(): Live<Event> {
  const rooms = new Map<string, Set<(event: Event) => void>>();
  return {
    isWatched: (workspaceId) => (rooms.get(workspaceId)?.size ?? 0) > 0,
    publish(workspaceId, event) {
      const listeners = rooms.get(workspaceId) ?? [];
      for (const listener of listeners) {
        try {
          listener(event);
        } catch {
          rooms.get(workspaceId)?.delete(listener);
        }
      }
    },
    subscribe(workspaceId, listener) {
      const listeners = rooms.get(workspaceId) ?? new Set();
      rooms.set(workspaceId, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0 && rooms.get(workspaceId) === listeners) rooms.delete(workspaceId);
      };
    },
  };
}
