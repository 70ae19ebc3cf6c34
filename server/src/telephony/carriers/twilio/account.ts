/** An account at Twilio, by its REST interface of 2010-04-01 (twilio.com/docs/usage/api). */
import { z } from "zod";
import type { CarrierAccount, MonthlyPrice, OfferedNumber, OwnedNumber } from "../account.ts";
import { createRest, expectIn, type Rest, RestFailure, type RestParts } from "../../../platform/fetch/rest.ts";

export interface TwilioParts extends RestParts {
  workspaceId: string;
  /** Where Twilio tells its prices; another host than the rest of it. */
  pricingUrl: string;
}

const MOST_FOUND = 30;
const MOST_OWNED = 100;
const NOT_FOUND = 404;
/** Kinds of numbers that have a voice, in the order in which they are asked for. */
const KINDS = ["Local", "Mobile"] as const;

const Available = z.object({
  available_phone_numbers: z.array(
    z.object({ phone_number: z.string(), region: z.string().nullish(), locality: z.string().nullish() }),
  ),
});
const Owned = z.object({ sid: z.string().regex(/^PN[0-9a-fA-F]{32}$/), phone_number: z.string() });
const OwnedPage = z.object({ incoming_phone_numbers: z.array(Owned) });
const Prices = z.object({
  phone_number_prices: z.array(z.object({ number_type: z.string(), current_price: z.coerce.string() })),
  price_unit: z.string().length(3),
});
const PlacedCall = z.object({ sid: z.string().regex(/^CA[0-9a-fA-F]{32}$/) });

export function createTwilioAccount(parts: TwilioParts): CarrierAccount {
  const { account, secret, workspaceId } = parts;
  const ask = createRest(parts);
  const at = (path: string): string => `/2010-04-01/Accounts/${encodeURIComponent(account)}/${path}`;
  const numbers = at("IncomingPhoneNumbers");
  const owned = async (query: Record<string, string>): Promise<OwnedNumber[]> => {
    const answer = await ask({ method: "GET", path: `${numbers}.json?${new URLSearchParams(query).toString()}` });
    return expectIn(OwnedPage, answer).incoming_phone_numbers.map(({ sid: ref, phone_number: number }) => ({ ref, number }));
  };
  return {
    carrier: "twilio",
    workspaceId,
    id: account,
    secret,
    async search(wanted) {
      const found = await available(ask, at("AvailablePhoneNumbers"), wanted);
      const price = found && (await priceOf(ask, parts.pricingUrl, { country: wanted.country, kind: found.kind }));
      return found?.numbers.map((one) => ({ ...one, price })) ?? [];
    },
    find: async (number) => (await owned({ PhoneNumber: number })).find((one) => one.number === number),
    owned: () => owned({ PageSize: String(MOST_OWNED) }),
    async rent(number) {
      const answer = await ask({ method: "POST", path: `${numbers}.json`, form: { PhoneNumber: number } });
      return expectIn(Owned, answer).sid;
    },
    async release(ref) {
      await ask({ method: "DELETE", path: `${numbers}/${encodeURIComponent(ref)}.json`, also: [NOT_FOUND] });
    },
    async lead(ref, { voiceUrl, statusUrl }) {
      const form = { VoiceUrl: voiceUrl, VoiceMethod: "POST", StatusCallback: statusUrl, StatusCallbackMethod: "POST" };
      await ask({ method: "POST", path: `${numbers}/${encodeURIComponent(ref)}.json`, form });
    },
    async place({ from, to, xml, statusUrl, ringSeconds }) {
      const form = {
        To: to,
        From: from,
        Twiml: xml,
        StatusCallback: statusUrl,
        StatusCallbackMethod: "POST",
        StatusCallbackEvent: ["initiated", "ringing", "answered", "completed"],
        Timeout: String(ringSeconds),
      };
      return expectIn(PlacedCall, await ask({ method: "POST", path: at("Calls.json"), form })).sid;
    },
    async hangUp(callRef) {
      const path = at(`Calls/${encodeURIComponent(callRef)}.json`);
      await ask({ method: "POST", path, form: { Status: "completed" }, also: [NOT_FOUND] });
    },
  };
}

interface Found {
  kind: string;
  numbers: Omit<OfferedNumber, "price">[];
}

/** Local numbers, else mobile ones; a country without a kind is answered with 404. */
async function available(
  ask: Rest,
  path: string,
  { country, pattern }: { country: string; pattern?: string | undefined },
): Promise<Found | undefined> {
  for (const kind of KINDS) {
    const query = new URLSearchParams({ VoiceEnabled: "true", PageSize: String(MOST_FOUND) });
    if (pattern !== undefined) query.set("Contains", pattern);
    const answer = await ask({ method: "GET", path: `${path}/${country}/${kind}.json?${query.toString()}`, also: [NOT_FOUND] });
    if (answer.status === NOT_FOUND) continue;
    const numbers = expectIn(Available, answer).available_phone_numbers.map(({ phone_number: number, region, locality }) => {
      return { number, region: [locality, region].filter(Boolean).join(", ") || country };
    });
    if (numbers.length > 0) return { kind, numbers };
  }
  return undefined;
}

/** Undefined where Twilio does not say it. */
async function priceOf(
  ask: Rest,
  baseUrl: string,
  { country, kind }: { country: string; kind: string },
): Promise<MonthlyPrice | undefined> {
  try {
    const answer = await ask({ method: "GET", path: `/v1/PhoneNumbers/Countries/${country}`, baseUrl });
    const { phone_number_prices: prices, price_unit: currency } = expectIn(Prices, answer);
    const price = prices.find(({ number_type: type }) => type === kind.toLowerCase());
    return price && { amount: price.current_price, currency: currency.toUpperCase() };
  } catch (error) {
    if (error instanceof RestFailure) return undefined;
    throw error;
  }
}
