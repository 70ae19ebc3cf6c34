/** Which calls may leave. Every one that we place passes here; what is in doubt stays here. Pure. */
import type { RefusalCode } from "@ongea/contract";
import { readPhoneNumber, type PhoneNumber } from "../../platform/phone-number/phone-number.ts";

export interface DialRequest {
  /** As it was asked for: a number, or the name of a registered phone. */
  to: string;
  /** A phone under this name is registered here. */
  isRegistered: boolean;
  /** Visitors' workspaces call nobody: no phone here is theirs. */
  isDemo: boolean;
  /** ISO 3166 codes of the countries that may be called; a number without a country code belongs to the first. */
  countries: readonly string[];
}

export type DialVerdict =
  | { kind: "phone" }
  | { kind: "number"; number: PhoneNumber; country: string }
  | { kind: "refused"; code: RefusalCode };

/** What people write between digits. */
const PUNCTUATION = /[\s().-]/g;
/** A number of the network, short codes included: no USSD, no names. */
const NUMBER = /^\+?[0-9]{2,20}$/;
/** Emergency numbers and short codes everywhere are shorter than any subscriber's number. */
const SHORTEST_DIGITS = 7;
const COSTLY: ReadonlySet<string> = new Set(["PREMIUM_RATE", "SHARED_COST", "UAN", "PAGER"]);

export function mayDial({ to, isRegistered, isDemo, countries }: DialRequest): DialVerdict {
  if (isDemo) return { kind: "refused", code: "call.demo_outbound" };
  if (isRegistered) return { kind: "phone" };
  const written = to.replace(PUNCTUATION, "");
  if (!NUMBER.test(written)) return { kind: "refused", code: "call.bad_number" };
  if (written.replace("+", "").length < SHORTEST_DIGITS) return { kind: "refused", code: "call.emergency" };
  const read = readPhoneNumber(written, countries[0] ?? "KE");
  if (!read) return { kind: "refused", code: "call.bad_number" };
  const { number, country, type } = read;
  if (type !== undefined && COSTLY.has(type)) return { kind: "refused", code: "call.premium" };
  // Satellites and international services have a country code, but no country.
  if (country === undefined || !countries.includes(country))
    return { kind: "refused", code: read.isPossible ? "call.foreign" : "call.bad_number" };
  if (!read.isValid) return { kind: "refused", code: "call.bad_number" };
  return { kind: "number", number, country };
}
