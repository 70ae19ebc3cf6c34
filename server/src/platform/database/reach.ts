/**
 * How far whoever asks may see within a workspace: everything, or what belongs to some agents. It goes along with the request, so that every
 * question to a workspace's rows (`Tenancy.of`) is told it, and PostgreSQL shows the others' rows to nobody (`agentsTable`).
 */
import { AsyncLocalStorage } from "node:async_hooks";

interface Reach {
  agentIds: readonly string[];
  /** The request has been answered; what it began goes on as the server's own work. */
  isOver: boolean;
}

/** How a request tells that its answer has been sent, or that nobody waits for it any more. */
export interface Ends {
  once(event: "finish" | "close", heard: () => void): unknown;
}

const reach = new AsyncLocalStorage<Reach | undefined>();

/** Does the work within the reach of these agents; null: of the whole workspace. It holds until the work is done and `ends` has ended. */
export function withinReach<T>(agentIds: readonly string[] | null, ends: Ends, work: () => Promise<T>): Promise<T> {
  if (agentIds === null) return work();
  const held: Reach = { agentIds, isOver: false };
  const answered = new Promise<void>((resolve) => {
    ends.once("finish", resolve);
    ends.once("close", resolve);
  });
  return reach.run(held, async () => {
    try {
      return await work();
    } finally {
      // An answer may still be read while it is sent; and whoever hangs up early sees no more for it.
      void answered.then(() => (held.isOver = true));
    }
  });
}

/** For what concerns all of a workspace whoever asks: its limits, what its calls have written. */
export function beyondReach<T>(work: () => T): T {
  return reach.run(undefined, work);
}

/** Undefined: all. */
export function agentsInReach(): readonly string[] | undefined {
  const held = reach.getStore();
  return held && !held.isOver ? held.agentIds : undefined;
}

/** Of what is not asked of the database: a call that runs. */
export function isInReach(agentId: string | null): boolean {
  const agents = agentsInReach();
  return agents === undefined || (agentId !== null && agents.includes(agentId));
}
