import { z } from "zod";
import type { Queue } from "../../platform/jobs/queue.ts";

/** Finds the mailboxes whose time has come. */
export const mailSweepQueue: Queue<object> = {
  name: "mail-sweep",
  data: z.object({}),
  takesSeconds: 30,
  againAfterSeconds: () => undefined,
};

export const mailFetchQueue: Queue<{ id: string; workspaceId: string }> = {
  name: "mail-fetch",
  data: z.object({ id: z.uuid(), workspaceId: z.uuid() }),
  takesSeconds: 60,
  // The next sweep finds it.
  againAfterSeconds: () => undefined,
};
