/** How threads went by the rules of their workspace: part by part, each being what was written since the check before. */
import { z } from "zod";
import { ThreadChannel } from "../contacts/threads.ts";
import { Cursor, pageOf } from "../wire/paging.ts";
import { route } from "../wire/route.ts";
import { RuleCheck } from "./call-checks.ts";

/** A thread that is open is over for now when nothing was written in it for so long. */
export const THREAD_QUIET_MINUTES = 30;
/** Of one thread, the newest results. */
export const MOST_THREAD_CHECKS = 200;

export const ThreadCheck = RuleCheck.omit({ at_ms: true }).extend({
  id: z.uuid(),
  /** The message that decided it; null: none did. */
  message_id: z.uuid().nullable(),
  /** The last message of the part. */
  last_message_id: z.uuid(),
});
export type ThreadCheck = z.output<typeof ThreadCheck>;

export const FailedThread = ThreadCheck.extend({ thread_id: z.uuid(), agent_id: z.uuid(), channel: ThreadChannel });
export type FailedThread = z.output<typeof FailedThread>;

export const listFailedThreads = route({
  method: "GET",
  path: "/api/compliance/thread-failures",
  who: "viewer",
  ofAgents: true,
  does: "Parts of threads that failed a rule, the newest first.",
  query: Cursor.extend({ rule_id: z.uuid().optional() }),
  answer: pageOf(FailedThread),
});

export const listThreadChecks = route({
  method: "GET",
  path: "/api/threads/:thread_id/checks",
  who: "viewer",
  ofAgents: true,
  does:
    "How a thread went by the rules that concern it, the newest part first; 200 results at most. A part is checked when the thread is " +
    "closed, when a person takes it over, or after 30 minutes without a message.",
  params: z.object({ thread_id: z.uuid() }),
  answer: z.object({ data: z.array(ThreadCheck) }),
});

export const reviewThreadCheck = route({
  method: "PUT",
  path: "/api/threads/:thread_id/checks/:check_id",
  who: "agent_manager",
  ofAgents: true,
  does: "Confirms or corrects how a part of a thread went by a rule. A person's word stands; what was found before is kept for the agreement.",
  params: z.object({ thread_id: z.uuid(), check_id: z.uuid() }),
  body: z.strictObject({ passed: z.boolean() }),
  answer: ThreadCheck,
});
