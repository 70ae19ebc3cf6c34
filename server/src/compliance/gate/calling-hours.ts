/**
 * When somebody may be rung: in the hours of the country, and within those that the agent names. A country's hold for people at numbers of the
 * network: not for a telephone that is registered here, nor for a number that an agent here answers.
 */
import type { AgentDocument, CallCheck, Role } from "@ongea/contract";
import { agentsHours, closedAt, localFacts, type Closed } from "../country-packs/calling-hours.ts";
import { isPhoneNumber } from "../../platform/phone-number/phone-number.ts";
import { formatMinute } from "../../platform/time/local-time.ts";
import type { CountryPacks } from "../country-packs/country-packs.ts";

/** Whose call it is. */
type Calling = { workspaceId: string; document: AgentDocument };

export interface Opening {
  /** Undefined: it may be dialled at this moment. */
  closed(agent: Calling, to: string, at: Date): Promise<Closed | undefined>;
  /** What the clock and the calendar say where this number is; undefined: it is of no country. */
  there(agent: Calling, to: string, at: Date): Promise<ReturnType<typeof localFacts> | undefined>;
}

export interface OpeningParts {
  packs: Pick<CountryPacks, "hoursOf">;
  /** Whom calls to numbers of this installation reach. */
  numbers: { agentAt(number: string): Promise<object | undefined> };
  /** Under this name, with this server. */
  isRegistered(phone: string): boolean;
  timeZone: string;
}

export function createOpening({ packs, numbers, isRegistered, timeZone }: OpeningParts): Opening {
  return {
    async closed({ workspaceId, document }, to, at) {
      const own = agentsHours(document, to, timeZone);
      const mine = own ? [own] : [];
      if (!isPhoneNumber(to) || isRegistered(to)) return closedAt(mine, at);
      const { rules, isKnown } = await packs.hoursOf(workspaceId, to);
      const closed = closedAt(own && !isKnown ? mine : [...mine, ...rules], at);
      return closed && ((await numbers.agentAt(to)) ? closedAt(mine, at) : closed);
    },
    async there({ workspaceId }, to, at) {
      if (!isPhoneNumber(to) || isRegistered(to)) return undefined;
      const [rule] = (await packs.hoursOf(workspaceId, to)).rules;
      return rule && localFacts(rule, at);
    },
  };
}

/**
 * Only an owner sets the hours aside (`bypass_call_guardrails`), and answers for it in the audit log. Of anybody else it is taken and changes
 * nothing: their call waits.
 */
export function setsHoursAside({ role }: { role: Role }, wanted: unknown): boolean {
  return role === "owner" && (wanted === true || wanted === "true" || wanted === "1");
}

const countries = new Intl.DisplayNames("en", { type: "region" });

/** As a client is told it. */
export function toWireWait({ until, country, timeZone, time, today }: Closed): NonNullable<CallCheck["waits"]> {
  const place = (timeZone.split("/").at(-1) ?? timeZone).replaceAll("_", " ");
  const where = country ? countries.of(country) : place;
  const hours = today && { from: formatMinute(today[0]), to: formatMinute(today[1]) };
  const rule = hours
    ? `calls to ${where} are placed between ${hours.from} and ${hours.to}`
    : `no calls to ${where} are placed today`;
  return {
    code: "call.outside_hours",
    sentence: `It is ${time} in ${place}; ${rule}. Plan it for ${until.toISOString()}, until when it waits otherwise.`,
    until: until.toISOString(),
    place,
    country: country ?? null,
    time,
    hours,
  };
}
