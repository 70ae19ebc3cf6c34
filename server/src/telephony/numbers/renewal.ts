import { z } from "zod";
import type { Jobs } from "../../platform/jobs/jobs.ts";
import type { Queue } from "../../platform/jobs/queue.ts";
import type { Log } from "../../platform/log/log.ts";
import type { Rentals } from "./rentals.ts";

export const renewalQueue: Queue<object> = {
  name: "number-renewal",
  data: z.object({}),
  takesSeconds: 600,
  // The next hour asks again.
  againAfterSeconds: () => undefined,
};

const LOOK_EVERY_SECONDS = 3_600;

/** Every hour, on one of all servers, the rents that are due are charged. */
export function startRenewing(jobs: Pick<Jobs, "work" | "every">, rentals: Pick<Rentals, "renew">, log: Log): void {
  jobs.work(renewalQueue, async (_, { signal }) => {
    const count = await rentals.renew(signal);
    if (count > 0) log.info({ count }, "Rents of numbers have been charged");
  });
  jobs.every(renewalQueue, {}, LOOK_EVERY_SECONDS);
}
