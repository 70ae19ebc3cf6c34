/**
 * Telegram by its Bot API (core.telegram.org/bots/api): one bot a token, which stands in every address; updates as JSON with a secret in a header.
 * A bot writes to nobody who has not written to it. The API has no key that would make a second request the same, and does not list what was sent.
 */
import { createHmac } from "node:crypto";
import type { MessageFailure } from "@ongea/contract";
import { z } from "zod";
import { OutsideFailure, type FetchOutside } from "../../platform/fetch/outside.ts";
import { RestFailure, type Rest } from "../../platform/fetch/rest.ts";
import type { Delivered, Downloaded, Media, Sent, TextChannel } from "./channel.ts";
import { sentOr } from "./failures.ts";
import { jsonIn } from "./meta.ts";
import { isSame } from "../../platform/secrets/is-same.ts";

export interface TelegramParts {
  ask: Rest;
  fetch: FetchOutside;
  /** Private addresses that may be reached all the same. */
  allowed: readonly string[];
  baseUrl: string;
  /** As BotFather shows it: `123456789:AA…`. */
  token: string;
  /** The bot's username, in small letters. */
  bot: string;
}

/** Of a private chat; its id is that of the person. */
const PREFIX = "telegram:";

const Answer = z.object({
  ok: z.boolean(),
  result: z.unknown().optional(),
  description: z.string().default(""),
  parameters: z.object({ retry_after: z.number().int().positive().optional() }).optional(),
});
type Answer = z.output<typeof Answer>;
const Message = z.object({ message_id: z.number().int() });
const Me = z.object({ username: z.string().max(64) });
const Located = z.object({ file_path: z.string().regex(/^(?!.*\.\.)[\w./-]{1,300}$/), file_size: z.number().optional() });

const File = z.object({ file_id: z.string().min(1).max(300), file_name: z.string().optional() });
const Said = z.object({
  message_id: z.number().int(),
  chat: z.object({ id: z.number().int(), type: z.string() }),
  from: z.object({ first_name: z.string().default(""), last_name: z.string().default("") }).optional(),
  text: z.string().optional(),
  caption: z.string().optional(),
  photo: z.array(File).optional(),
  document: File.optional(),
  voice: File.optional(),
  audio: File.optional(),
  video: File.optional(),
  video_note: File.optional(),
  sticker: File.extend({ emoji: z.string().optional() }).optional(),
  contact: z.object({ phone_number: z.string(), first_name: z.string().default("") }).optional(),
  location: z.object({ latitude: z.number(), longitude: z.number() }).optional(),
  venue: z.object({ title: z.string(), address: z.string() }).optional(),
});
type Said = z.output<typeof Said>;
/** The person has blocked the bot, or takes it back. */
const Member = z.object({
  chat: z.object({ id: z.number().int(), type: z.string() }),
  new_chat_member: z.object({ status: z.string() }),
});
const Update = z.object({ update_id: z.number().int(), message: z.unknown().optional(), my_chat_member: z.unknown().optional() });

/** Statuses that are answers of the Bot API. */
const ALSO = [400, 403, 404, 429];
/** By the beginning of what it says: it has no codes of its own. */
const REFUSALS: readonly (readonly [says: RegExp, reason: MessageFailure])[] = [
  [/blocked by the user/, "opted_out"],
  [/user is deactivated/, "unreachable"],
  [/chat not found|PEER_ID_INVALID|user not found|chat_id is empty/, "bad_number"],
  [/can't initiate conversation|bots can't send messages to bots|not enough rights|kicked/, "blocked"],
];
const FILE_TIMEOUT_MS = 30_000;
const SLOWEST_BYTES_PER_SECOND = 4_096;
const LONGEST_NAME = 200;

export function createTelegram(parts: TelegramParts): TextChannel {
  const { ask, token, bot } = parts;
  const secret = webhookSecret(token);
  async function call(method: string, json: object): Promise<Answer & { status: number }> {
    const { status, json: said } = await ask({ method: "POST", path: `/bot${token}/${method}`, json, also: ALSO });
    const answer = Answer.safeParse(said).data;
    if (!answer) throw new RestFailure("unknown", { status });
    return { ...answer, status };
  }
  return {
    provider: "telegram",
    verify: ({ header }) => isSame(header("x-telegram-bot-api-secret-token") ?? "", secret),
    receive: ({ body }) => deliveredIn(body, bot),
    send: ({ to, text }) =>
      sentOr(async () => {
        const chatId = Number(to.slice(PREFIX.length));
        const answer = await call("sendMessage", { chat_id: chatId, text, link_preview_options: { is_disabled: true } });
        return sentIn(answer, chatId);
      }),
    download: (ref, mostBytes) => download(parts, call, { ref, mostBytes }),
    async describe() {
      const { ok, result } = await call("getMe", {});
      const name = ok ? Me.safeParse(result).data?.username : undefined;
      return name?.toLowerCase() === bot ? `@${name}` : undefined;
    },
    async connect(url) {
      const hook = { url, secret_token: secret, allowed_updates: ["message", "my_chat_member"] };
      return (await call("setWebhook", hook)).ok;
    },
    async disconnect() {
      await call("deleteWebhook", {});
    },
  };
}

/** Telegram sends it with each update: nobody without the token knows it. */
export function webhookSecret(token: string): string {
  return createHmac("sha256", token).update("updates of this bot").digest("base64url");
}

function sentIn({ ok, result, status, description, parameters }: Answer & { status: number }, chatId: number): Sent {
  if (ok) {
    const message = Message.safeParse(result).data;
    return message ? { kind: "sent", ref: refOf(chatId, message.message_id) } : { kind: "unknown" };
  }
  if (status === 429) return { kind: "later", afterSeconds: parameters?.retry_after };
  // Of a token that was taken back or is malformed.
  if (status === 404) return { kind: "refused", reason: "credentials" };
  const [, reason] = REFUSALS.find(([says]) => says.test(description)) ?? [];
  return { kind: "refused", reason: reason ?? "provider" };
}

type Call = (method: string, json: object) => Promise<Answer & { status: number }>;

/** An id leads to a path that lives for an hour; bots get files of at most 20 MB. */
async function download(
  { fetch, allowed, baseUrl, token }: TelegramParts,
  call: Call,
  { ref, mostBytes }: { ref: string; mostBytes: number },
): Promise<Downloaded> {
  try {
    const { ok, result, status, description } = await call("getFile", { file_id: ref });
    if (status === 429) return { kind: "later" };
    if (!ok) return { kind: description.includes("file is too big") ? "too large" : "gone" };
    const file = Located.safeParse(result).data;
    if (!file) return { kind: "gone" };
    if ((file.file_size ?? 0) > mostBytes) return { kind: "too large" };
    const sent = { method: "GET", headers: {} };
    const limits = { mostBytes, timeoutMs: FILE_TIMEOUT_MS, leastBytesPerSecond: SLOWEST_BYTES_PER_SECOND, allowed, sent };
    const url = `${baseUrl}/file/bot${token}/${file.file_path}`;
    const answer = await fetch(url, limits, AbortSignal.timeout(FILE_TIMEOUT_MS));
    if (answer.status === 200) return { kind: "file", bytes: answer.body };
    return { kind: answer.status === 429 || answer.status >= 500 ? "later" : "gone" };
  } catch (error) {
    if (error instanceof OutsideFailure && error.problem === "too-large") return { kind: "too large" };
    if (error instanceof RestFailure && error.problem === "credentials") return { kind: "gone" };
    return { kind: "later" };
  }
}

function deliveredIn(body: string, bot: string): Delivered[] | undefined {
  const update = Update.safeParse(jsonIn(body)).data;
  if (!update) return undefined;
  const member = Member.safeParse(update.my_chat_member).data;
  if (member?.chat.type === "private" && member.new_chat_member.status === "kicked")
    return [{ kind: "opt-out", from: `${PREFIX}${member.chat.id}` }];
  const said = Said.safeParse(update.message).data;
  // A bot in a group answers nobody there.
  return said?.chat.type === "private" ? [messageOf(said, bot)] : [];
}

/** What its button sends, also with the parameter of a link. */
const START = /^\/start(?:@\w+)?(?:\s|$)/i;
const STOP = /^\/stop(?:@\w+)?\s*$/i;

function messageOf(said: Said, bot: string): Delivered {
  const media = mediaOf(said);
  const text = wordsOf(said);
  const asks = START.test(text)
    ? ({ asks: "start", isGreeting: true } as const)
    : STOP.test(text)
      ? ({ asks: "stop" } as const)
      : {};
  const name = [said.from?.first_name, said.from?.last_name].filter(Boolean).join(" ").slice(0, LONGEST_NAME);
  const from = `${PREFIX}${said.chat.id}`;
  return {
    kind: "message",
    ref: refOf(said.chat.id, said.message_id),
    from,
    to: bot,
    text,
    ...(name && { name }),
    ...asks,
    ...(media && { media }),
  };
}

function filesOf({ photo, sticker, voice, audio, video, video_note: note, document }: Said) {
  // Of a picture the largest stands last.
  return [
    ["image", photo?.at(-1) ?? sticker],
    ["audio", voice ?? audio],
    ["video", video ?? note],
    ["document", document],
  ] as const;
}

function mediaOf(said: Said): Media | undefined {
  const [kind, file] = filesOf(said).find(([, one]) => one !== undefined) ?? [];
  return kind && file ? { kind, ref: file.file_id, name: (file.file_name ?? "").slice(0, LONGEST_NAME) } : undefined;
}

function wordsOf(said: Said): string {
  const { text, caption, sticker, contact, location, venue } = said;
  if (text !== undefined) return text;
  const place = location && `${location.latitude}, ${location.longitude}`;
  if (place !== undefined) return ["[location]", venue?.title, venue?.address, place].filter(Boolean).join(" ");
  if (contact) return ["[contact]", contact.first_name, contact.phone_number].filter(Boolean).join(" ");
  const [kind, file] = filesOf(said).find(([, one]) => one !== undefined) ?? [];
  const shown = kind && kind !== "audio" ? file?.file_name : undefined;
  return [`[${kind ?? "unsupported"}]`, shown, sticker?.emoji, caption].filter(Boolean).join(" ");
}

function refOf(chatId: number, messageId: number): string {
  return `${chatId}:${messageId}`;
}
