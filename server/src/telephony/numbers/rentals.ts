/** Numbers are rented, given back and led to agents; the rent is charged once for each period. */
import { createHash, randomUUID } from "node:crypto";
import { NUMBER_PRICE, RENT_DAYS, type MissedCallSetting, type NumberCountry } from "@ongea/contract";
import type { Agents } from "../../agents/index.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { refuse } from "../../platform/http/refuse.ts";
import type { Carrier, NumberOffer, SearchedNumbers } from "./carrier.ts";
import { createRentalStore, type DueRent, type RentalStore } from "./rental/store.ts";
import type { RentedNumber } from "./store.ts";

export interface Charge {
  /** In cents of the US dollar. */
  cents: number;
  note: string;
  /** Told twice with the same, it counts once. */
  subject: string;
}

export interface RentalParts {
  tenancy: Tenancy;
  agents: Pick<Agents, "hold">;
  carrier: Carrier;
  /** Takes part in the transaction around it. */
  charge(workspaceId: string, charge: Charge): Promise<void>;
  /** As many numbers may a workspace rent. */
  mostOf(workspaceId: string): Promise<number>;
  now(): Date;
}

export interface Assigned {
  number: string;
  /** False: it was so already. */
  isChanged: boolean;
  /** Empty where nobody answers it now. */
  agentName: string;
}

export interface Rentals {
  carrier: string;
  search(asked: SearchedNumbers): Promise<NumberOffer[]>;
  /** `isNew`: it was not rented by this workspace before. */
  buy(workspaceId: string, wanted: { country: NumberCountry; number: string }): Promise<{ held: RentedNumber; isNew: boolean }>;
  /** Held until the transaction around it is done. Refuses with "number.not_found". */
  read(workspaceId: string, id: string): Promise<RentedNumber>;
  /** Returns the number. Of one at a telephone company only what stands here: the company has released it before. */
  release(workspaceId: string, id: string): Promise<string>;
  /** `agentId` null: nobody answers it any more. */
  assign(workspaceId: string, id: string, agentId: string | null): Promise<Assigned>;
  /** How it answers missed calls; null: its agent answers. */
  setMissedCall(workspaceId: string, id: string, setting: MissedCallSetting | null): Promise<RentedNumber>;
  /** Whether somebody has this number here, whoever it is. */
  isOurs(number: string): Promise<boolean>;
  /** Charges the rent of every number for each period that has begun. Returns how many periods. */
  renew(signal: AbortSignal): Promise<number>;
}

const DAY_MS = 86_400_000;
const SHOWN = 20;
const DUE_AT_ONCE = 200;

/** Clients want one of 32 digits; a number is its own name here. */
export function idOf(number: string): string {
  return createHash("md5").update(number).digest("hex");
}

export function createRentals({ tenancy, agents, carrier, charge, mostOf, now }: RentalParts): Rentals {
  const store = createRentalStore(tenancy);
  const rent = async (workspaceId: string, number: string, subject: string): Promise<void> => {
    if (!carrier.isFree) await charge(workspaceId, { cents: NUMBER_PRICE.monthMinor, note: number, subject });
  };

  async function renewOne(due: DueRent): Promise<boolean> {
    const { workspaceId, number, rental } = due;
    return tenancy.together(workspaceId, async () => {
      if (!(await store.renew(due, later(rental.renewsAt)))) return false;
      await rent(workspaceId, number, subjectOf(rental.id, rental.renewsAt));
      return true;
    });
  }

  return {
    carrier: carrier.name,
    async search(asked) {
      const offered = await carrier.search(asked);
      const taken = await store.taken(offered.map(({ number }) => number));
      return offered.filter(({ number }) => !taken.has(number)).slice(0, SHOWN);
    },
    buy: (workspaceId, { country, number }) =>
      tenancy.together(workspaceId, async () => {
        await store.hold(workspaceId);
        const key = { workspaceId, number };
        const before = await store.find(key);
        if (before?.rental) return { held: before, isNew: false };
        if (before || !carrier.has(country, number)) throw refuse("number.not_free");
        if ((await store.rentedBy(workspaceId)) >= (await mostOf(workspaceId))) throw refuse("number.too_many");
        const from = now();
        const rental = { carrier: carrier.name, id: randomUUID(), renewsAt: later(from) };
        if (!(await store.add(key, rental))) throw refuse("number.not_free");
        await rent(workspaceId, number, subjectOf(rental.id, from));
        await carrier.rent(number);
        const held = await store.find(key);
        if (!held) throw new Error("A number was not stored");
        return { held, isNew: true };
      }),
    read: (workspaceId, id) => heldBy(store, workspaceId, id),
    release: (workspaceId, id) =>
      tenancy.together(workspaceId, async () => {
        const { number, rental, account } = await heldBy(store, workspaceId, id);
        if (!rental && !account) throw refuse("number.not_rented");
        await store.remove({ workspaceId, number });
        if (rental) await carrier.release(number);
        return number;
      }),
    assign: (workspaceId, id, agentId) =>
      tenancy.together(workspaceId, async () => {
        // The agent first: whoever deletes one takes its numbers from it in the same order.
        const agent = agentId === null ? undefined : await agents.hold({ workspaceId, id: agentId });
        const { number, agentId: before } = await heldBy(store, workspaceId, id);
        if (before !== agentId) await store.assign({ workspaceId, number }, agentId);
        return { number, isChanged: before !== agentId, agentName: agent?.document.agent_config.agent_name ?? "" };
      }),
    setMissedCall: (workspaceId, id, setting) =>
      tenancy.together(workspaceId, async () => {
        const held = await heldBy(store, workspaceId, id);
        return (await store.setMissedCall({ workspaceId, number: held.number }, setting)) ?? held;
      }),
    isOurs: async (number) => (await store.taken([number])).size > 0,
    async renew(signal) {
      let renewed = 0;
      for (let due = await store.due(now(), DUE_AT_ONCE); due.length > 0; due = await store.due(now(), DUE_AT_ONCE)) {
        for (const one of due) {
          if (signal.aborted) return renewed;
          if (await renewOne(one)) renewed++;
        }
      }
      return renewed;
    },
  };
}

async function heldBy(store: RentalStore, workspaceId: string, id: string): Promise<RentedNumber> {
  const held = await store.holdById(workspaceId, id.replaceAll("-", "").toLowerCase());
  if (!held) throw refuse("number.not_found");
  return held;
}

function later(from: Date): Date {
  return new Date(from.getTime() + RENT_DAYS * DAY_MS);
}

/** One period of one rental. */
function subjectOf(rentalId: string, from: Date): string {
  return `${rentalId} ${from.toISOString()}`;
}
