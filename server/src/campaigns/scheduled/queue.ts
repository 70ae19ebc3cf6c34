import { z } from "zod";
import type { CallKey } from "../../calls/index.ts";
import { twiceAsLong, type Queue } from "../../platform/jobs/queue.ts";

export const plannedCallQueue: Queue<CallKey> = {
  name: "planned-call",
  data: z.object({ id: z.uuid(), workspaceId: z.uuid() }),
  takesSeconds: 30,
  againAfterSeconds: twiceAsLong({ first: 5, longest: 300, most: 1_000 }),
};
