/** What else is written down with the end of a call, in the same transaction. Part of the composition. */
import type { EventKind, Happening } from "@ongea/contract";
import type { CallRow, CallsParts } from "./calls/index.ts";
import { priceOf, type Credits, type MinutePrices } from "./credits/index.ts";
import type { Happenings } from "./insights/index.ts";
import type { Search } from "./search/index.ts";

export interface AfterCallParts {
  happenings: Happenings;
  credits: Credits;
  search: Search;
  prices: MinutePrices;
}

export function createAfterCall({ happenings, credits, search, prices }: AfterCallParts): CallsParts["ended"] {
  return async (db, call) => {
    await search.remember(db, call);
    const currency = await credits.currency(db, call.workspaceId);
    const price = priceOf(prices[currency] ?? 0n, call.answeredAt ? call.durationSeconds : 0);
    await credits.add(db, call.workspaceId, { kind: "call", amountMicros: -price, note: call.agentName, subject: call.id });
    return happenings.write(db, call.workspaceId, {
      ...toldOf(call.status),
      details: { name: call.agentName, number: personOf(call) ?? "", seconds: Math.round(call.durationSeconds) },
      subject: { kind: "call", id: call.id },
    });
  };
}

function toldOf(status: CallRow["status"]): { kind: EventKind; tone: Happening["tone"]; notify: boolean } {
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
