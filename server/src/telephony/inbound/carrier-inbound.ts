/** Somebody calls a number that a workspace has at a telephone company: the company asks by a webhook what to do. */
import { armFor, type Agents } from "../../agents/index.ts";
import { dialectOf } from "../carriers/dialects.ts";
import type { CarrierAccount } from "../carriers/account.ts";
import type { CarrierEvent } from "../carriers/webhooks.ts";
import type { Numbers } from "../numbers/numbers.ts";
import type { Log } from "../../platform/log/log.ts";
import { sanitizeText } from "../../platform/text.ts";
import type { Calls } from "../../calls/index.ts";
import type { CarrierLegs } from "../legs/carrier-legs.ts";
import { lineOfCarrier } from "../legs/line-name.ts";
import { isFull } from "./inbound-limit.ts";
import type { TurnAway } from "./turn-away.ts";

export interface CarrierInboundParts {
  calls: Pick<Calls, "begin" | "answered" | "inboundOf">;
  agents: Pick<Agents, "read">;
  numbers: Pick<Numbers, "agentAt">;
  legs: CarrierLegs;
  turnAway: TurnAway;
  log: Log;
}

export interface CarrierInbound {
  /** Returns the XML that says what to do. The webhook was signed. The same call may ring more than once. */
  rings(account: CarrierAccount, told: CarrierEvent): Promise<string>;
}

/** From the webhook's answer to the stream. */
const STREAM_MS = 20_000;
const BUSY = 486;
const GAVE_UP = 487;

export function createCarrierInbound(parts: CarrierInboundParts): CarrierInbound {
  const { calls, agents, numbers, legs, log } = parts;
  const underWay = new Map<string, Promise<string>>();

  async function answer(account: CarrierAccount, { callRef, from, to }: CarrierEvent): Promise<string> {
    const { carrier, workspaceId } = account;
    const { connect, reject } = { connect: legs.connect, reject: dialectOf(carrier).reject };
    const at = sanitizeText(to) === to ? await numbers.agentAt(to) : undefined;
    if (at?.workspaceId !== workspaceId || at.account !== carrier) return reject("rejected");
    if (at.missedCall) {
      const { agentId, missedCall: setting } = at;
      const line = lineOfCarrier(carrier, to);
      await parts.turnAway({ ref: `${carrier}/${callRef}`, provider: carrier, workspaceId, agentId, setting, from, to, line });
      return reject("busy");
    }
    const agent = armFor(await agents.read(workspaceId, at.agentId, { chooser: { kind: "number", target: to } }), from);
    const facts = { agent, provider: carrier, direction: "inbound", status: "ringing" } as const;
    const call = calls.begin({ ...facts, fromNumber: sanitizeText(from) || "unknown", toNumber: to });
    call.carriedBy(lineOfCarrier(carrier, to));
    const leg = legs.open(account);
    leg.named(callRef);
    let isTold = false;
    call.signal({ refuse: () => (isTold ? leg.hangUp() : leg.refuse()), hangUp: () => leg.hangUp() });
    // Who calls and goes before we are there has given up, whatever the company calls that.
    void leg.ended.then(({ by, sipCause }) => call.personLeft({ by, sipCause: by === "remote" ? GAVE_UP : sipCause }));
    if (isFull(agent, calls)) {
      call.refuse(BUSY);
      return reject("busy");
    }
    leg.onPacket = (text) => call.line?.packet(text);
    leg.onAnswered = () => {
      calls.answered(call, agent, "inbound").catch((error: unknown) => {
        log.error({ err: error, callId: call.id }, "An answered call could not begin");
        call.fail();
      });
    };
    const opened = await call.openLine({ kind: "stream", carrier }, leg.out);
    if (!opened || leg.isOver) return reject("busy");
    isTold = true;
    leg.waitAtMost(STREAM_MS);
    return connect(leg);
  }

  return {
    async rings(account, told) {
      const key = `${account.carrier}/${told.callRef}`;
      const known = underWay.get(key);
      if (known) return known;
      const answered = answer(account, told);
      underWay.set(key, answered);
      const forget = (): void => void underWay.delete(key);
      answered.then(() => {
        const leg = legs.called(account.carrier, told.callRef);
        if (leg) void leg.ended.then(forget);
        else forget();
      }, forget);
      return answered;
    },
  };
}
