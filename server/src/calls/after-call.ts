/** What else is written down with the end of a call, in the same transaction. Part of the composition. */
import type { ActivityEvent, EventKind } from "@ongea/contract";
import type { AgentsAfterCall, CallWebhooks } from "./webhooks/call-webhooks.ts";
import type { CallsEnded } from "./later.ts";
import type { CallRow } from "./records/store.ts";
import type { RecoverParts } from "./lifecycle/recover.ts";
import type { Activity, NewEvent, SpendOnCalls } from "../accounts/index.ts";
import type { Db } from "../platform/database/db.ts";

export interface AfterCallParts {
  activity: Pick<Activity, "write">;
  spend: SpendOnCalls;
  /** Who asked in it not to be called again. */
  preferences(db: Db, workspaceId: string, calls: readonly CallRow[]): Promise<void>;
  /** What other domains write down with it: words to be found by, the contact of a batch, a further attempt, what is to be read. */
  told: CallsEnded;
  webhooks: Pick<CallWebhooks, "ended">;
  /** Of these agents, those that ask for something to be made of their calls, and those that want to be told of them. */
  wanting(db: Db, workspaceId: string, agentIds: readonly string[]): Promise<AgentsAfterCall>;
}

const NOBODY: AgentsAfterCall = { tasks: new Set(), webhooks: new Set() };

export function createAfterCall(parts: AfterCallParts): RecoverParts["ended"] {
  const { activity, spend, webhooks, preferences, told, wanting } = parts;
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
}

function toldAs(call: CallRow): NewEvent {
  return {
    ...toldOf(call.status),
    details: { name: call.agentName, number: personOf(call) ?? "", seconds: Math.round(call.durationSeconds) },
    subject: { kind: "call", id: call.id },
  };
}

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
