/** By which name the line of a call or a leg is counted and priced: who carries it, which way, and the other end's country. Pure. */
import parsePhoneNumber from "libphonenumber-js/max";
import type { CallerProof } from "@ongea/channels";
import type { CarrierName } from "../../telephony/carriers/index.ts";
import type { CarriedLine } from "../life/lines.ts";
import type { Way } from "./dial.ts";

type Direction = "inbound" | "outbound";

/** Undefined: a registered phone, for which nobody takes anything. */
export function lineOut({ via, to, line }: Pick<Way, "via" | "to" | "line">): CarriedLine | undefined {
  if ("registered" in via) return undefined;
  if ("account" in via) return named(via.account.carrier, "outbound", to, true);
  return named(via.orders ? "africastalking" : "trunk", "outbound", to, line !== undefined);
}

/** `number`: that was called. Undefined: a caller of this server's own, or one that nobody carries here. */
export function lineIn(proof: CallerProof, number: string, isOrdered: boolean): CarriedLine | undefined {
  if (proof.kind === "own trunk") return named(isOrdered ? "africastalking" : "trunk", "inbound", number, true);
  return proof.kind === "trunk" ? named("trunk", "inbound", number, false) : undefined;
}

export function lineOfCarrier(carrier: CarrierName, number: string): CarriedLine {
  return named(carrier, "inbound", number, true);
}

function named(who: string, direction: Direction, number: string, isOwn: boolean): CarriedLine {
  const country = parsePhoneNumber(number)?.country;
  return { by: [who, direction, ...(country ? [country] : [])].join("-"), isOwn };
}
