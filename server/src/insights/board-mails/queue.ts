import { z } from "zod";
import type { Queue } from "../../platform/jobs/queue.ts";

/** Sends the boards that are due, every half minute: the next round is the next attempt. */
export const boardMailQueue: Queue<Record<string, never>> = {
  name: "board-mails",
  data: z.strictObject({}),
  takesSeconds: 240,
  againAfterSeconds: () => undefined,
};
