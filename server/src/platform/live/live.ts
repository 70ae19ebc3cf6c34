/** Tells whoever listens what happens in a workspace. */
export interface Live<Event> {
  publish(workspaceId: string, event: Event): void;
  /** Whether anybody listens: what nobody hears need not be put into words. */
  isWatched(workspaceId: string): boolean;
  /** Returns the way to stop listening. `missed`: something may have happened that was not told; what is known must be read again. */
  subscribe(workspaceId: string, listener: (event: Event) => void, missed?: () => void): () => void;
}

/** Those who listen in this process. */
export interface LocalLive<Event> extends Live<Event> {
  /** Each workspace that somebody listens to. */
  watched(): Iterable<string>;
  /** Tells those who listen to this workspace, or everybody, that they have missed something. */
  missed(workspaceId?: string): void;
}

interface Listener<Event> {
  hear(event: Event): void;
  missed: (() => void) | undefined;
}

/** A listener that throws is nobody else's trouble: it is dropped. */
export function createLive<Event>(): LocalLive<Event> {
  const rooms = new Map<string, Set<Listener<Event>>>();
  const each = (workspaceId: string, tell: (listener: Listener<Event>) => void): void => {
    for (const listener of rooms.get(workspaceId) ?? []) {
      try {
        tell(listener);
      } catch {
        rooms.get(workspaceId)?.delete(listener);
      }
    }
  };
  return {
    watched: () => rooms.keys(),
    isWatched: (workspaceId) => (rooms.get(workspaceId)?.size ?? 0) > 0,
    publish: (workspaceId, event) => each(workspaceId, (listener) => listener.hear(event)),
    missed(workspaceId) {
      for (const one of workspaceId === undefined ? [...rooms.keys()] : [workspaceId])
        each(one, (listener) => listener.missed?.());
    },
    subscribe(workspaceId, hear, missed) {
      const listeners = rooms.get(workspaceId) ?? new Set();
      const listener = { hear, missed };
      rooms.set(workspaceId, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0 && rooms.get(workspaceId) === listeners) rooms.delete(workspaceId);
      };
    },
  };
}
