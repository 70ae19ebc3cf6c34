/**
 * What a workspace asks a telephone company for stands in the table before the company is asked, so that a number is never lost between the
 * two: whatever becomes of the answer, the company is asked later what it did. A company rents a number out once, so that asking twice buys
 * nothing twice.
 */
import type { Carrier, RefusalCode } from "@ongea/contract";
import type { CarrierAccount, MonthlyPrice } from "../../carriers/account.ts";
import { RestFailure } from "../../../platform/fetch/rest.ts";
import type { CarrierDirectory } from "../../carriers/directory.ts";
import type { Tenancy } from "../../../platform/database/tenancy.ts";
import { refuse, type Refusal } from "../../../platform/http/refuse.ts";
import type { NumberKey, RentedNumber } from "../store.ts";
import { createAccountNumberStore, type AccountNumberStore, type Ordered } from "./store.ts";

export interface OrdersParts {
  tenancy: Tenancy;
  carriers: Pick<CarrierDirectory, "account">;
  /** What the company said when the number was found. */
  priceOf(wanted: NumberOrder): MonthlyPrice | undefined;
  /** As many numbers may a workspace have at companies. */
  mostOf(workspaceId: string): Promise<number>;
  /** An earlier order was found to have been done. */
  found(workspaceId: string, number: string): Promise<void>;
  now(): Date;
}

export interface NumberOrder {
  carrier: Carrier;
  number: string;
}

export interface OrderedNumber {
  held: RentedNumber;
  /** The workspace did not have it before. */
  isNew: boolean;
}

export interface Orders {
  buy(workspaceId: string, wanted: NumberOrder): Promise<OrderedNumber>;
  /** Asks companies what has become of orders that nobody knows the end of. Returns how many are settled. */
  settle(signal: AbortSignal): Promise<number>;
}

/** An order that runs is over by then. */
const RUNS_MS = 60_000;
/** A number that a company does not show so long after it was asked for has not been bought. */
const HOPELESS_MS = 600_000;
const UNSETTLED_AT_ONCE = 50;

export function createOrders(parts: OrdersParts): Orders {
  const { tenancy, carriers, now } = parts;
  const store = createAccountNumberStore(tenancy);
  const underWay = new Map<string, Promise<OrderedNumber>>();

  /** Undefined: it stands there settled, and is the answer. */
  async function order(key: NumberKey, wanted: NumberOrder): Promise<RentedNumber | undefined> {
    return tenancy.together(key.workspaceId, async () => {
      const { carrier } = wanted;
      await store.hold(key.workspaceId);
      const before = await store.find(key);
      if (before?.account?.carrier === carrier) return before.account.ref === null ? undefined : before;
      if (before) throw refuse("number.not_free");
      if ((await store.count(key.workspaceId)) >= (await parts.mostOf(key.workspaceId))) throw refuse("number.too_many");
      const price = parts.priceOf(wanted);
      if (!(await store.order(key, { carrier, price }))) throw refuse("number.not_free");
      return undefined;
    });
  }

  async function buy(workspaceId: string, wanted: NumberOrder): Promise<OrderedNumber> {
    const { carrier, number } = wanted;
    const key = { workspaceId, number };
    const account = await accountOf(carriers, workspaceId, carrier);
    const settled = await order(key, wanted);
    if (settled) return { held: settled, isNew: false };
    const ref = await rented(store, account, key);
    const held = await store.settle(key, { carrier, ref, price: parts.priceOf(wanted) });
    if (!held) throw refuse("number.not_free");
    return { held, isNew: true };
  }

  return {
    buy(workspaceId, wanted) {
      const key = `${workspaceId} ${wanted.carrier} ${wanted.number}`;
      const known = underWay.get(key);
      if (known) return known.then(({ held }) => ({ held, isNew: false }));
      const bought = buy(workspaceId, wanted).finally(() => underWay.delete(key));
      underWay.set(key, bought);
      return bought;
    },
    async settle(signal) {
      let settled = 0;
      for (const one of await store.unsettled(new Date(now().getTime() - RUNS_MS), UNSETTLED_AT_ONCE)) {
        if (signal.aborted) break;
        if (await settleOne(store, parts, one)) settled++;
      }
      return settled;
    },
  };
}

/** Asks the company. A number that it has rented to this account before is ours, whatever it says. */
async function rented(store: AccountNumberStore, account: CarrierAccount, key: NumberKey): Promise<string> {
  try {
    return (await account.find(key.number))?.ref ?? (await account.rent(key.number));
  } catch (error) {
    if (!(error instanceof RestFailure) || error.problem === "unknown") throw refusalOf(error);
    const owned = await account.find(key.number).catch(() => "unknown" as const);
    if (owned === "unknown") throw refuse("number.carrier_silent");
    if (owned) return owned.ref;
    await store.forget(key);
    throw refusalOf(error);
  }
}

/** False: its end is still not known. */
async function settleOne(
  store: AccountNumberStore,
  { carriers, found, now }: OrdersParts,
  { workspaceId, number, carrier, orderedAt }: Ordered,
): Promise<boolean> {
  const account = await carriers.account(workspaceId, carrier);
  const owned = account && (await account.find(number).catch(() => "unknown" as const));
  if (!account || owned === "unknown") return false;
  const key = { workspaceId, number };
  if (owned) {
    const before = await store.find(key);
    await store.settle(key, { carrier, ref: owned.ref, price: before?.account?.price });
    await found(workspaceId, number);
    return true;
  }
  if (now().getTime() - orderedAt.getTime() < HOPELESS_MS) return false;
  await store.forget(key);
  return true;
}

/** Refuses with "number.carrier_not_connected". */
export async function accountOf(
  carriers: Pick<CarrierDirectory, "account">,
  workspaceId: string,
  carrier: Carrier,
): Promise<CarrierAccount> {
  const account = await carriers.account(workspaceId, carrier);
  if (!account) throw refuse("number.carrier_not_connected");
  return account;
}

export function rethrow(error: unknown): never {
  throw refusalOf(error);
}

/** In our words, with the company's own beside them. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof RestFailure)) return error;
  const code: RefusalCode = error.problem === "unknown" ? "number.carrier_silent" : "number.carrier_refused";
  const refusal: Refusal = refuse(code, error.says === "" ? undefined : [{ type: "carrier", loc: ["carrier"], msg: error.says }]);
  return refusal;
}
