/** What WhatsApp's webhooks say. */
import type { MessageFailure } from "@ongea/contract";
import { z } from "zod";
import type { Delivered, Media, Posted } from "./channel.ts";
import { jsonIn } from "./meta.ts";

/** Meta's own, of what it refuses and of what has failed later (developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes). */
export const CODES: Readonly<Record<number, MessageFailure>> = {
  10: "credentials",
  190: "credentials",
  200: "credentials",
  131005: "credentials",
  33: "bad_sender",
  131045: "bad_sender",
  133010: "bad_sender",
  131009: "bad_number",
  131021: "bad_number",
  131026: "unreachable",
  131030: "bad_number",
  131031: "blocked",
  131042: "no_provider_credit",
  131047: "window_closed",
  132000: "template",
  132001: "template",
  132005: "template",
  132007: "template",
  132012: "template",
  132015: "template",
  132016: "template",
  131050: "opted_out",
  // As many requests to call as Meta takes were sent.
  138009: "blocked",
  368: "blocked",
  130472: "blocked",
  130497: "blocked",
  131048: "blocked",
  131049: "blocked",
};

/** It takes no more for now. */
export const LATER: ReadonlySet<number> = new Set([4, 80007, 130429, 131016, 131056, 133004, 1, 2]);

export const Taken = z.object({ messages: z.array(z.object({ id: z.string().max(512) })).min(1) });

export const About = z.object({ display_phone_number: z.string().max(40) });

const Named = z.object({ id: z.string().optional(), title: z.string().optional() });

const PermissionReply = z.object({
  response: z.string().max(40),
  is_permanent: z.boolean().default(false),
  expiration_timestamp: z.coerce.number().int().min(0).max(100_000_000_000).optional().catch(undefined),
});

const File = z.object({
  id: z.string().max(200).optional(),
  caption: z.string().optional(),
  filename: z.string().optional(),
});

const Incoming = z.object({
  id: z.string().min(1).max(512),
  from: z.string().regex(/^\d{5,20}$/),
  // Meta's sample of an answer to a request to call has none.
  type: z.string().max(40).default("unsupported"),
  timestamp: z.coerce.number().int().min(0).max(100_000_000_000).optional().catch(undefined),
  context: z
    .object({ id: z.string().max(512).optional() })
    .optional()
    .catch(undefined),
  text: z.object({ body: z.string() }).optional(),
  button: z.object({ text: z.string() }).optional(),
  interactive: z
    .object({ button_reply: Named.optional(), list_reply: Named.optional(), call_permission_reply: PermissionReply.optional() })
    .optional(),
  location: z
    .object({ latitude: z.number(), longitude: z.number(), name: z.string().optional(), address: z.string().optional() })
    .optional(),
  image: File.optional(),
  video: File.optional(),
  audio: File.optional(),
  sticker: File.optional(),
  document: File.optional(),
});

const Status = z.object({
  id: z.string().min(1).max(512),
  status: z.string().max(40),
  recipient_id: z.string().max(40).default(""),
  errors: z.array(z.object({ code: z.number() })).optional(),
});

const Change = z.object({
  metadata: z.object({ phone_number_id: z.string() }),
  messages: z.array(z.unknown()).optional(),
  statuses: z.array(z.unknown()).optional(),
});

const Delivery = z.object({
  object: z.literal("whatsapp_business_account"),
  entry: z.array(
    z.object({ id: z.string().max(60).optional(), changes: z.array(z.object({ field: z.string(), value: z.unknown() })) }),
  ),
});

/** Meta delivers fewer at once. */
const MOST_AT_ONCE = 1_000;

export type WhatsAppDelivery = z.output<typeof Delivery>;

const deliveries = new WeakMap<Posted, { delivery: WhatsAppDelivery | undefined }>();

/** What was posted, read once. Undefined: Meta posts nothing like it. */
export function deliveryIn(posted: Posted): WhatsAppDelivery | undefined {
  const known = deliveries.get(posted) ?? { delivery: Delivery.safeParse(jsonIn(posted.body)).data };
  deliveries.set(posted, known);
  return known.delivery;
}

/** The business account whose number this is. */
export function accountIn(posted: Posted, phoneNumberId: string): string | undefined {
  const entries = deliveryIn(posted)?.entry ?? [];
  const isOf = (value: unknown): boolean => Change.safeParse(value).data?.metadata.phone_number_id === phoneNumberId;
  const entry = entries.find(({ changes }) => changes.some(({ value }) => isOf(value)));
  return /^\d{5,30}$/.test(entry?.id ?? "") ? entry?.id : undefined;
}

/** The values of one field of a delivery. */
export function changesIn({ entry }: WhatsAppDelivery, field: string): unknown[] {
  return entry.flatMap(({ changes }) => changes.filter((one) => one.field === field)).map(({ value }) => value);
}

export function deliveredIn(posted: Posted, phoneNumberId: string): Delivered[] | undefined {
  const delivery = deliveryIn(posted);
  if (!delivery) return undefined;
  return changesIn(delivery, "messages")
    .flatMap((value) => {
      const change = Change.safeParse(value).data;
      if (!change || change.metadata.phone_number_id !== phoneNumberId) return [];
      const messages = change.messages ?? [];
      return [
        ...messages.flatMap((one) => messageIn(Incoming.safeParse(one).data, phoneNumberId)),
        ...(change.statuses ?? []).flatMap((one) => reportIn(Status.safeParse(one).data)),
      ];
    })
    .slice(0, MOST_AT_ONCE);
}

/** Reactions and what WhatsApp itself could not show are no messages. */
const SILENT: ReadonlySet<string> = new Set(["reaction", "unsupported", "system", "ephemeral", "errors"]);

function messageIn(said: z.output<typeof Incoming> | undefined, to: string): Delivered[] {
  const reply = said?.interactive?.call_permission_reply;
  if (said && reply) return [permissionIn(said, reply, to)];
  if (!said || SILENT.has(said.type)) return [];
  const media = mediaOf(said);
  return [{ kind: "message", ref: said.id, from: `+${said.from}`, to, text: wordsOf(said), ...(media && { media }) }];
}

/** Meta's temporary permission, where it does not say until when. */
const TEMPORARY_S = 7 * 86_400;

function permissionIn(
  { id: ref, from, timestamp = Math.round(Date.now() / 1_000), context }: z.output<typeof Incoming>,
  { response, is_permanent: isPermanent, expiration_timestamp: expires }: z.output<typeof PermissionReply>,
  to: string,
): Delivered {
  const isAllowed = response === "accept";
  const expiresAt = isAllowed && !isPermanent ? new Date((expires ?? timestamp + TEMPORARY_S) * 1_000) : null;
  const at = new Date(timestamp * 1_000);
  return { kind: "call-permission", ref, from: `+${from}`, to, isAllowed, expiresAt, at, about: context?.id };
}

const LONGEST_NAME = 200;

function mediaOf({ image, sticker, audio, video, document }: z.output<typeof Incoming>): Media | undefined {
  const kinds = [
    ["image", image ?? sticker],
    ["audio", audio],
    ["video", video],
    ["document", document],
  ] as const;
  const [kind, file] = kinds.find(([, one]) => one !== undefined) ?? [];
  return kind && file?.id ? { kind, ref: file.id, name: (file.filename ?? "").slice(0, LONGEST_NAME) } : undefined;
}

function wordsOf({ type, text, button, interactive, location, image, video, document }: z.output<typeof Incoming>): string {
  const chosen = interactive?.button_reply ?? interactive?.list_reply;
  const written = text?.body ?? button?.text ?? chosen?.title ?? chosen?.id;
  if (written !== undefined) return written;
  if (location) {
    const { name, address, latitude, longitude } = location;
    return ["[location]", name, address, `${latitude}, ${longitude}`].filter((part) => part !== undefined).join(" ");
  }
  const media = image ?? video ?? document;
  return [`[${type}]`, media?.filename, media?.caption].filter((part) => part !== undefined).join(" ");
}

function reportIn(status: z.output<typeof Status> | undefined): Delivered[] {
  if (!status) return [];
  const report = { kind: "report", ref: status.id, to: status.recipient_id === "" ? "" : `+${status.recipient_id}` } as const;
  const { status: state, errors } = status;
  if (state === "sent" || state === "delivered" || state === "read") return [{ ...report, state, reason: null }];
  if (state !== "failed") return [];
  return [{ ...report, state, reason: CODES[errors?.[0]?.code ?? 0] ?? "provider" }];
}
