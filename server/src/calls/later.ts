/** What domains that come after calls do for them: they are opened later, and join then. */
import type { Entry } from "@ongea/contract";
import type { Db } from "../platform/database/db.ts";
import type { CallSearch } from "./history/search.ts";
import type { SendMessage } from "./lifecycle/send-message.ts";
import type { Transfer } from "./lifecycle/transfer.ts";
import type { CallRow } from "./records/store.ts";
import type { CallWords } from "./records/words/store.ts";
import type { AgentsAfterCall } from "./webhooks/call-webhooks.ts";

/** Within the transaction that ends these calls of one workspace. */
export type CallsEnded = (db: Db, workspaceId: string, calls: readonly CallRow[], agents: AgentsAfterCall) => Promise<void>;

export interface CallsLater {
  /** Puts a caller through. */
  transfer: Transfer;
  /** Writes to the person of a call. */
  sendMessage: SendMessage;
  search: CallSearch & {
    /** The calls are found by the words that are left. */
    rememberAnew(db: Db, calls: readonly CallRow[]): Promise<void>;
  };
  /** The journal of a generated demo call; empty for a real one. */
  rehearsed(call: CallRow): Promise<Entry[]>;
  /** Of these numbers, those that the workspace rents. */
  rented(workspaceId: string, among: readonly string[]): Promise<ReadonlySet<string>>;
}

export interface Joining {
  /** Each of them once it has joined. */
  later: CallsLater;
  join(parts: Partial<CallsLater>): void;
  /** Listeners are told in the order in which they came. */
  whenEnded(listener: CallsEnded): void;
  /** What a later domain keeps of words goes with them. */
  addWords(words: CallWords): void;
  words: readonly CallWords[];
  ended: CallsEnded;
}

export function createJoining(): Joining {
  const joined: Partial<CallsLater> = {};
  const listeners: CallsEnded[] = [];
  const words: CallWords[] = [];
  const given = <Name extends keyof CallsLater>(name: Name): CallsLater[Name] => {
    const part = joined[name];
    if (part === undefined) throw new Error(`Nothing has joined calls as ${name}`);
    return part;
  };
  return {
    later: {
      transfer: (order) => given("transfer")(order),
      sendMessage: (...asked) => given("sendMessage")(...asked),
      search: {
        list: (...asked) => given("search").list(...asked),
        sums: (...asked) => given("search").sums(...asked),
        matchingNotes: (...asked) => given("search").matchingNotes(...asked),
        rememberAnew: (...asked) => given("search").rememberAnew(...asked),
      },
      rehearsed: (call) => given("rehearsed")(call),
      rented: (...asked) => given("rented")(...asked),
    },
    join: (parts) => void Object.assign(joined, parts),
    whenEnded: (listener) => void listeners.push(listener),
    addWords: (more) => void words.push(more),
    words,
    async ended(...of) {
      for (const listener of listeners) await listener(...of);
    },
  };
}
