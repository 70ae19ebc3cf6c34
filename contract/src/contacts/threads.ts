/** Conversations in writing: a thread is what one person and an agent write to each other over one channel. */
import { z } from "zod";
import { Cursor, Moment, pageOf } from "../wire/paging.ts";
import { route } from "../wire/route.ts";
import { ThreadState } from "../site/widgets.ts";

/**
 * Why a message did not reach its number. `window_closed`: WhatsApp, Messenger and Instagram take free text only within 24 hours of the person's last message. `unknown`: the provider's answer was lost, so it may have been sent, and is not sent again by itself.
 */
export const MESSAGE_FAILURES = [
  "opted_out",
  "no_consent",
  "bad_number",
  "bad_sender",
  "no_sender",
  "no_provider_credit",
  "no_credit",
  "credentials",
  "blocked",
  "unreachable",
  "window_closed",
  "template",
  "provider",
  "unknown",
] as const;
export const MessageFailure = z.enum(MESSAGE_FAILURES);
export type MessageFailure = z.output<typeof MessageFailure>;

export const ThreadMessage = z.object({
  id: z.uuid(),
  /** Rises with each message. */
  position: z.number().int(),
  direction: z.enum(["in", "out"]),
  author: z.enum(["contact", "agent", "person"]),
  /** Of a person of the workspace; empty otherwise. */
  author_name: z.string(),
  text: z.string(),
  state: z.enum(["received", "queued", "sent", "delivered", "read", "failed"]),
  /** Why it failed. */
  reason: MessageFailure.nullable(),
  /** Of a text message that was handed to its provider: how many parts it was sent in. */
  segments: z.number().int().nullable(),
  created_at: Moment,
});
export type ThreadMessage = z.output<typeof ThreadMessage>;

/** Why a file is not here. `type`: its bytes are no picture, PDF, sound or film; `unavailable`: the provider does not give it. */
export const FILE_FAILURES = ["type", "too_large", "too_many", "unavailable"] as const;

/**
 * Whether a voice note was written down. `done`: its words are the message's text. Otherwise a person is wanted: `language`: no STT here writes the agent's language; `too_long`: over 2 minutes; `damaged`: it cannot be read; `format`: it is no Ogg Opus; `silent`: no words were heard; `unavailable`: no STT could write it down, or the file is not here.
 */
export const TRANSCRIPTIONS = ["waiting", "done", "language", "too_long", "damaged", "format", "silent", "unavailable"] as const;

/** What a person has sent with a message, at most 5 MB. */
export const ThreadFile = z.object({
  id: z.uuid(),
  kind: z.enum(["image", "audio", "video", "document"]),
  /** As its sender calls it; empty: not at all. */
  name: z.string(),
  /** Its media type, by its first bytes; empty until it is stored. */
  type: z.string(),
  /** Bytes. */
  size: z.number().int().nullable(),
  state: z.enum(["waiting", "stored", "failed"]),
  reason: z.enum(FILE_FAILURES).nullable(),
  /** Of a voice note; null for other files, and for notes of before there was transcription. */
  transcription: z.enum(TRANSCRIPTIONS).nullable(),
});
export type ThreadFile = z.output<typeof ThreadFile>;

export const ThreadChannel = z.enum(["web-chat", "sms", "whatsapp", "messenger", "instagram", "telegram", "email"]);
export type ThreadChannel = z.output<typeof ThreadChannel>;

export const Thread = z.object({
  id: z.uuid(),
  contact_id: z.uuid(),
  contact_name: z.string(),
  agent_id: z.uuid(),
  channel: ThreadChannel,
  /** Where the person is on the channel: their number, `telegram:`, `messenger:` or `instagram:` with the id of the chat, or their e-mail address; empty for the web chat. */
  address: z.string(),
  /** `open`: the agent answers; `waiting`: a person is wanted; `person`: one answers, and the agent is silent. */
  state: ThreadState,
  /** The person who has taken it over. */
  person: z.string().nullable(),
  /** The page that it was begun on. */
  page: z.string(),
  last_text: z.string(),
  last_at: Moment,
  created_at: Moment,
});
export type Thread = z.output<typeof Thread>;

const OneThread = z.object({ thread_id: z.uuid() });

export const listThreads = route({
  method: "GET",
  path: "/api/threads",
  who: "viewer",
  ofAgents: true,
  does: "Lists threads of messages, the one with the newest message first.",
  query: Cursor.extend({ state: ThreadState.optional(), contact_id: z.uuid().optional() }),
  answer: pageOf(Thread),
});

export const readThread = route({
  method: "GET",
  path: "/api/threads/:thread_id",
  who: "viewer",
  ofAgents: true,
  does: "Reads a thread with its messages, the oldest first. `before`: those before this position; 200 at most.",
  params: OneThread,
  query: z.object({ before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional() }),
  answer: Thread.extend({ messages: z.array(ThreadMessage.extend({ files: z.array(ThreadFile) })) }),
});

export const answerThread = route({
  method: "POST",
  path: "/api/threads/:thread_id/messages",
  who: "agent_manager",
  ofAgents: true,
  does: "Answers in a thread as a person, and so takes it over. The same `id` again is the same message.",
  params: OneThread,
  body: z.object({ id: z.uuid(), text: z.string().trim().min(1).max(2_000) }),
  status: 201,
  answer: ThreadMessage,
});

export const readThreadFile = route({
  method: "GET",
  path: "/api/threads/:thread_id/files/:file_id",
  who: "viewer",
  ofAgents: true,
  does: "Downloads a file that a person has sent in a thread, with the media type of its bytes.",
  params: OneThread.extend({ file_id: z.uuid() }),
  media: "application/octet-stream",
});

/** As Meta judges it. */
export const TEMPLATE_STATES = ["approved", "pending", "rejected", "paused", "other"] as const;

/** A message that Meta has read before: outside of the 24 hours only such a one is delivered. */
export const MessageTemplate = z.object({
  name: z.string(),
  /** As Meta names it: `en_US`. */
  language: z.string(),
  state: z.enum(TEMPLATE_STATES),
  /** With its variables: `Hello {{1}}`. */
  body: z.string(),
  /** Their names, in the order of the body. */
  variables: z.array(z.string()),
  /** It is approved, and nothing but its body has variables. */
  can_send: z.boolean(),
});
export type MessageTemplate = z.output<typeof MessageTemplate>;

export const listTemplates = route({
  method: "GET",
  path: "/api/threads/:thread_id/templates",
  who: "viewer",
  ofAgents: true,
  does: "Lists the approved and other templates of a WhatsApp thread's account, as Meta has them now. Other channels have none.",
  params: OneThread,
  answer: z.object({
    data: z.array(MessageTemplate),
    /** Free text is delivered: the person has written within 24 hours, or the channel has no such rule. */
    is_window_open: z.boolean(),
    /** False until the number's first delivery, which names its WhatsApp Business account. */
    knows_account: z.boolean(),
  }),
});

/** Meta takes no line breaks and no long gaps in them. */
const TemplateValue = z
  .string()
  .trim()
  .min(1)
  .max(300)
  .regex(/^(?!.*\s{4})[^\n\r\t]*$/, { error: "must be one line" });

export const sendTemplate = route({
  method: "POST",
  path: "/api/threads/:thread_id/template-messages",
  who: "agent_manager",
  ofAgents: true,
  does: "Sends an approved template in a WhatsApp thread as a person. Opt-outs and calling hours hold. The same `id` again is the same message.",
  params: OneThread,
  body: z.object({
    id: z.uuid(),
    name: z.string().min(1).max(512),
    language: z.string().min(2).max(20),
    /** In the order of its variables. */
    values: z.array(TemplateValue).max(20).default([]),
  }),
  status: 201,
  answer: ThreadMessage,
});

export const retryMessage = route({
  method: "POST",
  path: "/api/threads/:thread_id/messages/:message_id/retry",
  who: "agent_manager",
  ofAgents: true,
  does: "Sends a text message again that has failed. One that may have been sent may then arrive twice.",
  params: OneThread.extend({ message_id: z.uuid() }),
  answer: ThreadMessage,
});

export const handleThread = route({
  method: "POST",
  path: "/api/threads/:thread_id/handling",
  who: "agent_manager",
  ofAgents: true,
  does: "Takes a thread over (the agent is silent), hands it back to the agent, or closes it. A new message opens it again.",
  params: OneThread,
  body: z.object({ act: z.enum(["take_over", "hand_back", "close"]) }),
  answer: Thread,
});
