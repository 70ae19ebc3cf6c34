import { z } from "zod";
import { type Queue, twiceAsLong } from "../../platform/jobs/queue.ts";
import type { ThreadKey } from "../messages/store.ts";

/** After so many, what a judge did not say stays open; what else failed is found by a later sweep. */
export const MOST_ATTEMPTS = 3;

/** Finds the threads that are over for now. */
export const checkSweepQueue: Queue<object> = {
  name: "thread-check-sweep",
  data: z.object({}),
  takesSeconds: 30,
  againAfterSeconds: () => undefined,
};

export const threadCheckQueue: Queue<ThreadKey> = {
  name: "thread-checks",
  data: z.object({ id: z.uuid(), workspaceId: z.uuid() }),
  takesSeconds: 200,
  againAfterSeconds: twiceAsLong({ first: 20, longest: 60, most: MOST_ATTEMPTS }),
};
