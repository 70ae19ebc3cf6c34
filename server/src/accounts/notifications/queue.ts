import { z } from "zod";
import type { Queue } from "../../platform/jobs/queue.ts";

/** Sends what waits, every half minute: the next round is the next attempt. */
export const notificationQueue: Queue<Record<string, never>> = {
  name: "notification-emails",
  data: z.strictObject({}),
  takesSeconds: 240,
  againAfterSeconds: () => undefined,
};
