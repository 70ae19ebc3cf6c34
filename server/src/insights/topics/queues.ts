import { z } from "zod";
import { twiceAsLong, type Queue } from "../../platform/jobs/queue.ts";

const CallKey = z.object({ id: z.uuid(), workspaceId: z.uuid() });
export type CallKey = z.output<typeof CallKey>;

const againAfterSeconds = twiceAsLong({ first: 10, longest: 3_600, most: 8 });

/** A call that is over. */
export const topicQueue: Queue<CallKey> = { name: "call-topics", data: CallKey, takesSeconds: 60, againAfterSeconds };

/** A message that was answered, of a thread without a topic: what it is near is asked a model, which no answer waits for. */
const WrittenKey = z.object({ workspaceId: z.uuid(), threadId: z.uuid(), agentId: z.uuid(), messageId: z.uuid() });
export const writtenTopicQueue: Queue<z.output<typeof WrittenKey>> = {
  name: "thread-topics",
  data: WrittenKey,
  takesSeconds: 60,
  againAfterSeconds,
};

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
