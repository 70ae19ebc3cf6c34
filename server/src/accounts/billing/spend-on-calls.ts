/** What calls that are over take from the balance of their workspace. */
import type { Currency } from "@ongea/contract";
import type { Db } from "../../platform/database/db.ts";
import { add, costOfSeconds, negate, noMoney, toMinor, type Money, type Prices } from "../../platform/money/money.ts";
import type { Activity } from "../activity/activity.ts";
import type { Credits, NewCredit } from "./store.ts";

export interface PaidCall {
  id: string;
  agentName: string;
  direction: "inbound" | "outbound";
  answeredAt: Date | null;
  toNumber: string | null;
  durationSeconds: number;
  /** `installation`: of what it cost, the part of the installation's own accounts, in cents of the US dollar. */
  cost: { installation?: number };
}

/** Calls to numbers that are rented cost by the minute beside what they cost anyway. */
export interface CalledNumbers {
  /** Of these numbers, those that the workspace rents. */
  rented(workspaceId: string, among: readonly string[]): Promise<ReadonlySet<string>>;
  minute(currency: Currency): Money;
}

export interface SpendingParts {
  activity: Pick<Activity, "write">;
  credits: Credits;
  prices: Prices;
  /** Of so many cents of the US dollar that the installation's own accounts are asked for a call, what the workspace pays. */
  passedOn(cents: number, currency: Currency): Money;
  called: CalledNumbers;
}

/** Within the transaction that ends these calls; what it returns is done when everything is stored. */
export type SpendOnCalls = (db: Db, workspaceId: string, calls: readonly PaidCall[]) => Promise<(() => void) | undefined>;

/** A balance that pays for fewer minutes is low. */
const LOW_MINUTES = 100n;

/** Says once that the balance has become low: when these calls took it below what a few more cost. */
export function createSpending({ activity, credits, prices, passedOn, called }: SpendingParts): SpendOnCalls {
  return async (db, workspaceId, calls) => {
    const currency = await credits.currency(db, workspaceId);
    const minute = prices[currency] ?? noMoney(currency);
    const asked = calls.map(({ id, agentName, answeredAt, durationSeconds, cost }) => {
      const price = add(costOfSeconds(minute, answeredAt ? durationSeconds : 0), passedOn(cost.installation ?? 0, currency));
      return { kind: "call" as const, amount: negate(price), note: agentName, subject: id };
    });
    const incoming = await incomingOf(workspaceId, calls, called.minute(currency));
    const spent = await credits.addAll(db, workspaceId, [...asked, ...incoming]);
    if (spent.length === 0) return undefined;
    const left = await credits.left(db, workspaceId);
    const before = spent.reduce((sum, { amount }) => sum - amount.micros, left);
    const low = minute.micros * LOW_MINUTES;
    if (left >= low || before < low) return undefined;
    const details = { amount: toMinor({ micros: left }), currency };
    return activity.write(db, workspaceId, [{ kind: "credit.low", tone: "error", details, notify: true }]);
  };

  async function incomingOf(workspaceId: string, calls: readonly PaidCall[], minute: Money): Promise<NewCredit[]> {
    const inbound = calls.filter(({ direction, answeredAt, toNumber }) => direction === "inbound" && answeredAt && toNumber);
    if (inbound.length === 0) return [];
    const rented = await called.rented(workspaceId, [...new Set(inbound.flatMap(({ toNumber }) => toNumber ?? []))]);
    return inbound.flatMap(({ id, toNumber, durationSeconds }) => {
      if (toNumber === null || !rented.has(toNumber)) return [];
      return [{ kind: "number" as const, amount: negate(costOfSeconds(minute, durationSeconds)), note: toNumber, subject: id }];
    });
  }
}
