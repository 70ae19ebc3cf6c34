/** When somebody who was not reached is called once more: in batches, and in calls that are placed one by one. */
import { z } from "zod";

/** Which attempts are made again, and when. */
export const RetryConfig = z.object({
  enabled: z.boolean().default(true),
  max_retries: z.coerce.number().int().min(1).max(3).default(3),
  retry_on_statuses: z.array(z.enum(["no-answer", "busy", "failed", "error"])).default(["no-answer", "busy", "failed"]),
  /** Also where a voicemail box answered. */
  retry_on_voicemail: z.boolean().default(false),
  /** The last one holds for all that follow. */
  retry_intervals_minutes: z.array(z.coerce.number().min(1).max(10_080)).min(1).max(3).default([30, 60, 120]),
});
export type RetryConfig = z.output<typeof RetryConfig>;
