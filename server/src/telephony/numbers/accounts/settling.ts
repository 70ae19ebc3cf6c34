import { z } from "zod";
import type { Jobs } from "../../../platform/jobs/jobs.ts";
import type { Queue } from "../../../platform/jobs/queue.ts";
import type { Log } from "../../../platform/log/log.ts";
import type { AccountNumbers } from "./accounts.ts";

export const numberOrderQueue: Queue<object> = {
  name: "number-orders",
  data: z.object({}),
  takesSeconds: 600,
  // The next minute asks again.
  againAfterSeconds: () => undefined,
};

const LOOK_EVERY_SECONDS = 60;

/** Every minute, on one of all servers, telephone companies are asked what has become of orders that nobody knows the end of. */
export function startSettling(jobs: Pick<Jobs, "work" | "every">, numbers: Pick<AccountNumbers, "settle">, log: Log): void {
  jobs.work(numberOrderQueue, async (_, { signal }) => {
    const count = await numbers.settle(signal);
    if (count > 0) log.info({ count }, "Orders of numbers have been settled");
  });
  jobs.every(numberOrderQueue, {}, LOOK_EVERY_SECONDS);
}
