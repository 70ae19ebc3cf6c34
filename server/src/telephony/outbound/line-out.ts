import type { CarriedLine } from "../../calls/index.ts";
import { lineName } from "../legs/line-name.ts";
import type { DialRoute } from "./dial.ts";

/** Undefined: a registered phone, for which nobody takes anything. */
export function lineOut({ via, to, line }: Pick<DialRoute, "via" | "to" | "line">): CarriedLine | undefined {
  if ("registered" in via) return undefined;
  if ("channel" in via) return lineName("whatsapp", "outbound", to, true);
  if ("account" in via) return lineName(via.account.carrier, "outbound", to, true);
  return lineName(via.orders ? "africastalking" : "trunk", "outbound", to, line !== undefined);
}
