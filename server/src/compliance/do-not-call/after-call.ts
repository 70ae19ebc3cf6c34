/** A caller who asked not to be called again and hung up before they could confirm it is on the list when the call is stored. */
import { optOutIn } from "@ongea/conversation";
import { isPhoneNumber } from "../../platform/phone-number/phone-number.ts";
import type { Db } from "../../platform/database/db.ts";
import type { DoNotCallStore, OptOut } from "./store.ts";

/** What must be known of a call that has ended. */
interface EndedCall {
  id: string;
  direction: "inbound" | "outbound";
  fromNumber: string | null;
  toNumber: string | null;
  transcript: string | null;
}

export function recordOptOuts(store: Pick<DoNotCallStore, "add">) {
  return async (db: Db, workspaceId: string, calls: readonly EndedCall[]): Promise<void> => {
    const preferences = calls.flatMap((call): OptOut[] => {
      const number = call.direction === "inbound" ? call.fromNumber : call.toNumber;
      return isPhoneNumber(number) && leftAsking(call.transcript) ? [{ number, callId: call.id }] : [];
    });
    await store.add(db, workspaceId, "asked", preferences);
  };
}

/**
 * Whether the request was the last that the person said; what they said after it answered the question whether they mean it.
 * @param transcript lines `assistant: …` and `user: …`
 */
function leftAsking(transcript: string | null): boolean {
  const last = transcript?.split("\n").findLast((line) => line.startsWith("user: "));
  return last !== undefined && optOutIn(last.slice(6)) !== undefined;
}
