/** What else is written down with the end of a call, in the same transaction. Part of the composition. */
import type { EventKind, ActivityEvent } from "@ongea/contract";
import type { CallRow, SettleParts } from "./calls/index.ts";
import { priceOf, type Credits, type Amounts } from "./credits/index.ts";
import type { Db } from "./platform/database/db.ts";
import type { Activity } from "./insights/index.ts";
import type { Search } from "./search/index.ts";

export interface AfterCallParts {
  activity: Activity;
  credits: Credits;
  search: Search;
  prices: Amounts;
}

export function createAfterCall({ activity, credits, search, prices }: AfterCallParts): SettleParts["ended"] {
  return async (db, call) => {
    await search.remember(db, call);
    const tell = await activity.write(db, call.workspaceId, {
      ...toldOf(call.status),
      details: { name: call.agentName, number: personOf(call) ?? "", seconds: Math.round(call.durationSeconds) },
      subject: { kind: "call", id: call.id },
    });
    // Last: from here on the workspace's other calls wait for its balance.
    const warn = await spend(db, call);
    return () => {
      tell();
      warn?.();
    };
  };

  /** Says once that the balance has become low: when this call took it below what a few more cost. */
  async function spend(
    db: Db,
    { id, workspaceId, agentName, answeredAt, durationSeconds }: CallRow,
  ): Promise<(() => void) | undefined> {
    const currency = await credits.currency(db, workspaceId);
    const minute = prices[currency] ?? 0n;
    const price = priceOf(minute, answeredAt ? durationSeconds : 0);
    if (!(await credits.add(db, workspaceId, { kind: "call", amountMicros: -price, note: agentName, subject: id })))
      return undefined;
    const left = await credits.left(db, workspaceId);
    const low = minute * LOW_MINUTES;
    if (left >= low || left + price < low) return undefined;
    const details = { amount: Number(left) / MICROS_A_MINOR, currency };
    return activity.write(db, workspaceId, { kind: "credit.low", tone: "error", details, notify: true });
  }
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
    case "canceled":
    case "stopped":
      return { kind: "call.missed", tone: "info", notify: false };
    default:
      return { kind: "call.failed", tone: "error", notify: true };
  }
}

function personOf({ direction, fromNumber, toNumber }: CallRow): string | null {
  return direction === "inbound" ? fromNumber : toNumber;
}
