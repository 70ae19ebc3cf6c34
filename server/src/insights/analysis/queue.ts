import { z } from "zod";
import { twiceAsLong, type Queue } from "../../platform/jobs/queue.ts";
import type { CallKey } from "../../calls/index.ts";

export const analysisQueue: Queue<CallKey> = {
  name: "call-analysis",
  data: z.object({ id: z.uuid(), workspaceId: z.uuid() }),
  takesSeconds: 180,
  againAfterSeconds: twiceAsLong({ first: 20, longest: 3_600, most: 8 }),
};
