/** What the server pushes over the WebSocket at {@link LIVE_PATH} while calls run. */
import { z } from "zod";
import { Execution } from "./calls.ts";
import { Notification } from "../insights/insights.ts";
import { Entry } from "./journal.ts";

export const LIVE_PATH = "/live";

export const LiveEvent = z.discriminatedUnion("event", [
  /** A call is new or its status, words or recording changed. */
  z.object({ event: z.literal("call"), call: Execution }),
  /** Something happened in a call that this client follows, or in any call where it watches them all. */
  z.object({ event: z.literal("entry"), execution_id: z.uuid(), agent_id: z.uuid().nullish(), entry: Entry }),
  /** Something happened in the workspace that its people should know. How many each of them has not read, the list says. `readers`: it is for these alone. */
  z.object({ event: z.literal("notification"), notification: Notification, readers: z.array(z.string()).optional() }),
  /** A thread of messages has something new: it is to be read again. */
  z.object({ event: z.literal("thread"), thread_id: z.uuid(), agent_id: z.uuid() }),
]);
export type LiveEvent = z.output<typeof LiveEvent>;

/**
 * What a client may ask for: the entries of one call (its past ones come first), or no longer; `board`: from now on the entries of all calls
 * except how loud they are, or no longer.
 */
export const LiveRequest = z.object({ follow: z.uuid().optional(), leave: z.uuid().optional(), board: z.boolean().optional() });
export type LiveRequest = z.output<typeof LiveRequest>;
