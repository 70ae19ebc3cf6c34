import { sweepQueue } from "../../platform/jobs/queue.ts";

/** Sends what waits, every half minute: the next round is the next attempt. */
export const notificationQueue = sweepQueue("notification-emails", 240);
