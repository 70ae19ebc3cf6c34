/**
 * When somebody may be rung: in the hours of the country, and within those that the agent names. A country's hold for people at numbers of the
 * network: not for a telephone that is registered here, nor for a number that an agent here answers.
 */
import type { CallCheck, Role } from "@ongea/contract";
import type { StoredAgent } from "../../agents/documents/index.ts";
import { agentsHours, closedAt, type Closed, type CountryPacks } from "../../compliance/country-packs/index.ts";
import type { Numbers } from "../../telephony/numbers/index.ts";

export interface Opening {
  /** Undefined: it may be dialled at this moment. */
  closed(agent: Pick<StoredAgent, "workspaceId" | "document">, to: string, at: Date): Promise<Closed | undefined>;
}

export interface OpeningParts {
  packs: Pick<CountryPacks, "hoursOf">;
  numbers: Pick<Numbers, "agentAt">;
  /** Under this name, with this server. */
  isRegistered(phone: string): boolean;
  timeZone: string;
}

const NUMBER = /^\+\d{5,20}$/;

export function createOpening({ packs, numbers, isRegistered, timeZone }: OpeningParts): Opening {
  return {
    async closed({ workspaceId, document }, to, at) {
      const own = agentsHours(document, to, timeZone);
      const mine = own ? [own] : [];
      if (!NUMBER.test(to) || isRegistered(to)) return closedAt(mine, at);
      const { rules, isKnown } = await packs.hoursOf(workspaceId, to);
      const closed = closedAt(own && !isKnown ? mine : [...mine, ...rules], at);
      return closed && ((await numbers.agentAt(to)) ? closedAt(mine, at) : closed);
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
export function toldOf({ until, country, timeZone, time, today }: Closed): NonNullable<CallCheck["waits"]> {
  const place = (timeZone.split("/").at(-1) ?? timeZone).replaceAll("_", " ");
  const where = country ? countries.of(country) : place;
  const hours = today && { from: clock(today[0]), to: clock(today[1]) };
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

function clock(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");
}
