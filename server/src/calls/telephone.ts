/** Calls from and to telephones: which assistant answers, and how a number is reached. */
import type { AgreedMedia, InboundCall, OutboundCall, SipEndpoint, Trunk } from "@ongea/channels";
import type { Agents, StoredAgent } from "../agents/index.ts";
import type { Numbers } from "../numbers/index.ts";
import { refuse } from "../platform/http/refuse.ts";
import type { Log } from "../platform/log/log.ts";
import type { Calls } from "./calls.ts";
import { endingOf, unansweredEnding } from "./endings.ts";
import type { MediaCall } from "./media/media-pool.ts";
import type { RunningCall } from "./running-call.ts";

export interface TelephoneParts {
  calls: Calls;
  agents: Agents;
  numbers: Numbers;
  log: Log;
  /** Address that RTP sockets listen on. */
  mediaHost: string;
  /** The one that a peer at this address is told. */
  addressTowards(remoteHost: string): string;
  trunk?: Trunk | undefined;
}

export interface CallOrder {
  /** Of an order that may be given again: the call's id, so that it is placed once. */
  id?: string | undefined;
  workspaceId: string;
  agentId: string;
  to: string;
  from?: string | undefined;
  userData: Record<string, unknown>;
}

export interface Telephone {
  /** A telephone rings here. */
  rings(call: InboundCall): Promise<void>;
  /** Whether a caller that nobody knows may reach this number. */
  answers(number: string): Promise<boolean>;
  /** Rings a registered phone or, through the trunk, a number. */
  place(order: CallOrder, endpoint: SipEndpoint): Promise<{ readonly id: string }>;
}

const NUMBER = /^\+?[0-9*#]{2,20}$/;

export function createTelephone(parts: TelephoneParts): Telephone {
  const { calls, agents, numbers, log, mediaHost } = parts;
  const local = (media: MediaCall, remoteHost: string): { host: string; port: number } => ({
    host: parts.addressTowards(remoteHost),
    port: media.answer.kind === "rtp" ? media.answer.port : 0,
  });

  return {
    async rings(sip) {
      try {
        await answer(sip);
      } catch (error) {
        sip.reject(500);
        log.error({ err: error }, "A ringing call could not be answered");
      }
    },
    answers: async (number) => (await numbers.agentAt(number)) !== undefined,
    async place(order, endpoint) {
      const agent = await agents.read(order.workspaceId, order.agentId);
      if (order.id !== undefined && (await calls.exists({ id: order.id, workspaceId: order.workspaceId })))
        return { id: order.id };
      const via = wayTo(order.to, endpoint);
      const from = await callerId(agent, order.from);
      const facts = { agent, provider: "sip", direction: "outbound", status: "queued" } as const;
      const call = await calls.begin({ ...facts, id: order.id, fromNumber: from, toNumber: order.to, userData: order.userData });
      void ring(call, agent, { via, from, order, endpoint }).catch((error: unknown) => {
        log.error({ err: error, callId: call.id }, "A call could not be placed");
        call.unanswered(endingOf("failed", "outbound"));
      });
      return call;
    },
  };

  async function answer(sip: InboundCall): Promise<void> {
    const at = await numbers.agentAt(sip.number);
    if (at === undefined) return sip.reject(404);
    const agent = await agents.read(at.workspaceId, at.agentId);
    const facts = { agent, provider: "sip", direction: "inbound", status: "ringing" } as const;
    const call = await calls.begin({ ...facts, fromNumber: sip.from.user ?? "unknown", toNumber: sip.number });
    call.attachAttempt(() => sip.reject(480));
    sip.ring();
    const media = await calls
      .connect(call, agent, { kind: "rtp", host: mediaHost, media: sip.media, alsoFrom: [sip.source.host] })
      .catch((error: unknown) => {
        log.error({ err: error, callId: call.id }, "A line could not be opened");
        return undefined;
      });
    if (!media) {
      sip.reject(486);
      return call.unanswered(unansweredEnding(486, "remote"));
    }
    call.attach(media, () => sip.hangUp());
    sip.onMedia = (agreed: AgreedMedia) => media.media(agreed);
    void sip.ended.then((end) => {
      if (!end.answered) call.unanswered(unansweredEnding(end.sipCause, end.by));
      media.lineEnded(end.by === "network");
    });
    sip.answer(local(media, sip.source.host));
    calls.answered(call, agent, "inbound");
  }

  interface Attempt {
    via: { registered: string } | { trunk: Trunk };
    from: string;
    order: CallOrder;
    endpoint: SipEndpoint;
  }

  async function ring(call: RunningCall, agent: StoredAgent, { via, from, order, endpoint }: Attempt): Promise<void> {
    const media = await calls.connect(call, agent, { kind: "rtp", host: mediaHost });
    if (!media) return call.unanswered(unansweredEnding(503, "network"));
    const remoteHost = "trunk" in via ? via.trunk.host : (endpoint.bindings(via.registered)[0]?.peer.host ?? "");
    call.status("initiated", { initiatedAt: new Date() });
    const sip: OutboundCall = endpoint.place({ to: order.to, from: { user: from }, via, media: local(media, remoteHost) });
    let isAnswered = false;
    call.attachAttempt(() => sip.hangUp());
    sip.onRinging = () => call.status("ringing");
    sip.onMedia = (agreed) => media.media(agreed);
    sip.onAnswered = (agreed) => {
      isAnswered = true;
      media.media(agreed);
      call.attach(media, () => sip.hangUp());
      calls.answered(call, agent, "outbound");
    };
    const end = await sip.ended;
    if (!isAnswered) call.unanswered(unansweredEnding(end.sipCause, end.by));
    media.lineEnded(end.by === "network");
  }

  /** A call shows a number of the workspace's own, or none: nobody rings under another's name. */
  async function callerId(agent: StoredAgent, wished: string | undefined): Promise<string> {
    const own = await numbers.of(agent.workspaceId);
    if (wished !== undefined && ![...own.values()].flat().includes(wished)) throw refuse("call.bad_caller_id");
    return wished ?? own.get(agent.id)?.[0] ?? "ongea";
  }

  /** A phone that is registered here under this name; else a number, through the trunk. */
  function wayTo(to: string, endpoint: SipEndpoint): Attempt["via"] {
    if (endpoint.bindings(to).length > 0) return { registered: to };
    if (!NUMBER.test(to)) throw refuse("call.bad_number");
    if (!parts.trunk) throw refuse("call.no_route");
    return { trunk: parts.trunk };
  }
}
