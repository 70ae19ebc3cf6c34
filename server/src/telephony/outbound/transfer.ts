/**
 * A caller is put through to somebody else. Where the trunk that carries the call takes referrals (REFER), it is asked to do it, and needs us no
 * more once it has. Else, and where it does not: a second leg is rung beside the call, and both lines are joined on its media thread (B2BUA);
 * while it rings, and while they talk, either side's end is the other's.
 */
import type { GateDecision, RefusalCode } from "@ongea/contract";
import { decisionOf } from "../../compliance/index.ts";
import type { Transfer, TransferOrder, Leg, RunningCall, Charge } from "../../calls/index.ts";
import { type Transferred, RINGS_MS } from "../../agents/index.ts";
import type { Numbers } from "../numbers/numbers.ts";
import { orRefusal, Refusal } from "../../platform/http/refuse.ts";
import type { Log } from "../../platform/log/log.ts";
import type { OpenedSlot } from "../../engines/index.ts";
import type { LegEnd } from "../legs/carrier-leg.ts";
import type { Dial, DialRoute } from "./dial.ts";
import type { PlacedLeg } from "../legs/placed-leg.ts";
import type { Legs, Passage } from "./dial-gate.ts";
import { lineOut } from "./line-out.ts";

export interface TransferParts {
  legs: Legs;
  numbers: Pick<Numbers, "agentAt">;
  /** What a company takes for a leg, where it says so. */
  charged(call: RunningCall, charge: Charge): void;
  log: Log;
}

export function createTransfer({ legs, numbers, charged, log }: TransferParts): Transfer {
  return async (order) => {
    const { call, agent, to, by, signal } = order;
    // Who takes a call over rings a telephone of this server; the assistant goes on until they are there.
    const purpose = by === undefined ? "transfer" : "takeover";
    const decided = (decision: GateDecision): void => call.gated(decision);
    const way = await orRefusal(legs.routeTo(agent, to));
    if (way instanceof Refusal) {
      decided(decisionOf(purpose, to, way.code));
      return failed(way.code, way.message);
    }
    // It would come back to us, and cost two lines of the network.
    if (!("registered" in way.via) && (await numbers.agentAt(way.to)))
      return failed("call.own_number", "That number is answered by an agent here.");
    if (call.handsOver !== "not") return failed("call.busy", "No further line is free.");
    if (by === undefined && !("registered" in way.via) && call.signalling?.refer) {
      const asked = await orRefusal(legs.enter(way, { agent, purpose, byTrunk: true, decided }));
      if (asked instanceof Refusal) return failed(asked.code, asked.message);
      const referred = await asked
        .turn()
        .then(() => refer(call, way.to, log))
        .finally(() => asked.end());
      if (referred) return referred;
    }
    const passage = await orRefusal(legs.enter(way, { agent, purpose, decided }));
    if (passage instanceof Refusal) return failed(passage.code, passage.message);
    const dial = passage.dial(call.id);
    const giveUp = (): void => (passage.end(), dial.out.closeSocket?.());
    let hangUp = giveUp;
    const listener = { entry: () => undefined, tool: noTools, closed: () => hangUp(), ...dial.out };
    const leg = call.besides(dial.order, listener);
    if (!leg) {
      giveUp();
      return failed("call.busy", "No further line is free.");
    }
    const opened = await leg.slot.opened.catch(() => undefined);
    if (opened) await passage.turn();
    if (!opened || signal.aborted || call.isOver) {
      giveUp();
      leg.slot.end("stopped");
      leg.over();
      return failed("call.not_put_through", "No further line could be opened.");
    }
    const rung = (placed: PlacedLeg): void => {
      hangUp = () => placed.hangUp();
      void placed.charged?.then((charge) => charged(call, charge));
    };
    return ring({ ...order, way, passage, leg, dial, opened, rung });
  };
}

/** Undefined: it is ours to put them through. */
async function refer(call: RunningCall, to: string, log: Log): Promise<Transferred | undefined> {
  const referring = call.refer(to);
  if (!referring) return undefined;
  call.ringsFor();
  const end = await referring;
  log.info({ callId: call.id, ...end }, "The trunk of a call was asked to put it through");
  if (end.kind === "reached") return { ok: true, to };
  if (end.kind === "gone") return failed("call.not_put_through", "The call could not be put through.");
  const reason = end.kind === "failed" ? reasonOf({ sipCause: end.status, by: "remote" }) : undefined;
  return reason && reason[0] !== "call.not_put_through" ? failed(...reason) : undefined;
}

interface Ringing extends Pick<TransferOrder, "call" | "by" | "signal"> {
  way: DialRoute;
  passage: Passage;
  leg: Leg;
  dial: Dial;
  opened: OpenedSlot;
  rung(placed: PlacedLeg): void;
}

function ring({ call, way, passage, leg, dial, opened, by, signal, rung }: Ringing): Promise<Transferred> {
  const { slot } = leg;
  return new Promise((resolve) => {
    const placed = dial.place(
      opened,
      {
        media: (agreed) => slot.media(agreed),
        confirmed: () => slot.confirmed(),
        packet: (text) => slot.packet(text),
        answered(agreed) {
          signal.removeEventListener("abort", giveUp);
          if (agreed) slot.media(agreed);
          slot.confirmed();
          call.connects(leg.id, way.to, { by, line: lineOut(way) });
          resolve({ ok: true, to: way.to });
        },
      },
      RINGS_MS,
    );
    const giveUp = (): void => placed.hangUp();
    rung(placed);
    signal.addEventListener("abort", giveUp, { once: true });
    leg.giveUp = giveUp;
    if (by === undefined) call.ringsFor();
    void placed.ended.then((end) => {
      passage.end();
      signal.removeEventListener("abort", giveUp);
      leg.over();
      slot.lineEnded(end.by === "network");
      slot.end("stopped");
      resolve(failed(...reasonOf(end)));
    });
  });
}

function reasonOf({ sipCause, by }: LegEnd): [RefusalCode, string] {
  if (sipCause === 486 || sipCause === 600) return ["call.line_busy", "The line is busy."];
  if (sipCause === 603 || sipCause === 403) return ["call.declined", "The call was declined there."];
  if (sipCause === 480 || sipCause === 408 || (sipCause === 487 && by !== "remote"))
    return ["call.nobody_came", "Nobody answered there."];
  if ([404, 410, 484, 604].includes(sipCause)) return ["call.bad_number", "That number does not exist."];
  return ["call.not_put_through", "The call could not be put through."];
}

const failed = (code: RefusalCode, reason: string): Transferred => ({ ok: false, code, reason });
const noTools = (): Promise<never> => Promise.reject(new Error("A line that was lent asks for nothing"));
