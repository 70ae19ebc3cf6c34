/**
 * A caller is put through to somebody else: a second leg is rung beside the call, and both lines are joined on its media thread (B2BUA). While
 * it rings, and while they talk, either side's end is the other's.
 */
import type { CallEnd } from "@ongea/channels";
import type { RefusalCode } from "@ongea/contract";
import type { StoredAgent } from "../../agents/index.ts";
import type { Numbers } from "../../numbers/index.ts";
import { Refusal } from "../../platform/http/refuse.ts";
import type { Leg, RunningCall } from "../life/running-call.ts";
import type { Legs, Way } from "./legs.ts";

export interface TransferParts {
  legs: Legs;
  numbers: Pick<Numbers, "agentAt">;
  mediaHost: string;
}

export interface TransferOrder {
  call: RunningCall;
  agent: StoredAgent;
  to: string;
  /** Who takes the call over: the assistant goes on until they are there. Absent: the assistant has asked for somebody. */
  by?: string | undefined;
  /** It is no longer wanted. */
  signal: AbortSignal;
}

/** Why nobody came, in words that an assistant can go on with. */
export type Transferred = { ok: true; to: string } | { ok: false; reason: string; code: RefusalCode };
export type Transfer = (order: TransferOrder) => Promise<Transferred>;

/** Nobody listens to a ring tone for longer. */
const RINGS_MS = 30_000;

export function createTransfer({ legs, numbers, mediaHost }: TransferParts): Transfer {
  return async ({ call, agent, to, by, signal }) => {
    const way = await legs.wayTo(agent, to).catch((error: unknown) => {
      if (error instanceof Refusal) return error;
      throw error;
    });
    if (way instanceof Refusal) return failed(way.code, way.message);
    // It would come back to us, and cost two lines of the network.
    if ("trunk" in way.via && (await numbers.agentAt(way.to)))
      return failed("call.own_number", "That number is answered by an assistant here.");
    const listener = { entry: () => undefined, tool: noTools, closed: () => hangUp() };
    let hangUp = (): void => undefined;
    const leg = call.besides({ kind: "rtp", host: mediaHost }, listener);
    if (!leg) return failed("call.busy", "No further line is free.");
    const opened = await leg.slot.opened.catch(() => undefined);
    if (opened?.answer.kind !== "rtp" || signal.aborted || call.isOver) {
      leg.slot.end("stopped");
      leg.over();
      return failed("call.not_put_through", "No further line could be opened.");
    }
    const sip = legs.place(way, opened.answer, RINGS_MS);
    hangUp = () => sip.hangUp();
    return ring({ call, way, leg, sip, by, signal });
  };
}

interface Ringing extends Pick<TransferOrder, "call" | "by" | "signal"> {
  way: Way;
  leg: Leg;
  sip: ReturnType<Legs["place"]>;
}

function ring({ call, way, leg, sip, by, signal }: Ringing): Promise<Transferred> {
  const { slot } = leg;
  const giveUp = (): void => sip.hangUp();
  return new Promise((resolve) => {
    signal.addEventListener("abort", giveUp, { once: true });
    leg.giveUp = giveUp;
    if (by === undefined) call.ringsFor();
    sip.onMedia = (agreed) => slot.media(agreed);
    sip.onConfirmed = () => slot.confirmed();
    sip.onAnswered = (agreed) => {
      signal.removeEventListener("abort", giveUp);
      slot.media(agreed);
      slot.confirmed();
      call.connects(leg.id, way.to, by);
      resolve({ ok: true, to: way.to });
    };
    void sip.ended.then((end) => {
      signal.removeEventListener("abort", giveUp);
      leg.over();
      slot.lineEnded(end.by === "network");
      slot.end("stopped");
      resolve(failed(...reasonOf(end)));
    });
  });
}

function reasonOf({ sipCause, by }: CallEnd): [RefusalCode, string] {
  if (sipCause === 486 || sipCause === 600) return ["call.line_busy", "The line is busy."];
  if (sipCause === 603 || sipCause === 403) return ["call.declined", "The call was declined there."];
  if (sipCause === 480 || sipCause === 408 || (sipCause === 487 && by !== "remote"))
    return ["call.nobody_came", "Nobody answered there."];
  if ([404, 410, 484, 604].includes(sipCause)) return ["call.bad_number", "That number does not exist."];
  return ["call.not_put_through", "The call could not be put through."];
}

const failed = (code: RefusalCode, reason: string): Transferred => ({ ok: false, code, reason });
const noTools = (): Promise<never> => Promise.reject(new Error("A line that was lent asks for nothing"));
