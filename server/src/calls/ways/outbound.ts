/** Calls that we place: to a registered phone, or through the trunk to a number. */
import type { OutboundCall, SipEndpoint, Trunk } from "@ongea/channels";
import type { Agents, StoredAgent } from "../../agents/index.ts";
import type { Numbers } from "../../numbers/index.ts";
import { refuse } from "../../platform/http/refuse.ts";
import type { Log } from "../../platform/log/log.ts";
import type { Archive } from "../archive.ts";
import type { Calls } from "../calls.ts";
import type { RunningCall } from "../life/running-call.ts";
import { mayDial } from "./dial-gate.ts";

export interface OutboundParts {
  calls: Pick<Calls, "begin" | "answered" | "find">;
  begun: Archive["begun"];
  agents: Pick<Agents, "read">;
  numbers: Pick<Numbers, "held">;
  /** Whether it is a visitor's. */
  isDemo(workspaceId: string): Promise<boolean>;
  /** Nobody of this workspace calls this number. */
  isListed(workspaceId: string, number: string): Promise<boolean>;
  /** ISO 3166 codes of the countries that may be called. */
  countries: readonly string[];
  log: Log;
  mediaHost: string;
  addressTowards(remoteHost: string): string;
  trunk?: Trunk | undefined;
  endpoint: Pick<SipEndpoint, "bindings" | "place">;
}

export interface CallOrder {
  /** Of an order that may be given again: the call's id, so that it is placed once. */
  id?: string | undefined;
  workspaceId: string;
  agentId: string;
  to: string;
  from?: string | undefined;
  userData: Record<string, unknown>;
  batchId?: string | undefined;
  /** Asked at the last moment, when all that can fail before has not: the intent to ring is stored, or it must not ring any more. */
  mayRing?(): Promise<boolean>;
}

export interface Outbound {
  /** Refuses what `place` would refuse; who would ring whom. */
  check(order: CallOrder): Promise<{ from: string; to: string }>;
  /** Resolves when the call is written down and on its way. */
  place(order: CallOrder): Promise<{ readonly id: string }>;
}

interface Ringing {
  via: Way;
  from: string;
  to: string;
  mayRing: CallOrder["mayRing"] | undefined;
}

type Way = { registered: string } | { trunk: Trunk };

export function createOutbound(parts: OutboundParts): Outbound {
  const { calls, agents, numbers, log, mediaHost, addressTowards, endpoint } = parts;
  const broken = (call: RunningCall, error: unknown): void => brokenCall(call, error, log);

  async function passed(order: CallOrder): Promise<{ agent: StoredAgent; via: Way; from: string; to: string }> {
    const { workspaceId } = order;
    const agent = await agents.read(workspaceId, order.agentId);
    const { via, to } = wayTo(order.to, await parts.isDemo(workspaceId));
    if ("trunk" in via && (await parts.isListed(workspaceId, to))) throw refuse("call.do_not_call");
    return { agent, via, to, from: await callerId(numbers, agent, order.from) };
  }

  return {
    check: passed,
    async place(order) {
      const { id, workspaceId } = order;
      const { agent, via, from, to } = await passed(order);
      if (id !== undefined && (calls.find(id) || (await parts.begun({ id, workspaceId })) || calls.find(id))) return { id };
      const facts = { agent, provider: "sip", direction: "outbound", status: "queued" } as const;
      const call = calls.begin({
        ...facts,
        id,
        fromNumber: from,
        toNumber: to,
        userData: order.userData,
        batchId: order.batchId,
      });
      if (!(await call.stored)) {
        call.fail();
        throw refuse("server.no_database");
      }
      void ring(call, agent, { via, from, to, mayRing: order.mayRing }).catch((error: unknown) => broken(call, error));
      return call;
    },
  };

  async function ring(call: RunningCall, agent: StoredAgent, { via, from, to, mayRing }: Ringing): Promise<void> {
    const opened = await call.openLine({ kind: "rtp", host: mediaHost });
    if (opened?.answer.kind !== "rtp") return;
    if (mayRing && !(await mayRing())) return call.end("stopped");
    if (call.isOver) return;
    const local = { host: addressTowards(hostOf(via)), port: opened.answer.port };
    call.status("initiated", { initiatedAt: call.now() });
    const sip: OutboundCall = endpoint.place({ to, from: { user: from }, via, media: local });
    call.signal({ refuse: () => sip.hangUp(), hangUp: () => sip.hangUp() });
    sip.onRinging = () => call.status("ringing");
    sip.onMedia = (agreed) => call.line?.media(agreed);
    sip.onConfirmed = () => call.line?.confirmed();
    sip.onAnswered = (agreed) => {
      call.line?.media(agreed);
      call.line?.confirmed();
      calls.answered(call, agent, "outbound").catch((error: unknown) => broken(call, error));
    };
    call.personLeft(await sip.ended);
  }

  function hostOf(via: Way): string {
    return "trunk" in via ? via.trunk.host : (endpoint.bindings(via.registered)[0]?.peer.host ?? "");
  }

  /** A phone that is registered here under this name; else a number, through the trunk. */
  function wayTo(to: string, isDemo: boolean): { via: Way; to: string } {
    const isRegistered = endpoint.bindings(to).length > 0;
    const verdict = mayDial({ to, isRegistered, isDemo, countries: parts.countries });
    if (verdict.kind === "refused") throw refuse(verdict.code);
    if (verdict.kind === "phone") return { via: { registered: to }, to };
    if (!parts.trunk) throw refuse("call.no_route");
    return { via: { trunk: parts.trunk }, to: verdict.number };
  }
}

function brokenCall(call: RunningCall, error: unknown, log: Log): void {
  log.error({ err: error, callId: call.id }, "A call could not be placed");
  call.fail();
}

/** A call shows a number of the workspace's own, or none: nobody rings under another's name. */
async function callerId(numbers: OutboundParts["numbers"], agent: StoredAgent, wished: string | undefined): Promise<string> {
  const held = await numbers.held(agent.workspaceId);
  if (wished !== undefined && !held.some(({ number }) => number === wished)) throw refuse("call.bad_caller_id");
  return wished ?? held.find(({ agentId }) => agentId === agent.id)?.number ?? "ongea";
}
