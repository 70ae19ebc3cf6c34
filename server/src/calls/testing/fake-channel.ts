/** WhatsApp's side of one call: it takes what it is asked when it is let, and knows what it was asked. */
import type { CallAction, CallActionResult, ChannelCalls } from "../../contacts/index.ts";
import { type ChannelInbound, createChannelInbound } from "../../telephony/inbound/channel-inbound.ts";
import type { Calls } from "../lifecycle/calls.ts";
import type { StoredAgent } from "../../agents/documents/store.ts";
import type { Log } from "../../platform/log/log.ts";
import type { PendingAnswers } from "./pending-answers.ts";

export interface FakeChannel {
  readonly asked: CallAction[];
  /** The caller has hung up there. */
  hasEnded: boolean;
  /** Delivered once more. */
  rings(): Promise<void>;
  leaves(): void;
}

export interface FakeChannelParts {
  held: PendingAnswers;
  calls: Calls;
  agents: { read(): Promise<StoredAgent> };
  agent: StoredAgent;
  log: Log;
}

export function fakeChannel({ held, calls, agents, agent, log }: FakeChannelParts): FakeChannel {
  const asked: CallAction[] = [];
  const seen = new Set<string>();
  const api: ChannelCalls = {
    mayCallFrom: () => true,
    permission: async () => ({ kind: "unknown" }),
    place: async () => ({ kind: "unknown" }),
    act(_ref, action) {
      asked.push(action);
      const isLeft = action === "reject" || action === "terminate";
      const answer: CallActionResult = { kind: "done" };
      return isLeft ? Promise.resolve(answer) : held.hold(answer).catch(() => ({ kind: "unknown" }) as const);
    },
  };
  const inbound: ChannelInbound = createChannelInbound({
    calls,
    agents,
    log,
    nonces: { isNew: async (_, nonce) => !seen.has(nonce) && Boolean(seen.add(nonce)) },
    everywhere: { callerLeft: async () => undefined },
    now: () => new Date(0),
    pause: async () => undefined,
  });
  const { workspaceId, id: agentId } = agent;
  const sender = { id: "44444444-4444-4444-8444-444444444444", workspaceId, agentId, provider: "whatsapp" as const, api };
  const ring = {
    kind: "rings",
    ref: "wacid.1",
    from: "+254711000001",
    to: "+254700000001",
    at: new Date(0),
    offer: "v=0",
  } as const;
  return {
    asked,
    hasEnded: false,
    rings: () => inbound.rings(sender, ring),
    leaves() {
      this.hasEnded = true;
      void inbound.ended(sender, ring.ref);
    },
  };
}
