/**
 * Telegram by its Bot API (core.telegram.org/bots/api): one bot a token, which stands in every address; updates as JSON with a secret in a header.
 * A bot writes to nobody who has not written to it. The API has no key that would make a second request the same, and does not list what was sent.
 */
import { createHmac } from "node:crypto";
import type { MessageFailure } from "@ongea/contract";
import { z } from "zod";
import { OutsideFailure, type FetchOutside } from "../../platform/fetch/outside.ts";
import { RestFailure, type Rest } from "../../platform/fetch/rest.ts";
import type { Downloaded, Sent, TextChannel } from "./channel.ts";
import { sentOr } from "./failures.ts";
import { isSame } from "../../platform/secrets/is-same.ts";
import { ALSO, Located, PREFIX, deliveredIn, refOf } from "./telegram-updates.ts";

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

const Answer = z.object({
  ok: z.boolean(),
  result: z.unknown().optional(),
  description: z.string().default(""),
  parameters: z.object({ retry_after: z.number().int().positive().optional() }).optional(),
});
type Answer = z.output<typeof Answer>;
const Message = z.object({ message_id: z.number().int() });
const Me = z.object({ username: z.string().max(64) });
/** By the beginning of what it says: it has no codes of its own. */
const REFUSALS: readonly (readonly [says: RegExp, reason: MessageFailure])[] = [
  [/blocked by the user/, "opted_out"],
  [/user is deactivated/, "unreachable"],
  [/chat not found|PEER_ID_INVALID|user not found|chat_id is empty/, "bad_number"],
  [/can't initiate conversation|bots can't send messages to bots|not enough rights|kicked/, "blocked"],
];
const FILE_TIMEOUT_MS = 30_000;
const SLOWEST_BYTES_PER_SECOND = 4_096;
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
