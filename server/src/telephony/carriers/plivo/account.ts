/** An account at Plivo, by its REST interface (plivo.com/docs). It writes numbers without their plus. */
import { z } from "zod";
import type { CarrierAccount, Lead, OfferedNumber, OwnedNumber } from "../account.ts";
import { createRest, expectIn, type Rest, RestFailure, type RestParts } from "../../../platform/fetch/rest.ts";
import { withPlus } from "../../../platform/phone-number/phone-number.ts";

export interface PlivoParts extends RestParts {
  workspaceId: string;
}

const MOST_FOUND = 20;
const NOT_FOUND = 404;
const APPLICATION = "ongea";

const Available = z.object({
  objects: z.array(
    z.object({
      number: z.string(),
      city: z.string().nullish(),
      region: z.string().nullish(),
      monthly_rental_rate: z.coerce.string().optional(),
    }),
  ),
});
const Owned = z.object({ number: z.string() });
const OwnedPage = z.object({ objects: z.array(Owned) });
const Bought = z.object({ status: z.string(), numbers: z.array(z.object({ number: z.string() })).min(1) });
const Applications = z.object({ objects: z.array(z.object({ app_id: z.coerce.string(), answer_url: z.string().nullish() })) });
const NewApplication = z.object({ app_id: z.coerce.string() });
const PlacedCall = z.object({ request_uuid: z.union([z.string().min(1), z.array(z.string()).min(1)]) });

export function createPlivoAccount(parts: PlivoParts): CarrierAccount {
  const { account, secret, workspaceId } = parts;
  const ask = createRest(parts);
  const at = (path: string): string => `/v1/Account/${encodeURIComponent(account)}/${path}`;
  const owned = ({ number }: z.output<typeof Owned>): OwnedNumber => ({ number: withPlus(number), ref: bare(number) });
  return {
    carrier: "plivo",
    workspaceId,
    id: account,
    secret,
    async search({ country, pattern }) {
      const query = new URLSearchParams({ country_iso: country, services: "voice", limit: String(MOST_FOUND) });
      if (pattern !== undefined) query.set("pattern", pattern);
      const { objects } = expectIn(Available, await ask({ method: "GET", path: at(`PhoneNumber/?${query.toString()}`) }));
      return objects.map((one) => offered(one, country));
    },
    async find(number) {
      const answer = await ask({ method: "GET", path: at(`Number/${bare(number)}/`), also: [NOT_FOUND] });
      return answer.status === NOT_FOUND ? undefined : owned(expectIn(Owned, answer));
    },
    async owned() {
      const query = `services=voice&limit=${MOST_FOUND}`;
      return expectIn(OwnedPage, await ask({ method: "GET", path: at(`Number/?${query}`) })).objects.map(owned);
    },
    async rent(number) {
      const answer = await ask({ method: "POST", path: at(`PhoneNumber/${bare(number)}/`), json: {} });
      const { status, numbers } = expectIn(Bought, answer);
      // Some countries want papers first: it may become ours later.
      if (status !== "fulfilled") throw new RestFailure("unknown", { says: status.slice(0, 100) });
      return bare(numbers[0]?.number ?? number);
    },
    async release(ref) {
      await ask({ method: "DELETE", path: at(`Number/${bare(ref)}/`), also: [NOT_FOUND] });
    },
    async lead(ref, lead) {
      const app_id = await applicationFor(ask, at("Application/"), lead);
      await ask({ method: "POST", path: at(`Number/${bare(ref)}/`), json: { app_id } });
    },
    async place({ from, to, answerUrl, statusUrl, ringSeconds }) {
      const json = {
        from: bare(from),
        to: bare(to),
        answer_url: answerUrl,
        answer_method: "POST",
        ring_url: statusUrl,
        ring_method: "POST",
        hangup_url: statusUrl,
        hangup_method: "POST",
        ring_timeout: ringSeconds,
      };
      const { request_uuid: ref } = expectIn(PlacedCall, await ask({ method: "POST", path: at("Call/"), json }));
      return [ref].flat()[0] ?? "";
    },
    async hangUp(callRef) {
      // A call that still rings is known by what it was asked for with.
      for (const path of [`Call/${encodeURIComponent(callRef)}/`, `Request/${encodeURIComponent(callRef)}/`]) {
        const { status } = await ask({ method: "DELETE", path: at(path), also: [NOT_FOUND] });
        if (status !== NOT_FOUND) return;
      }
    },
  };
}

function bare(number: string): string {
  return number.replaceAll(/[^0-9]/g, "");
}

function offered(
  { number, city, region, monthly_rental_rate: amount }: z.output<typeof Available>["objects"][number],
  country: string,
): OfferedNumber {
  const place = [city, region].filter(Boolean).join(", ") || country;
  return { number: withPlus(number), region: place, price: amount === undefined ? undefined : { amount, currency: "USD" } };
}

/** Numbers are led by applications there: the one that leads here, made once. */
async function applicationFor(ask: Rest, path: string, { voiceUrl, statusUrl }: Lead): Promise<string> {
  const { objects } = expectIn(Applications, await ask({ method: "GET", path: `${path}?limit=${MOST_FOUND}` }));
  const known = objects.find(({ answer_url: url }) => url === voiceUrl);
  if (known) return known.app_id;
  const app_name = `${APPLICATION}-${voiceUrl.replaceAll(/[^A-Za-z0-9]+/g, "-").slice(-40)}`;
  const json = { app_name, answer_url: voiceUrl, answer_method: "POST", hangup_url: statusUrl, hangup_method: "POST" };
  return expectIn(NewApplication, await ask({ method: "POST", path, json })).app_id;
}
