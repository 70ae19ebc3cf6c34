import {
  buyPhoneNumber,
  listPhoneNumbers,
  NUMBER_PRICE,
  releasePhoneNumber,
  searchPhoneNumbers,
  setUpInbound,
  unlinkInbound,
  type PhoneNumber,
} from "@ongea/contract";
import type { Audit } from "../audit/index.ts";
import { ago } from "../platform/http/ago.ts";
import type { Http } from "../platform/http/http.ts";
import { serve } from "../platform/http/serve.ts";
import type { Numbers } from "./numbers.ts";
import { idOf, type Rentals } from "./rentals.ts";
import type { HeldNumber } from "./store.ts";

export interface NumberRoutesParts {
  numbers: Pick<Numbers, "held">;
  rentals: Rentals;
  audit: Pick<Audit, "act">;
  tell(workspaceId: string, kind: "number.connected" | "number.released", number: string): Promise<void>;
}

const CENTS = 100;
const OWN = "sip-trunk";

export function numberRoutes(app: Http, { numbers, rentals, audit, tell }: NumberRoutesParts): void {
  serve(app, listPhoneNumbers, async (_, { asker }) => (await numbers.held(asker.workspaceId)).map(wireNumber));
  serve(app, searchPhoneNumbers, async ({ query: { country, pattern } }) => {
    const offered = await rentals.search({ country, pattern });
    const price = NUMBER_PRICE.monthMinor / CENTS;
    return offered.map(({ number: phone_number, region }) => {
      return { region, friendly_name: null, locality: null, phone_number, provider: rentals.carrier, price };
    });
  });
  serve(app, buyPhoneNumber, async ({ body: { country, phone_number: number } }, { asker }) => {
    const { held, isNew } = await audit.act(asker, async (write) => {
      const bought = await rentals.buy(asker.workspaceId, { country, number });
      if (bought.isNew) await write({ act: "number.bought", subject: number });
      return bought;
    });
    if (isNew) await tell(asker.workspaceId, "number.connected", number);
    return wireBought(held);
  });
  serve(app, releasePhoneNumber, async ({ params }, { asker }) => {
    const number = await audit.act(asker, async (write) => {
      const subject = await rentals.release(asker.workspaceId, params.phone_number_id);
      await write({ act: "number.released", subject });
      return subject;
    });
    await tell(asker.workspaceId, "number.released", number);
    return { message: "The phone number has been removed from your account", state: "deleted" as const };
  });
  serve(app, setUpInbound, async ({ body: { agent_id: agentId, phone_number_id: id } }, { asker, request }) =>
    audit.act(asker, async (write) => {
      const { number, isChanged } = await rentals.assign(asker.workspaceId, id, agentId);
      if (isChanged) await write({ act: "number.assigned", subject: number, details: { agent: agentId } });
      const url = `${request.protocol}://${request.host}/inbound_call?agent_id=${agentId}&user_id=${asker.workspaceId}`;
      return { url, phone_number: number, id: idOf(number) };
    }),
  );
  serve(app, unlinkInbound, async ({ body: { phone_number_id: id } }, { asker }) =>
    audit.act(asker, async (write) => {
      const { number, isChanged } = await rentals.assign(asker.workspaceId, id, null);
      if (isChanged) await write({ act: "number.unassigned", subject: number });
      return { url: null, phone_number: number, id: idOf(number) };
    }),
  );
}

function wireNumber({ number, agentId, createdAt, updatedAt, rental, trunkId }: HeldNumber): PhoneNumber {
  const [created_at, updated_at] = [createdAt.toISOString(), updatedAt.toISOString()];
  return {
    id: idOf(number),
    phone_number: number,
    agent_id: agentId,
    telephony_provider: rental?.carrier ?? OWN,
    trunk_id: trunkId,
    price: rental ? `$${(NUMBER_PRICE.monthMinor / CENTS).toFixed(1)}` : null,
    rented: true,
    renewal_at: rental ? dayOf(rental.renewsAt) : null,
    renews_at: rental?.renewsAt.toISOString() ?? null,
    humanized_created_at: ago(created_at, Date.now()),
    created_at,
    humanized_updated_at: ago(updated_at, Date.now()),
    updated_at,
  };
}

function wireBought({ number, agentId, createdAt, updatedAt, rental }: HeldNumber) {
  return {
    id: idOf(number).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"),
    agent_id: agentId,
    deleted: false,
    renewal: true,
    payment_uuid: rental?.id ?? "",
    phone_number: number,
    price: NUMBER_PRICE.monthMinor,
    telephony_provider: rental?.carrier ?? OWN,
    telephony_sid: number.slice(1),
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  };
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const ORDINALS: Readonly<Record<number, string>> = { 1: "st", 2: "nd", 3: "rd", 21: "st", 22: "nd", 23: "rd", 31: "st" };

/** "17th Dec, 2026", in English: as the wire has it. */
export function dayOf(at: Date): string {
  const day = at.getUTCDate();
  return `${day}${ORDINALS[day] ?? "th"} ${MONTHS[at.getUTCMonth()] ?? ""}, ${at.getUTCFullYear()}`;
}
