import {
  buyPhoneNumber,
  Carrier,
  importPhoneNumber,
  listImportableNumbers,
  listNumberCarriers,
  listPhoneNumbers,
  EXAMPLE_NUMBER,
  NUMBER_PRICE,
  releasePhoneNumber,
  searchPhoneNumbers,
  setMissedCall,
  setUpInbound,
  unlinkInbound,
  type MissedCallSetting,
} from "@ongea/contract";
import type { Audit } from "../../accounts/index.ts";
import type { Http } from "../../platform/http/http.ts";
import { serve } from "../../platform/http/serve.ts";
import { minorToUnits } from "../../platform/money/money.ts";
import type { AccountNumbers } from "./accounts/accounts.ts";
import type { Numbers } from "./numbers.ts";
import { idOf, type Rentals } from "./rentals.ts";
import { wireBought, wireNumber } from "./on-wire.ts";

export interface NumberRoutesParts {
  numbers: Pick<Numbers, "held" | "examples">;
  rentals: Rentals;
  accounts: AccountNumbers;
  audit: Pick<Audit, "act" | "write">;
  /** Refuses a setting that could not be carried out; returns it as it is kept. */
  checkMissedCall(workspaceId: string, setting: MissedCallSetting): Promise<MissedCallSetting>;
  tell(workspaceId: string, kind: "number.connected" | "number.released", number: string): Promise<void>;
}

export function numberRoutes(app: Http, parts: NumberRoutesParts): void {
  const { numbers } = parts;
  serve(app, listPhoneNumbers, async (_, { principal: { workspaceId } }) => [
    ...(await numbers.held(workspaceId)).map(wireNumber),
    ...(await numbers.examples(workspaceId)).map((one) => ({
      ...wireNumber(one),
      telephony_provider: EXAMPLE_NUMBER,
      rented: false,
    })),
  ]);
  findRoutes(app, parts);
  haveRoutes(app, parts);
  leadRoutes(app, parts);
  serve(app, setMissedCall, async ({ params, body: { missed_call: wanted } }, { principal }) => {
    const { workspaceId } = principal;
    const setting = wanted && (await parts.checkMissedCall(workspaceId, wanted));
    return parts.audit.act(principal, async (write) => {
      const held = await parts.rentals.setMissedCall(workspaceId, params.phone_number_id, setting);
      const details = { answer: setting?.answer ?? "agent" };
      await write({ act: "number.missed_calls_set", subject: held.number, details });
      return wireNumber(held);
    });
  });
  serve(app, listNumberCarriers, async (_, { principal }) =>
    ["sandbox" as const, ...(await parts.accounts.connected(principal.workspaceId))].map((provider) => ({ provider })),
  );
}

/** A telephone company that is asked for by its name; undefined: the sandbox. */
function companyIn(provider: string | undefined): Carrier | undefined {
  return Carrier.safeParse(provider?.toLowerCase()).data;
}

function findRoutes(app: Http, { rentals, accounts }: NumberRoutesParts): void {
  serve(app, searchPhoneNumbers, async ({ query: { country, pattern, provider } }, { principal }) => {
    const carrier = companyIn(provider);
    const told = { friendly_name: null, locality: null };
    if (carrier === undefined) {
      const price = minorToUnits(NUMBER_PRICE.monthMinor);
      return (await rentals.search({ country, pattern })).map(({ number: phone_number, region }) => {
        return { ...told, region, phone_number, provider: rentals.carrier, price, currency: NUMBER_PRICE.currency };
      });
    }
    const offered = await accounts.search(principal.workspaceId, { carrier, country, pattern });
    return offered.map(({ number: phone_number, region, price }) => {
      const amount = price === undefined ? null : Number(price.amount);
      return { ...told, region, phone_number, provider: carrier, price: amount, currency: price?.currency ?? "USD" };
    });
  });
  serve(app, listImportableNumbers, async ({ query: { provider } }, { principal }) =>
    (await accounts.importable(principal.workspaceId, provider)).map((phone_number) => ({ phone_number })),
  );
}

function haveRoutes(app: Http, { rentals, accounts, audit, tell }: NumberRoutesParts): void {
  serve(app, buyPhoneNumber, async ({ body: { country, phone_number: number, provider } }, { principal }) => {
    const { workspaceId } = principal;
    const carrier = companyIn(provider);
    // A company is asked outside of any transaction: what it is asked for stands in the table before.
    const company = carrier && (await accounts.buy(workspaceId, { carrier, country, number }));
    const { held, isNew } = await audit.act(principal, async (write) => {
      const bought = company ?? (await rentals.buy(workspaceId, { country, number }));
      if (bought.isNew) await write({ act: "number.bought", subject: number });
      return bought;
    });
    if (isNew) await tell(workspaceId, "number.connected", number);
    return wireBought(held);
  });
  serve(app, importPhoneNumber, async ({ body: { provider: carrier, phone_number: number } }, { principal }) => {
    const { held, isNew } = await accounts.take(principal.workspaceId, { carrier, number });
    if (isNew) {
      await audit.write(principal, { act: "number.imported", subject: number });
      await tell(principal.workspaceId, "number.connected", number);
    }
    return wireNumber(held);
  });
  serve(app, releasePhoneNumber, async ({ params }, { principal }) => {
    const { workspaceId } = principal;
    const held = await rentals.read(workspaceId, params.phone_number_id);
    // There first: a number that stands here can be released again, one that stands nowhere would be paid for unseen.
    if (held.account) await accounts.release(workspaceId, held);
    const number = await audit.act(principal, async (write) => {
      const subject = await rentals.release(workspaceId, params.phone_number_id);
      await write({ act: "number.released", subject });
      return subject;
    });
    await tell(workspaceId, "number.released", number);
    return { message: "The phone number has been removed from your account", state: "deleted" as const };
  });
}

function leadRoutes(app: Http, { rentals, accounts, audit }: NumberRoutesParts): void {
  serve(app, setUpInbound, async ({ body: { agent_id: agentId, phone_number_id: id } }, { principal, request }) => {
    const held = await rentals.read(principal.workspaceId, id);
    if (held.account) await accounts.lead(principal.workspaceId, held);
    return audit.act(principal, async (write) => {
      const { number, isChanged, agentName } = await rentals.assign(principal.workspaceId, id, agentId);
      const details = { agent: agentId, agent_name: agentName };
      if (isChanged) await write({ act: "number.assigned", subject: number, details });
      const url = `${request.protocol}://${request.host}/inbound_call?agent_id=${agentId}&user_id=${principal.workspaceId}`;
      return { url, phone_number: number, id: idOf(number) };
    });
  });
  serve(app, unlinkInbound, async ({ body: { phone_number_id: id } }, { principal }) =>
    audit.act(principal, async (write) => {
      const { number, isChanged } = await rentals.assign(principal.workspaceId, id, null);
      if (isChanged) await write({ act: "number.unassigned", subject: number });
      return { url: null, phone_number: number, id: idOf(number) };
    }),
  );
}
