import { z } from "zod";
import { twiceAsLong, type Queue } from "../../platform/jobs/queue.ts";

export const checkQueue: Queue<{ id: string; workspaceId: string }> = {
  name: "call-checks",
  data: z.object({ id: z.uuid(), workspaceId: z.uuid() }),
  takesSeconds: 200,
  againAfterSeconds: twiceAsLong({ first: 20, longest: 3_600, most: 8 }),
};
