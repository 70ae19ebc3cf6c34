/** What Messenger and Instagram post: many events in one delivery, each read by itself. */
import { z } from "zod";
import type { Delivered, Media, Received } from "./channel.ts";
import { jsonIn } from "./meta.ts";

interface Account {
  provider: "messenger" | "instagram";
  /** Meta's id of the page or professional account. */
  account: string;
}

const OBJECTS = { messenger: "page", instagram: "instagram" } as const;
const Id = z.string().regex(/^[1-9]\d{0,24}$/);
const Delivery = z.object({
  object: z.string().max(60),
  entry: z.array(z.object({ id: z.string().max(60), messaging: z.array(z.unknown()).optional() })),
});
const Between = z.object({ sender: z.object({ id: Id }), recipient: z.object({ id: Id }), timestamp: z.number().optional() });
const Mid = z.string().min(1).max(512);
const Message = z.object({
  mid: Mid,
  text: z.string().optional(),
  is_echo: z.boolean().optional(),
  is_deleted: z.boolean().optional(),
  attachments: z.array(z.unknown()).optional(),
});
const Attached = z.object({
  type: z.string().max(40),
  payload: z
    .object({
      url: z.string().max(4_000).optional(),
      title: z.string().optional(),
      coordinates: z.object({ lat: z.number(), long: z.number() }).optional(),
    })
    .nullish(),
});
const Postback = z.object({ mid: Mid.optional(), title: z.string().optional(), payload: z.string().optional() });
/** In ms since 1970; later ones are no moments of ours. */
const Watermark = z.number().int().min(0).max(Date.UTC(2200, 0));
const Arrived = z.object({ mids: z.array(Mid).max(1_000).optional(), watermark: Watermark.optional() });
const Seen = z.object({ mid: Mid.optional(), watermark: Watermark.optional() });
const Event = z.object({ message: z.unknown(), postback: z.unknown(), delivery: z.unknown(), read: z.unknown() }).partial();

/** Meta delivers fewer at once. */
const MOST_AT_ONCE = 1_000;
const MOST_FILES = 10;
const LONGEST_NAME = 200;
/** What the button sends that begins a conversation, as Meta's own examples name it. */
const GREETING = /^GET_STARTED/;
const KINDS: Readonly<Record<string, Media["kind"]>> = { image: "image", audio: "audio", video: "video", file: "document" };

/** Undefined: this is nothing that the platform posts for such accounts. */
export function deliveredIn(body: string, of: Account): Delivered[] | undefined {
  const entries = entriesIn(body, of);
  return entries
    ?.filter(({ id }) => id === of.account)
    .flatMap(({ messaging = [] }) => messaging.flatMap((one) => eventIn(one, of)))
    .slice(0, MOST_AT_ONCE);
}

/** Further accounts of the same app, which has one address for all of them. */
export function othersIn(body: string, of: Account): string[] {
  const ids = (entriesIn(body, of) ?? []).map(({ id }) => id);
  return [...new Set(ids)].filter((id) => id !== of.account);
}

function entriesIn(body: string, { provider }: Account): z.output<typeof Delivery>["entry"] | undefined {
  const delivery = Delivery.safeParse(jsonIn(body)).data;
  return delivery?.object === OBJECTS[provider] ? delivery.entry : undefined;
}

function eventIn(given: unknown, { provider, account }: Account): Delivered[] {
  const between = Between.safeParse(given).data;
  const event = Event.safeParse(given).data;
  // An echo of what the account itself has written comes from it.
  if (!between || !event || between.sender.id === account) return [];
  const from = `${provider}:${between.sender.id}`;
  const person = { from, to: account };
  if (event.message !== undefined) return messagesIn(Message.safeParse(event.message).data, person);
  if (event.postback !== undefined) return postbackIn(Postback.safeParse(event.postback).data, person, between.timestamp ?? 0);
  return reportsIn(event, from);
}

function messagesIn(said: z.output<typeof Message> | undefined, person: Pick<Received, "from" | "to">): Delivered[] {
  if (!said || said.is_echo || said.is_deleted) return [];
  const { mid, text, attachments = [] } = said;
  const files = attachments.slice(0, MOST_FILES).flatMap((one) => Attached.safeParse(one).data ?? []);
  const [first, ...others] = files;
  // What the platform could not show comes without words and files.
  const isEmpty = text === undefined && first === undefined;
  const words = isEmpty ? "[unsupported]" : [first && wordsOf(first), text].filter(Boolean).join(" ");
  const whole: Delivered = { kind: "message", ref: mid, ...person, text: words, ...mediaOf(first) };
  const rest = others.map((one, n): Delivered => ({
    kind: "message",
    ref: `${mid}#${n + 2}`,
    ...person,
    text: wordsOf(one),
    ...mediaOf(one),
  }));
  return [whole, ...rest];
}

function wordsOf({ type, payload }: z.output<typeof Attached>): string {
  if (payload?.coordinates) return `[location] ${payload.coordinates.lat}, ${payload.coordinates.long}`;
  const kind = KINDS[type];
  if (kind) return `[${kind}]`;
  return [`[${type}]`, payload?.title, payload?.url].filter(Boolean).join(" ");
}

function mediaOf(file: z.output<typeof Attached> | undefined): { media?: Media } {
  const kind = file && KINDS[file.type];
  const ref = file?.payload?.url;
  return kind && ref ? { media: { kind, ref, name: (file.payload?.title ?? "").slice(0, LONGEST_NAME) } } : {};
}

/** A button was pressed: what stands on it is what the person says. */
function postbackIn(
  pressed: z.output<typeof Postback> | undefined,
  person: Pick<Received, "from" | "to">,
  timestamp: number,
): Delivered[] {
  if (!pressed) return [];
  const { mid = `${person.from}.${timestamp}`, title, payload = "" } = pressed;
  const greeting = GREETING.test(payload) ? ({ isGreeting: true } as const) : {};
  return [{ kind: "message", ref: mid, ...person, text: title ?? payload, ...greeting }];
}

/** By the names of the messages where they stand there, and otherwise up to a moment. */
function reportsIn({ delivery, read }: z.output<typeof Event>, from: string): Delivered[] {
  const reports = [
    ["delivered", Arrived.safeParse(delivery).data],
    ["read", Seen.safeParse(read).data],
  ] as const;
  return reports.flatMap(([state, told]): Delivered[] => {
    if (!told) return [];
    const refs = "mids" in told ? (told.mids ?? []) : "mid" in told && told.mid ? [told.mid] : [];
    if (refs.length > 0) return refs.map((ref): Delivered => ({ kind: "report", ref, to: from, state, reason: null }));
    return told.watermark === undefined ? [] : [{ kind: "up-to", from, state, upTo: new Date(told.watermark) }];
  });
}
