import { sweepQueue } from "../../platform/jobs/queue.ts";

/** Sends the boards that are due, every half minute: the next round is the next attempt. */
export const boardMailQueue = sweepQueue("board-mails", 240);
