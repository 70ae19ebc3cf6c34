/** Numbers as the API writes them. Pure. */
import { NUMBER_PRICE, type PhoneNumber } from "@ongea/contract";
import { ago } from "../../platform/http/ago.ts";
import { minorToUnits, unitsToMinor } from "../../platform/money/money.ts";
import { idOf } from "./rentals.ts";
import type { RentedNumber } from "./store.ts";

const OWN = "sip-trunk";
/** Its carrier charges it. */
const NO_PAYMENT = "00000000-0000-0000-0000-000000000000";

export function wireNumber({ number, agentId, createdAt, updatedAt, ...held }: RentedNumber): PhoneNumber {
  const { rental, trunkId, account, missedCall } = held;
  const [created_at, updated_at] = [createdAt.toISOString(), updatedAt.toISOString()];
  return {
    id: idOf(number),
    phone_number: number,
    agent_id: agentId,
    telephony_provider: account?.carrier ?? rental?.carrier ?? OWN,
    trunk_id: trunkId,
    price: rental ? `$${minorToUnits(NUMBER_PRICE.monthMinor).toFixed(1)}` : priceAt(account),
    rented: true,
    renewal_at: rental ? dayOf(rental.renewsAt) : null,
    renews_at: rental?.renewsAt.toISOString() ?? null,
    missed_call: missedCall,
    humanized_created_at: ago(created_at, Date.now()),
    created_at,
    humanized_updated_at: ago(updated_at, Date.now()),
    updated_at,
  };
}

/** As its carrier said it: "$1.15", "EUR 1.00". */
function priceAt(account: RentedNumber["account"]): string | null {
  if (!account?.price) return null;
  const { amount, currency } = account.price;
  return currency === "USD" ? `$${amount}` : `${currency} ${amount}`;
}

export function wireBought({ number, agentId, createdAt, updatedAt, rental, account }: RentedNumber) {
  return {
    id: idOf(number).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"),
    agent_id: agentId,
    deleted: false,
    renewal: true,
    payment_uuid: rental?.id ?? NO_PAYMENT,
    phone_number: number,
    price: account ? Math.round(unitsToMinor(Number(account.price?.amount ?? 0))) : NUMBER_PRICE.monthMinor,
    telephony_provider: account?.carrier ?? rental?.carrier ?? OWN,
    telephony_sid: account?.ref ?? number.slice(1),
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
