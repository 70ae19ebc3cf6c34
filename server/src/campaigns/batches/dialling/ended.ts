/** What the end of a call means for the contact that it was made for, written down with it. */
import { mayHaveRung, type CallRow } from "../../../calls/index.ts";
import { retryAfterMinutes } from "../../scheduled/retries.ts";
import type { Db } from "../../../platform/database/db.ts";
import { mayFollow } from "../messaging/follow-up.ts";
import type { DialStore, EndOfContact, ContactOfCall } from "./store.ts";

const MINUTE_MS = 60_000;

export function contactsOfEnded(store: Pick<DialStore, "ofCalls" | "ended">, now: () => Date) {
  return async (db: Db, workspaceId: string, calls: readonly CallRow[]): Promise<void> => {
    const ofBatches = new Map(calls.filter(({ batchId }) => batchId !== null).map((call) => [call.id, call]));
    if (ofBatches.size === 0) return;
    const contacts = await store.ofCalls(db, workspaceId, [...ofBatches.keys()]);
    await store.ended(
      db,
      contacts.flatMap((contact) => {
        const call = ofBatches.get(contact.executionId);
        return call ? [endOf(contact, call, now().getTime())] : [];
      }),
    );
  };
}

function endOf({ attempts, retry, followUp, ...of }: ContactOfCall, call: CallRow, nowMs: number): EndOfContact {
  if (mayHaveRung(call)) return { ...of, outcome: "unknown" };
  const minutes = retryAfterMinutes(retry, call, attempts);
  if (minutes !== undefined) return { ...of, outcome: call.status, againAt: new Date(nowMs + minutes * MINUTE_MS) };
  return { ...of, outcome: call.status, isFollowed: followUp !== null && mayFollow(followUp, call) };
}
