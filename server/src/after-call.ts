/** What else is written down with the end of a call, in the same transaction. Part of the composition. */
import type { ActivityEvent, Currency, EventKind } from "@ongea/contract";
import type { AgentsAfterCall, Analyst, CallRow, SettleParts, Webhooks } from "./calls/index.ts";
import { priceOf, type Amounts, type Credits, type NewCredit } from "./accounts/billing/index.ts";
import type { Db } from "./platform/database/db.ts";
import type { Activity, NewEvent } from "./insights/figures/index.ts";
import type { Search } from "./insights/search/index.ts";

export interface AfterCallParts {
  activity: Activity;
  credits: Credits;
  search: Search;
  prices: Amounts;
  /** Of so many cents of the US dollar that the installation's own accounts are asked for a call, what the workspace pays; millionths of its currency's unit. */
  passedOn(cents: number, currency: Currency): bigint;
  called: CalledNumbers;
  analyst: Analyst;
  /** Who asked in it not to be called again. */
  wishes(db: Db, workspaceId: string, calls: readonly CallRow[]): Promise<void>;
  /** What the end of a call means for the contact of a batch. */
  contacts(db: Db, workspaceId: string, calls: readonly CallRow[]): Promise<void>;
  /** The same for one that was planned: perhaps there is a further attempt. */
  plans(db: Db, workspaceId: string, calls: readonly CallRow[]): Promise<void>;
  webhooks: Pick<Webhooks, "ended">;
  /** Of these agents, those that ask for something to be made of their calls, and those that want to be told of them. */
  wanting(db: Db, workspaceId: string, agentIds: readonly string[]): Promise<AgentsAfterCall>;
}

/** Calls to numbers that are rented cost by the minute beside what they cost anyway. */
export interface CalledNumbers {
  /** Of these numbers, those that the workspace rents. */
  rented(workspaceId: string, among: readonly string[]): Promise<ReadonlySet<string>>;
  /** Millionths of the currency's unit. */
  minute(currency: Currency): bigint;
}

export function createAfterCall({
  activity,
  credits,
  search,
  prices,
  passedOn,
  called,
  analyst,
  webhooks,
  wishes,
  contacts,
  plans,
  wanting,
}: AfterCallParts): SettleParts["ended"] {
  return async (db, workspaceId, calls) => {
    await search.remember(db, calls);
    await wishes(db, workspaceId, calls);
    await contacts(db, workspaceId, calls);
    await plans(db, workspaceId, calls);
    const tell = await activity.write(db, workspaceId, calls.map(toldAs));
    const agentIds = new Set(calls.flatMap(({ agentId }) => agentId ?? []));
    if (agentIds.size > 0) {
      const agents = await wanting(db, workspaceId, [...agentIds]);
      await analyst.ended(calls, agents.tasks);
      await webhooks.ended(calls, agents);
    }
    // Last: from here on the workspace's other calls wait for its balance.
    const warn = await spend(db, workspaceId, calls);
    return () => {
      tell();
      warn?.();
    };
  };

  /** Says once that the balance has become low: when these calls took it below what a few more cost. */
  async function spend(db: Db, workspaceId: string, calls: readonly CallRow[]): Promise<(() => void) | undefined> {
    const currency = await credits.currency(db, workspaceId);
    const minute = prices[currency] ?? 0n;
    const asked = calls.map(({ id, agentName, answeredAt, durationSeconds, cost }) => {
      const amountMicros = -priceOf(minute, answeredAt ? durationSeconds : 0) - passedOn(cost.installation ?? 0, currency);
      return { kind: "call" as const, amountMicros, note: agentName, subject: id };
    });
    const incoming = await incomingOf(workspaceId, calls, called.minute(currency));
    const spent = await credits.addAll(db, workspaceId, [...asked, ...incoming]);
    if (spent.length === 0) return undefined;
    const left = await credits.left(db, workspaceId);
    const before = spent.reduce((sum, { amountMicros }) => sum - amountMicros, left);
    const low = minute * LOW_MINUTES;
    if (left >= low || before < low) return undefined;
    const details = { amount: Number(left) / MICROS_A_MINOR, currency };
    return activity.write(db, workspaceId, [{ kind: "credit.low", tone: "error", details, notify: true }]);
  }

  async function incomingOf(workspaceId: string, calls: readonly CallRow[], minute: bigint): Promise<NewCredit[]> {
    const inbound = calls.filter(({ direction, answeredAt, toNumber }) => direction === "inbound" && answeredAt && toNumber);
    if (inbound.length === 0) return [];
    const rented = await called.rented(workspaceId, [...new Set(inbound.flatMap(({ toNumber }) => toNumber ?? []))]);
    return inbound.flatMap(({ id, toNumber, durationSeconds }) => {
      if (toNumber === null || !rented.has(toNumber)) return [];
      return [{ kind: "number" as const, amountMicros: -priceOf(minute, durationSeconds), note: toNumber, subject: id }];
    });
  }
}

function toldAs(call: CallRow): NewEvent {
  return {
    ...toldOf(call.status),
    details: { name: call.agentName, number: personOf(call) ?? "", seconds: Math.round(call.durationSeconds) },
    subject: { kind: "call", id: call.id },
  };
}

/** A balance that pays for fewer minutes is low. */
const LOW_MINUTES = 100n;
const MICROS_A_MINOR = 10_000;

function toldOf(status: CallRow["status"]): { kind: EventKind; tone: ActivityEvent["tone"]; notify: boolean } {
  switch (status) {
    case "completed":
      return { kind: "call.completed", tone: "success", notify: false };
    case "busy":
    case "no-answer":
      return { kind: "call.missed", tone: "info", notify: false };
    case "canceled":
    case "stopped":
      return { kind: "call.canceled", tone: "info", notify: false };
    default:
      return { kind: "call.failed", tone: "error", notify: true };
  }
}

function personOf({ direction, fromNumber, toNumber }: CallRow): string | null {
  return direction === "inbound" ? fromNumber : toNumber;
}
