/** What Telegram's webhooks say. */
import { z } from "zod";
import type { Delivered, Media } from "./channel.ts";
import { jsonIn } from "./meta.ts";

/** Of a private chat; its id is that of the person. */
export const PREFIX = "telegram:";

export const Located = z.object({ file_path: z.string().regex(/^(?!.*\.\.)[\w./-]{1,300}$/), file_size: z.number().optional() });

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
export const ALSO = [400, 403, 404, 429];

const LONGEST_NAME = 200;

export function deliveredIn(body: string, bot: string): Delivered[] | undefined {
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

export function refOf(chatId: number, messageId: number): string {
  return `${chatId}:${messageId}`;
}
