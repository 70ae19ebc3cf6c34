/** What else is written down with the end of a call, in the same transaction. Part of the composition. */
import type { ActivityEvent, Currency, EventKind } from "@ongea/contract";
import type { AgentsAfterCall, CallWebhooks } from "./webhooks/call-webhooks.ts";
import type { CallsEnded } from "./later.ts";
import type { CallRow } from "./records/store.ts";
import type { RecoverParts } from "./lifecycle/recover.ts";
import { add, costOfSeconds, negate, noMoney, toMinor, type Money, type Prices } from "../platform/money/money.ts";
import type { Credits, NewCredit, Activity, NewEvent } from "../accounts/index.ts";
import type { Db } from "../platform/database/db.ts";

export interface AfterCallParts {
  activity: Activity;
  credits: Credits;
  prices: Prices;
  /** Of so many cents of the US dollar that the installation's own accounts are asked for a call, what the workspace pays. */
  passedOn(cents: number, currency: Currency): Money;
  called: CalledNumbers;
  /** Who asked in it not to be called again. */
  preferences(db: Db, workspaceId: string, calls: readonly CallRow[]): Promise<void>;
  /** What other domains write down with it: words to be found by, the contact of a batch, a further attempt, what is to be read. */
  told: CallsEnded;
  webhooks: Pick<CallWebhooks, "ended">;
  /** Of these agents, those that ask for something to be made of their calls, and those that want to be told of them. */
  wanting(db: Db, workspaceId: string, agentIds: readonly string[]): Promise<AgentsAfterCall>;
}

const NOBODY: AgentsAfterCall = { tasks: new Set(), webhooks: new Set() };

/** Calls to numbers that are rented cost by the minute beside what they cost anyway. */
export interface CalledNumbers {
  /** Of these numbers, those that the workspace rents. */
  rented(workspaceId: string, among: readonly string[]): Promise<ReadonlySet<string>>;
  minute(currency: Currency): Money;
}

export function createAfterCall({
  activity,
  credits,
  prices,
  passedOn,
  called,
  webhooks,
  preferences,
  told,
  wanting,
}: AfterCallParts): RecoverParts["ended"] {
  return async (db, workspaceId, calls) => {
    await preferences(db, workspaceId, calls);
    const agentIds = [...new Set(calls.flatMap(({ agentId }) => agentId ?? []))];
    const agents = agentIds.length === 0 ? NOBODY : await wanting(db, workspaceId, agentIds);
    await told(db, workspaceId, calls, agents);
    const tell = await activity.write(db, workspaceId, calls.map(toldAs));
    await webhooks.ended(calls, agents);
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
  }

  async function incomingOf(workspaceId: string, calls: readonly CallRow[], minute: Money): Promise<NewCredit[]> {
    const inbound = calls.filter(({ direction, answeredAt, toNumber }) => direction === "inbound" && answeredAt && toNumber);
    if (inbound.length === 0) return [];
    const rented = await called.rented(workspaceId, [...new Set(inbound.flatMap(({ toNumber }) => toNumber ?? []))]);
    return inbound.flatMap(({ id, toNumber, durationSeconds }) => {
      if (toNumber === null || !rented.has(toNumber)) return [];
      return [{ kind: "number" as const, amount: negate(costOfSeconds(minute, durationSeconds)), note: toNumber, subject: id }];
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
