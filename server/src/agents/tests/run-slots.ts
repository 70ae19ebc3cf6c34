/** A workspace runs tests or replays a call one at a time, a server a few. */
import { pause } from "../../platform/async/pause.ts";
import { refuse } from "../../platform/http/refuse.ts";

export interface RunSlot {
  /** The run is to end. */
  signal: AbortSignal;
  over(): void;
}

export interface RunSlots {
  /** Refuses with "agent_test.running" and "server.busy". */
  take(workspaceId: string): RunSlot;
  /** Ends those that run. */
  stop(): Promise<void>;
}

/** Of all workspaces on this server: the rules share its main thread with calls that are set up. */
const MOST_RUNS = 2;
/** A model that does not hear that it is to stop holds nobody up longer. */
const STOPS_WITHIN_MS = 5_000;

export function createRunSlots(): RunSlots {
  const running = new Map<string, { abort: AbortController; done: Promise<void> }>();
  return {
    take(workspaceId) {
      if (running.has(workspaceId)) throw refuse("agent_test.running");
      if (running.size >= MOST_RUNS) throw refuse("server.busy");
      const abort = new AbortController();
      let finish = (): void => {};
      running.set(workspaceId, { abort, done: new Promise((resolve) => (finish = resolve)) });
      return {
        signal: abort.signal,
        over() {
          running.delete(workspaceId);
          finish();
        },
      };
    },
    async stop() {
      for (const { abort } of running.values()) abort.abort();
      await Promise.race([Promise.all([...running.values()].map(({ done }) => done)), pause(STOPS_WITHIN_MS)]);
    },
  };
}
