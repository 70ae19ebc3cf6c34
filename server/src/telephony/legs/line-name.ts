/** By which name the line of a call or a leg is counted and priced: who carries it, which way, and the other end's country. Pure. */
import type { CallerProof } from "@ongea/channels";
import type { CarrierName } from "../carriers/account.ts";
import { countryOf } from "../../platform/phone-number/phone-number.ts";
import type { CarriedLine } from "../../calls/index.ts";

type Direction = "inbound" | "outbound";

/** `number`: that was called. Undefined: a caller of this server's own, or one that nobody carries here. */
export function lineIn(proof: CallerProof, number: string, isOrdered: boolean): CarriedLine | undefined {
  if (proof.kind === "own trunk") return lineName(isOrdered ? "africastalking" : "trunk", "inbound", number, true);
  return proof.kind === "trunk" ? lineName("trunk", "inbound", number, false) : undefined;
}

export function lineOfCarrier(carrier: CarrierName, number: string): CarriedLine {
  return lineName(carrier, "inbound", number, true);
}

/** `number`: of the other end, or that was called. */
export function lineName(who: string, direction: Direction, number: string, isOwn: boolean): CarriedLine {
  const country = countryOf(number);
  return { by: [who, direction, ...(country ? [country] : [])].join("-"), isOwn };
}
