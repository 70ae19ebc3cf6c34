/** Who asks in a call not to be called again is on the list when the call is stored. */
import type { Db } from "../platform/database/db.ts";
import { asksNotToBeCalled } from "./asked.ts";
import type { DoNotCallStore, Wish } from "./store.ts";

/** What must be known of a call that has ended. */
interface EndedCall {
  id: string;
  direction: "inbound" | "outbound";
  fromNumber: string | null;
  toNumber: string | null;
  transcript: string | null;
}

const NUMBER = /^\+\d{7,15}$/;

export function wishesIn(store: Pick<DoNotCallStore, "add">) {
  return async (db: Db, workspaceId: string, calls: readonly EndedCall[]): Promise<void> => {
    const wishes = calls.flatMap((call): Wish[] => {
      const number = call.direction === "inbound" ? call.fromNumber : call.toNumber;
      return number !== null && NUMBER.test(number) && asksNotToBeCalled(call.transcript) ? [{ number, callId: call.id }] : [];
    });
    await store.add(db, workspaceId, "asked", wishes);
  };
}
