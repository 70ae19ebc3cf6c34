import { z } from "zod";
import { twiceAsLong, type Queue } from "../../platform/jobs/queue.ts";
import type { ItemKey } from "../passages/store.ts";

export const embeddingQueue: Queue<ItemKey> = {
  name: "knowledge-embedding",
  data: z.object({ id: z.string(), workspaceId: z.string() }),
  takesSeconds: 600,
  againAfterSeconds: twiceAsLong({ first: 5, longest: 3_600, most: 40 }),
};
