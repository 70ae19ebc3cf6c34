import { LiveRequest, type LiveEvent } from "@ongea/contract";
import { pause } from "../../platform/async/pause.ts";
import { isAway } from "../../platform/database/away.ts";

/** While the database is away nobody can be asked who they are still, nor what has been said: until it is back. */
const ASK_AGAIN_MS = 1_000;

/** Who is held to some agents hears of their calls, and nothing of the workspace. */
export function isFor(agentIds: readonly string[] | null, event: LiveEvent): boolean {
  if (agentIds === null) return true;
  const agentId = event.event === "call" ? event.call.agent_id : event.event === "notification" ? undefined : event.agent_id;
  return typeof agentId === "string" && agentIds.includes(agentId);
}

/** Of those that came while the past was read, what the past does not tell. */
export function notIn(past: readonly LiveEvent[], waiting: readonly LiveEvent[]): readonly LiveEvent[] {
  if (waiting.length === 0) return waiting;
  const told = new Set(past.map(identityOf));
  return waiting.filter((late) => !told.has(identityOf(late)));
}

/** The same for the same event, in whatever order its fields come: the database has one of its own. */
function identityOf(event: LiveEvent): string {
  return JSON.stringify(event, (_name, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
}

/** Again and again while the database is away, as long as somebody wants it; nothing where there is nothing to be told. */
export async function whenBack(read: () => Promise<LiveEvent[]>, isWanted: () => boolean): Promise<LiveEvent[]> {
  while (isWanted()) {
    try {
      return await read();
    } catch (error) {
      if (!isAway(error)) return [];
      await pause(ASK_AGAIN_MS);
    }
  }
  return [];
}

export function parse(text: string): LiveRequest | undefined {
  try {
    return LiveRequest.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
