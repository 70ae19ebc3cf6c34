/** Telegram's Bot API as its bots meet it: the token in the address, JSON both ways, one secret with every update (core.telegram.org/bots/api). */
import { randomBytes, randomInt } from "node:crypto";
import { z } from "zod";
import { createRest } from "../../../platform/fetch/rest.ts";
import type { Posted } from "../channel.ts";
import { createTelegram } from "../telegram.ts";
import type { Postable, SmsMood, SmsPeer } from "./sms-peer.ts";
import { REST_OF_TESTS, type SmsAnswer, startSmsServer } from "./sms-server.ts";

export interface TelegramPeer extends SmsPeer {
  readonly baseUrl: string;
  readonly token: string;
  /** Its files, by the ids under which messages name them. */
  readonly files: Map<string, Buffer>;
  /** As setWebhook has left it; undefined: there is none. */
  webhook: { url: string; secret: string; updates: readonly string[] } | undefined;
  /** It takes https addresses only, as Telegram does. */
  wantsHttps: boolean;
  /** Any update, with the secret of the webhook. */
  delivers(url: string, update: object): Posted;
}

const ERRORS: Partial<Record<SmsMood, [code: number, description: string]>> = {
  "bad number": [400, "Bad Request: chat not found"],
  "opted out": [403, "Forbidden: bot was blocked by the user"],
};
export const RETRY_AFTER_SECONDS = 7;

const Asked = z
  .object({
    chat_id: z.number(),
    text: z.string(),
    file_id: z.string(),
    url: z.string(),
    secret_token: z.string(),
    allowed_updates: z.array(z.string()),
  })
  .partial();
type Asked = z.output<typeof Asked>;

export async function startTelegramPeer(): Promise<TelegramPeer> {
  const token = `${randomInt(100_000_000, 999_999_999)}:${randomBytes(26).toString("base64url")}`;
  let [updates, messages] = [1_000, 10];
  const server = await startSmsServer({
    mood: () => peer.mood,
    // Its servers answer 404 at addresses of no bot.
    mayAsk: ({ url = "" }) => url.startsWith(`/bot${token}/`) || url.startsWith(`/file/bot${token}/`),
    isSending: ({ url }) => url.pathname.endsWith("/sendMessage"),
    tooMany: failed(429, `Too Many Requests: retry after ${RETRY_AFTER_SECONDS}`, { retry_after: RETRY_AFTER_SECONDS }),
    does: ({ url: { pathname }, body }) => {
      const asked = askedIn(body);
      const method = pathname.split("/").at(-1) ?? "";
      if (pathname.startsWith("/file/")) return { status: 200, said: peer.files.get(method) ?? "Not Found" };
      if (method === "getMe") return well({ id: Number(token.split(":")[0]), is_bot: true, username: "Imani_Clinic_bot" });
      if (method === "getFile") return locate(asked);
      if (method === "setWebhook") return hook(asked);
      if (method === "deleteWebhook") {
        peer.webhook = undefined;
        return well(true);
      }
      return method === "sendMessage" ? send(asked) : failed(404, "Not Found");
    },
  });

  function locate({ file_id: id = "" }: Asked): SmsAnswer {
    const bytes = peer.files.get(id);
    if (!bytes) return failed(400, "Bad Request: wrong file_id or the file is temporarily unavailable");
    return well({ file_id: id, file_unique_id: id, file_size: bytes.length, file_path: `photos/${id}` });
  }

  function hook({ url = "", secret_token: secret = "", allowed_updates: wanted = [] }: Asked): SmsAnswer {
    if (peer.wantsHttps && !url.startsWith("https://"))
      return failed(400, "Bad Request: bad webhook: An HTTPS URL must be provided for webhook");
    if (!/^[\w-]{1,256}$/.test(secret)) return failed(400, "Bad Request: secret token contains unallowed characters");
    peer.webhook = { url, secret, updates: wanted };
    return well(true);
  }

  function send({ chat_id: chat, text }: Asked): SmsAnswer {
    const error = ERRORS[peer.mood];
    if (error) return failed(...error);
    if (typeof chat !== "number") return failed(400, "Bad Request: chat_id is empty");
    if (!text) return failed(400, "Bad Request: message text is empty");
    if (text.length > 4_096) return failed(400, "Bad Request: message is too long");
    messages += 1;
    peer.left.push({ to: `telegram:${chat}`, text, ref: `${chat}:${messages}` });
    return well({ message_id: messages, date: 1_764_230_000, chat: { id: chat, type: "private" }, text });
  }

  const delivers: TelegramPeer["delivers"] = (url, update) => {
    const body = JSON.stringify({ update_id: (updates += 1), ...update });
    const secret = peer.webhook?.secret;
    const header = (name: string): string | undefined => (name === "x-telegram-bot-api-secret-token" ? secret : undefined);
    return { url, body, fields: new URLSearchParams(), header };
  };
  const peer: TelegramPeer = {
    ...server,
    token,
    mood: "well",
    left: [],
    files: new Map(),
    webhook: undefined,
    wantsHttps: true,
    sender: "imani_clinic_bot",
    person: "telegram:5550001",
    lacks: ["bad sender", "no provider credit", "reports"],
    refs: (name) => `5550001:${name.replaceAll(/\D/g, "")}`,
    delivers,
    channel() {
      const ask = createRest({ ...REST_OF_TESTS, baseUrl: server.baseUrl, account: "", secret: token, signIn: {} });
      return createTelegram({ ...REST_OF_TESTS, ask, baseUrl: server.baseUrl, token, bot: peer.sender });
    },
    posts: (url, what) => delivers(url, updateOf(what)),
  };
  await peer.channel().connect?.("https://ongea.example/hook");
  return peer;
}

/** What a person does in their chat with the bot. */
function updateOf(what: Postable): object {
  const { from } = "from" in what ? what : { from: "telegram:0" };
  const chat = { id: Number(from.slice("telegram:".length)), type: "private", first_name: "Amina" };
  if (what.kind === "opt-out") return { my_chat_member: { chat, new_chat_member: { status: "kicked" } } };
  if (what.kind === "report") throw new Error("Telegram reports nothing");
  const sender = what.name === undefined ? {} : { from: { id: chat.id, is_bot: false, first_name: what.name } };
  const message_id = Number(what.ref.split(":")[1]);
  return { message: { message_id, chat, date: 1_764_230_000, text: what.text, ...sender } };
}

function well(result: unknown): SmsAnswer {
  return { status: 200, said: { ok: true, result } };
}

function failed(status: number, description: string, parameters?: object): SmsAnswer {
  return { status, said: { ok: false, error_code: status, description, ...(parameters && { parameters }) } };
}

function askedIn(body: string): Asked {
  try {
    return Asked.parse(JSON.parse(body));
  } catch {
    return {};
  }
}
