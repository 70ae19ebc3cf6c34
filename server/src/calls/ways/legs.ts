/** Every leg that we place: through the dial gate, to a registered phone, else to a number through the trunk. */
import type { OutboundCall, SipEndpoint, Trunk } from "@ongea/channels";
import type { StoredAgent } from "../../agents/index.ts";
import type { Numbers } from "../../numbers/index.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { mayDial } from "./dial-gate.ts";

export interface LegParts {
  numbers: Pick<Numbers, "held">;
  /** Whether it is a visitor's. */
  isDemo(workspaceId: string): Promise<boolean>;
  /** Nobody of this workspace calls this number. */
  isListed(workspaceId: string, number: string): Promise<boolean>;
  /** ISO 3166 codes of the countries that may be called. */
  countries: readonly string[];
  addressTowards(remoteHost: string): string;
  trunk?: Trunk | undefined;
  endpoint: Pick<SipEndpoint, "bindings" | "place">;
}

export interface Way {
  via: { registered: string } | { trunk: Trunk };
  from: string;
  to: string;
}

export interface Legs {
  /** How this agent may reach somebody; refuses what may not leave. */
  wayTo(agent: StoredAgent, to: string, from?: string): Promise<Way>;
  /** `port`: of ours, where the sound is to come. */
  place(way: Way, port: number, ringTimeoutMs?: number): OutboundCall;
}

export function createLegs(parts: LegParts): Legs {
  const { numbers, addressTowards, endpoint } = parts;

  /** A phone that is registered here under this name; else a number, through the trunk. */
  function gate(to: string, isDemo: boolean): Pick<Way, "via" | "to"> {
    const isRegistered = endpoint.bindings(to).length > 0;
    const verdict = mayDial({ to, isRegistered, isDemo, countries: parts.countries });
    if (verdict.kind === "refused") throw refuse(verdict.code);
    if (verdict.kind === "phone") return { via: { registered: to }, to };
    if (!parts.trunk) throw refuse("call.no_route");
    return { via: { trunk: parts.trunk }, to: verdict.number };
  }

  return {
    async wayTo(agent, wanted, from) {
      const { via, to } = gate(wanted, await parts.isDemo(agent.workspaceId));
      if ("trunk" in via && (await parts.isListed(agent.workspaceId, to))) throw refuse("call.do_not_call");
      return { via, to, from: await callerId(numbers, agent, from) };
    },
    place({ via, from, to }, port, ringTimeoutMs) {
      const host = "trunk" in via ? via.trunk.host : (endpoint.bindings(via.registered)[0]?.peer.host ?? "");
      const media = { host: addressTowards(host), port };
      return endpoint.place({ to, from: { user: from }, via, media, ...(ringTimeoutMs === undefined ? {} : { ringTimeoutMs }) });
    },
  };
}

/** A call shows a number of the workspace's own, or none: nobody rings under another's name. */
async function callerId(numbers: LegParts["numbers"], agent: StoredAgent, wished: string | undefined): Promise<string> {
  const held = await numbers.held(agent.workspaceId);
  if (wished !== undefined && !held.some(({ number }) => number === wished)) throw refuse("call.bad_caller_id");
  return wished ?? held.find(({ agentId }) => agentId === agent.id)?.number ?? "ongea";
}
