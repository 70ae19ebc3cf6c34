/** Somebody rings a number that rejects its calls and answers them otherwise: the call is stored as what it is before the caller hears busy. */
import type { MissedCallSetting } from "@ongea/contract";
import type { Agents } from "../../agents/index.ts";
import type { CarriedLine, Calls, NewCallFacts, RunningCall } from "../../calls/index.ts";
import { sanitizeText } from "../../platform/text.ts";
import { uuidOf } from "../../platform/uuid-of.ts";

export interface MissedRing {
  /** As whoever carries it names it: told twice, it is one call. */
  ref: string;
  provider: NewCallFacts["provider"];
  workspaceId: string;
  agentId: string;
  setting: MissedCallSetting;
  from: string;
  to: string;
  line: CarriedLine | undefined;
}

export type TurnAway = (ring: MissedRing) => Promise<void>;

const BUSY = 486;

/** Of companies that ask by a webhook, and are told to reject. */
export function createTurnAway({ calls, agents }: { calls: Pick<Calls, "begin">; agents: Pick<Agents, "read"> }): TurnAway {
  return async ({ ref, provider, workspaceId, agentId, setting, from, to, line }) => {
    const agent = await agents.read(workspaceId, agentId, { chooser: { kind: "number", target: to } });
    const fromNumber = sanitizeText(from) || "unknown";
    const facts = { id: idOf(ref), agent, provider, direction: "inbound", status: "ringing" } as const;
    const call = calls.begin({ ...facts, fromNumber, toNumber: to, missed: setting });
    call.carriedBy(line);
    call.signal({ refuse: () => undefined, hangUp: () => undefined });
    await turnAway(call);
  };
}

/** The row first: whoever goes on after a kill finds it, and answers. */
export async function turnAway(call: RunningCall): Promise<void> {
  await call.stored;
  call.refuse(BUSY);
}

function idOf(ref: string): string {
  return uuidOf(`rings ${ref}`);
}
