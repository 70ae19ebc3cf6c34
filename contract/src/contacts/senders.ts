/** Senders of text messages: a number, short code or name that a workspace has at a provider, and the agent that answers it. */
import { z } from "zod";
import { Moment } from "../wire/paging.ts";
import { route } from "../wire/route.ts";
import { SmppLinkState, SmppSettings } from "./smpp.ts";
import { MessageTemplate, ThreadMessage } from "./threads.ts";

/** Whose text messages this server sends and receives, by the workspace's own account there. */
export const SMS_PROVIDERS = [
  "africastalking",
  "twilio",
  "whatsapp",
  "messenger",
  "instagram",
  "telegram",
  "email",
  "smpp",
] as const;
export const SmsProvider = z.enum(SMS_PROVIDERS);
export type SmsProvider = z.output<typeof SmsProvider>;

/** Whether people are found there by their numbers, so that they can be written to first. */
export function reachesNumbers(provider: SmsProvider): boolean {
  return provider === "africastalking" || provider === "twilio" || provider === "smpp" || provider === "whatsapp";
}

/** A number with its country code, a short code, or a name of up to 11 letters and digits. A name receives nothing. */
export const SenderName = z
  .string()
  .trim()
  .regex(/^(?:\+\d{7,15}|\d{3,8}|(?=.*[A-Za-z])[A-Za-z0-9 ._-]{1,11})$/);

/** As Meta has it: of a phone number, whose own digits are another name, of a page or of a professional account. */
export const MetaId = z
  .string()
  .trim()
  .regex(/^\d{5,25}$/);

/** A Telegram bot's username, with or without `@`; it is stored in small letters, without it. */
export const BotName = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^@?[a-z]\w{4,31}$/)
  .transform((name) => name.replace("@", ""));

/** `starttls`: the connection begins in the clear and is encrypted before the login; `none` only in a private network. */
export const MAIL_SECURITY = ["tls", "starttls", "none"] as const;
const oneLine = /^[^\p{Cc}]*$/u;
const MailServer = z.object({
  host: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[a-z0-9.:-]{1,253}$/),
  port: z.number().int().min(1).max(65_535),
  security: z.enum(MAIL_SECURITY),
  user: z.string().trim().min(1).max(320).regex(oneLine),
  password: z.string().min(1).max(1_000).regex(oneLine),
});

/** How mail of an address leaves and comes in. Passwords are stored sealed and never shown. */
export const MailSettings = z.object({
  /** Stands beside the address in what people receive. */
  name: z
    .string()
    .trim()
    .max(100)
    .regex(/^[^\p{Cc}<>"]*$/u)
    .default(""),
  smtp: MailServer,
  imap: MailServer.extend({ folder: z.string().trim().min(1).max(200).regex(oneLine).default("INBOX") }),
});
export type MailSettings = z.output<typeof MailSettings>;
const Bare = MailServer.omit({ password: true });
/** Without the passwords. */
const BareMailSettings = MailSettings.extend({ smtp: Bare, imap: MailSettings.shape.imap.omit({ password: true }) });
export type BareMailSettings = z.output<typeof BareMailSettings>;

/** An e-mail address, in small letters. */
export const MailAddress = z.string().trim().toLowerCase().max(254).pipe(z.email());

/**
 * Why a mailbox is not read. `private`: an address of this machine or a private network; `plain`: a password would travel unencrypted; `server`: a fault here.
 */
export const MAIL_PROBLEMS = ["login", "unreachable", "certificate", "folder", "private", "plain", "server"] as const;
export type MailProblem = (typeof MAIL_PROBLEMS)[number];

const Mailbox = z.object({
  state: z.enum(["new", "working", "failed"]),
  problem: z.enum(MAIL_PROBLEMS).nullable(),
  /** Null: not yet. */
  checked_at: Moment.nullable(),
  /** Null for people who may only view. */
  settings: BareMailSettings.nullable(),
});

export const MessageSender = z.object({
  id: z.uuid(),
  provider: SmsProvider,
  /** At WhatsApp: the id of the phone number, as Meta has it; at Messenger and Instagram: that of the page or account; at Telegram: the bot's username; of e-mail: the address. */
  sender: z.string(),
  /** The number as people know it, where `sender` is not that; empty otherwise. */
  label: z.string(),
  agent_id: z.uuid(),
  /** Of WhatsApp: the agent answers calls to the number, too. */
  answers_calls: z.boolean(),
  /** Where the provider delivers messages and reports. The address is the secret: null for people who may only view, and without PUBLIC_URL. */
  callback_url: z.string().nullable(),
  /** Of an e-mail address: whether its mail is read. Null for others. */
  mailbox: Mailbox.nullable(),
  /** Of a sender by SMPP: its connection to the SMSC. Null for others. */
  smpp: SmppLinkState.nullable(),
  created_at: Moment,
});
export type MessageSender = z.output<typeof MessageSender>;

const Id = z.object({ sender_id: z.uuid() });
const AnsweredBy = z.object({ agent_id: z.uuid() });

export const listSenders = route({
  method: "GET",
  path: "/api/message-senders",
  who: "viewer",
  does: "Lists the workspace's senders of text messages, the oldest first.",
  answer: z.array(MessageSender),
});

export const createSender = route({
  method: "POST",
  path: "/api/message-senders",
  who: "admin",
  does: "Adds a sender of text messages that the workspace has at a connected provider or by SMPP, or an e-mail address, and the agent that answers it.",
  body: z.union([
    AnsweredBy.extend({ provider: z.enum(["africastalking", "twilio"]), sender: SenderName }),
    AnsweredBy.extend({ provider: z.enum(["whatsapp", "messenger", "instagram"]), sender: MetaId }),
    AnsweredBy.extend({ provider: z.literal("telegram"), sender: BotName }),
    AnsweredBy.extend({ provider: z.literal("email"), sender: MailAddress, mail: MailSettings }),
    AnsweredBy.extend({ provider: z.literal("smpp"), sender: SenderName, smpp: SmppSettings }),
  ]),
  status: 201,
  answer: MessageSender,
});

export const changeSender = route({
  method: "PATCH",
  path: "/api/message-senders/:sender_id",
  who: "admin",
  does: "Sets another agent for a sender, which answers from the next message on; of WhatsApp whether it answers calls; of an e-mail address or by SMPP its servers.",
  params: Id,
  body: AnsweredBy.extend({
    answers_calls: z.boolean().optional(),
    mail: MailSettings.optional(),
    smpp: SmppSettings.optional(),
  }),
  answer: MessageSender,
});

const Problem = z.enum(MAIL_PROBLEMS).nullable();

export const checkSender = route({
  method: "POST",
  path: "/api/message-senders/:sender_id/check",
  who: "admin",
  does: "Logs in at both mail servers of an e-mail address and says what fails. Null: nothing.",
  params: Id,
  answer: z.object({ smtp: Problem, imap: Problem }),
});

export const deleteSender = route({
  method: "DELETE",
  path: "/api/message-senders/:sender_id",
  who: "admin",
  does: "Removes a sender. Its threads stay; what has not left yet fails.",
  params: Id,
  answer: z.object({ success: z.literal(true) }),
});

export const listSenderTemplates = route({
  method: "GET",
  path: "/api/message-senders/:sender_id/templates",
  who: "viewer",
  does: "Lists the approved and other templates of a WhatsApp sender's account, as Meta has them now. Other senders have none.",
  params: Id,
  answer: z.object({
    data: z.array(MessageTemplate),
    /** False until the number's first delivery, which names its WhatsApp Business account. */
    knows_account: z.boolean(),
  }),
});

export const smsArrives = route({
  method: "POST",
  path: "/channels/sms/:sender_id/:token",
  who: "anyone",
  does: "A provider delivers a text message to a sender, or reports what has become of one: a form, which Twilio signs. The address itself is secret.",
  params: Id.extend({ token: z.string().max(200) }),
  media: "application/xml",
});

const Hook = Id.extend({ token: z.string().max(200) });

export const whatsAppVerifies = route({
  method: "GET",
  path: "/channels/whatsapp/:sender_id/:token",
  who: "anyone",
  does: "Meta asks whether this is the address of a WhatsApp sender; the verify token is the last part of the address.",
  params: Hook,
  query: z.object({
    "hub.mode": z.literal("subscribe"),
    "hub.verify_token": z.string().max(200),
    "hub.challenge": z.string().regex(/^[\w-]{1,200}$/),
  }),
  media: "text/plain",
});

export const whatsAppArrives = route({
  method: "POST",
  path: "/channels/whatsapp/:sender_id/:token",
  who: "anyone",
  does: "Meta delivers WhatsApp messages and reports: JSON that the app's secret signs (`X-Hub-Signature-256`).",
  params: Hook,
  media: "text/plain",
});

export const metaVerifies = route({
  method: "GET",
  path: "/channels/meta/:sender_id/:token",
  who: "anyone",
  does: "Meta asks whether this is the address of a Messenger or Instagram sender; the verify token is the last part of the address.",
  params: Hook,
  query: whatsAppVerifies.query,
  media: "text/plain",
});

export const metaArrives = route({
  method: "POST",
  path: "/channels/meta/:sender_id/:token",
  who: "anyone",
  does: "Meta delivers events of Messenger or Instagram: JSON that the app's secret signs (`X-Hub-Signature-256`).",
  params: Hook,
  media: "text/plain",
});

export const telegramArrives = route({
  method: "POST",
  path: "/channels/telegram/:sender_id/:token",
  who: "anyone",
  does: "Telegram delivers what people write to a bot: JSON with the bot's secret in `X-Telegram-Bot-Api-Secret-Token`.",
  params: Hook,
  media: "text/plain",
});

export const writeMessage = route({
  method: "POST",
  path: "/api/messages",
  who: "agent_manager",
  ofAgents: true,
  does: "Writes a text message to a telephone number, by one of the workspace's senders. Outside the calling hours of the number's country it waits. The same `id` again is the same message.",
  body: z.object({
    id: z.uuid(),
    sender_id: z.uuid(),
    to: z.string().trim().min(3).max(40),
    text: z.string().trim().min(1).max(2_000),
  }),
  status: 201,
  answer: ThreadMessage.extend({ thread_id: z.uuid() }),
});
