import { z } from "zod";
import { twiceAsLong, type Queue } from "../../platform/jobs/queue.ts";

const CallKey = z.object({ id: z.uuid(), workspaceId: z.uuid() });
export type CallKey = z.output<typeof CallKey>;

const againAfterSeconds = twiceAsLong({ first: 10, longest: 3_600, most: 8 });

/** A call that is over. */
export const topicQueue: Queue<CallKey> = { name: "call-topics", data: CallKey, takesSeconds: 60, againAfterSeconds };

/** A page of earlier calls; each sends the next, so that one that is killed goes on where it was. */
const Recount = z.object({
  workspaceId: z.uuid(),
  /** Of the topics that it counts by: a later change has a recount of its own. */
  version: z.string().max(100),
  cursor: z.string().max(500).optional(),
  done: z.number().int(),
});
export const recountQueue: Queue<z.output<typeof Recount>> = {
  name: "topics-recount",
  data: Recount,
  takesSeconds: 300,
  againAfterSeconds,
};
