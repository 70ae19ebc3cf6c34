import { z } from "zod";
import type { Queue } from "../../platform/jobs/queue.ts";
import type { DeliveryKey } from "./store.ts";

/** As Standard Webhooks proposes: ten attempts within about three days. */
const AGAIN_AFTER_SECONDS = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];

export const webhookQueue: Queue<DeliveryKey> = {
  name: "webhook-delivery",
  data: z.object({ id: z.uuid(), workspaceId: z.uuid() }),
  takesSeconds: 60,
  againAfterSeconds: (attempts) => AGAIN_AFTER_SECONDS[attempts - 1],
};
