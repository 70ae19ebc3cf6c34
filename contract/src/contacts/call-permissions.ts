/** Whether somebody lets a WhatsApp number call them: as Meta has it, and how they are asked for it. */
import { z } from "zod";
import { Moment } from "../wire/paging.ts";
import { route } from "../wire/route.ts";
import { ThreadMessage } from "./threads.ts";

export const CallPermission = z.object({
  /** `temporary`: for seven days after they allowed it. */
  state: z.enum(["none", "temporary", "permanent"]),
  /** Of one that is temporary. */
  expires_at: Moment.nullable(),
  /** They may be called now: `permission` stands, and Meta's limit of calls a day is not reached. */
  may_call: z.boolean(),
  /** They may be asked now: Meta takes one request a day and two in seven days, until a call connects. */
  may_ask: z.boolean(),
  /** False: WhatsApp does not offer calls from numbers of the sender's country. */
  is_offered: z.boolean(),
  /** The `from_phone_number` by which `POST /call` calls them. */
  from_phone_number: z.string(),
});
export type CallPermission = z.output<typeof CallPermission>;

const OneThread = z.object({ thread_id: z.uuid() });

export const readCallPermission = route({
  method: "GET",
  path: "/api/threads/:thread_id/call-permission",
  who: "viewer",
  ofAgents: true,
  does: "Reads whether the person of a WhatsApp thread lets the number call them, as Meta says now. A permission that is gone there is withdrawn in the ledger of consents.",
  params: OneThread,
  answer: CallPermission,
});

export const askCallPermission = route({
  method: "POST",
  path: "/api/threads/:thread_id/call-permission",
  who: "agent_manager",
  ofAgents: true,
  does: "Asks the person of a WhatsApp thread, as a person, to allow calls: within 24 hours of their last message, by WhatsApp's own buttons below `text`. Their answer stands in the thread and in the ledger of consents. The same `id` again is the same message.",
  params: OneThread,
  body: z.object({ id: z.uuid(), text: z.string().trim().min(1).max(1_000) }),
  status: 201,
  answer: ThreadMessage,
});
