/** Numbers that a workspace has at telephone companies, by accounts of its own. */
import { NUMBER_COUNTRIES, type Carrier, type NumberCountry } from "@ongea/contract";
import type { CarrierAccount, MonthlyPrice, OfferedNumber } from "../../carriers/account.ts";
import type { CarrierDirectory } from "../../carriers/directory.ts";
import { refuse } from "../../../platform/http/refuse.ts";
import type { RentedNumber } from "../store.ts";
import { accountOf, createOrders, rethrow, type OrderedNumber, type OrdersParts, type NumberOrder } from "./orders.ts";
import { createAccountNumberStore } from "./store.ts";

export interface AccountNumbersParts extends Omit<OrdersParts, "priceOf"> {
  carriers: CarrierDirectory;
  /** As companies reach this server; undefined: they do not. */
  publicUrl: string | undefined;
}

export interface AccountNumbers {
  connected(workspaceId: string): Promise<Carrier[]>;
  search(
    workspaceId: string,
    wanted: { carrier: Carrier; country: NumberCountry; pattern?: string | undefined },
  ): Promise<OfferedNumber[]>;
  buy(workspaceId: string, wanted: NumberOrder & { country: NumberCountry }): Promise<OrderedNumber>;
  /** Numbers of the account that nobody has here. */
  importable(workspaceId: string, carrier: Carrier): Promise<string[]>;
  /** One that the account has already. */
  take(workspaceId: string, wanted: NumberOrder): Promise<OrderedNumber>;
  /** At the company. Its row is the caller's. */
  release(workspaceId: string, held: RentedNumber): Promise<void>;
  /** The company asks this server what to do with its calls. */
  lead(workspaceId: string, held: RentedNumber): Promise<void>;
  /** Asks companies what has become of orders that nobody knows the end of. Returns how many are settled. */
  settle(signal: AbortSignal): Promise<number>;
}

const SHOWN = 20;
const MOST_PRICES = 2_000;

export function createAccountNumbers(parts: AccountNumbersParts): AccountNumbers {
  const { tenancy, carriers } = parts;
  const store = createAccountNumberStore(tenancy);
  const prices = new Map<string, MonthlyPrice | undefined>();
  const orders = createOrders({ ...parts, priceOf: ({ carrier, number }) => prices.get(`${carrier} ${number}`) });
  const at = (workspaceId: string, carrier: Carrier): Promise<CarrierAccount> => accountOf(carriers, workspaceId, carrier);

  return {
    connected: (workspaceId) => carriers.connected(workspaceId),
    async search(workspaceId, { carrier, ...wanted }) {
      const account = await at(workspaceId, carrier);
      const offered = await account.search(wanted).catch(rethrow);
      const taken = await store.taken(offered.map(({ number }) => number));
      const free = offered.filter(({ number }) => !taken.has(number)).slice(0, SHOWN);
      if (prices.size > MOST_PRICES) prices.clear();
      for (const { number, price } of free) prices.set(`${carrier} ${number}`, price);
      return free;
    },
    async buy(workspaceId, { country, ...wanted }) {
      if (!wanted.number.startsWith(NUMBER_COUNTRIES[country])) throw refuse("number.not_free");
      return orders.buy(workspaceId, wanted);
    },
    settle: (signal) => orders.settle(signal),
    async importable(workspaceId, carrier) {
      const account = await at(workspaceId, carrier);
      const owned = (await account.owned().catch(rethrow)).map(({ number }) => number);
      const taken = await store.taken(owned);
      return owned.filter((number) => !taken.has(number));
    },
    async take(workspaceId, { carrier, number }) {
      const account = await at(workspaceId, carrier);
      const key = { workspaceId, number };
      const before = await store.find(key);
      if (before?.account?.ref) return { held: before, isNew: false };
      if ((await store.count(workspaceId)) >= (await parts.mostOf(workspaceId))) throw refuse("number.too_many");
      const owned = await account.find(number).catch(rethrow);
      if (!owned) throw refuse("number.not_found");
      const held = await store.settle(key, { carrier, ref: owned.ref, price: undefined });
      if (!held) throw refuse("number.not_free");
      return { held, isNew: true };
    },
    async release(workspaceId, { account: held }) {
      if (!held?.ref) throw refuse("number.not_rented");
      const account = await at(workspaceId, held.carrier);
      await account.release(held.ref).catch(rethrow);
    },
    async lead(workspaceId, { account: held }) {
      if (!held?.ref) return;
      const { publicUrl } = parts;
      if (publicUrl === undefined) throw refuse("number.no_public_url");
      const account = await at(workspaceId, held.carrier);
      const base = `${publicUrl}/carriers/${held.carrier}/${workspaceId}`;
      await account.lead(held.ref, { voiceUrl: `${base}/voice`, statusUrl: `${base}/status` }).catch(rethrow);
    },
  };
}
