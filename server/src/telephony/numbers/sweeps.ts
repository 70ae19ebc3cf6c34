import type { Jobs } from "../../platform/jobs/jobs.ts";
import { sweepQueue } from "../../platform/jobs/queue.ts";
import type { Log } from "../../platform/log/log.ts";
import type { AccountNumbers } from "./accounts/accounts.ts";
import type { Rentals } from "./rentals.ts";

export const renewalQueue = sweepQueue("number-renewal", 600);
export const numberOrderQueue = sweepQueue("number-orders", 600);

const [RENEWS_EVERY_SECONDS, SETTLES_EVERY_SECONDS] = [3_600, 60];
type SweepJobs = Pick<Jobs, "work" | "every">;

/** Every hour, on one of all servers, the rents that are due are charged. */
export function startRenewing(jobs: SweepJobs, rentals: Pick<Rentals, "renew">, log: Log): void {
  jobs.work(renewalQueue, async (_, { signal }) => {
    const count = await rentals.renew(signal);
    if (count > 0) log.info({ count }, "Rents of numbers have been charged");
  });
  jobs.every(renewalQueue, {}, RENEWS_EVERY_SECONDS);
}

/** Every minute, on one of all servers, telephone companies are asked what has become of orders that nobody knows the end of. */
export function startSettling(jobs: SweepJobs, numbers: Pick<AccountNumbers, "settle">, log: Log): void {
  jobs.work(numberOrderQueue, async (_, { signal }) => {
    const count = await numbers.settle(signal);
    if (count > 0) log.info({ count }, "Orders of numbers have been settled");
  });
  jobs.every(numberOrderQueue, {}, SETTLES_EVERY_SECONDS);
}
