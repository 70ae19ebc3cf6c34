/** SIP trunks of a workspace: ways to the telephone network that it brings itself, with the numbers that belong to them. */
import { z } from "zod";
import { Moment } from "../wire/paging.ts";
import { route } from "../wire/route.ts";

/** Codecs that sound is sent in over a trunk, best first. */
export const TRUNK_CODECS = ["ulaw", "alaw"] as const;
export type TrunkCodec = (typeof TRUNK_CODECS)[number];
export const TRUNK_TRANSPORTS = ["transport-udp", "transport-tcp", "transport-tls"] as const;

/** What is wrong between us and a trunk. */
export const TRUNK_PROBLEMS = [
  "name_unknown",
  "private_address",
  "no_answer",
  "not_reached",
  "no_tls",
  "bad_certificate",
  "no_codec",
  "wrong_password",
  "rejected",
  "unreadable",
  "api_refused",
  "api_silent",
] as const;
export type TrunkProblem = (typeof TRUNK_PROBLEMS)[number];

const Text = (most: number) => z.string().trim().max(most);
const HOST = /^(?:[A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9])?)*)$/;
const MOST_GATEWAYS = 8;
const MOST_IDENTIFIERS = 32;
const MOST_NUMBERS = 50;

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;
/** A host whose last part is a number is an address in some spelling (127.1, 0x7f.1, 2130706433), and never a name. */
const ENDS_IN_NUMBER = /(?:^|\.)(?:\d+|0x[0-9a-f]*)$/i;

const Gateway = z.object({
  gateway_address: z
    .string()
    .trim()
    .max(253)
    .regex(HOST, "must be a name or an IPv4 address, such as sip.example.com")
    .refine(
      (host) => !ENDS_IN_NUMBER.test(host) || IPV4.test(host),
      "must be an IPv4 address of four numbers, such as 15.207.90.192",
    ),
  port: z.number().int().min(1).max(65_535).optional(),
  /** The least is tried first. */
  priority: z.number().int().min(1).max(100).default(1),
});
const Identifier = z.object({
  ip_address: z
    .string()
    .trim()
    .regex(
      /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\/(?:1[6-9]|2\d|3[0-2]))?$/,
      "must be an IPv4 address or a network of at most 65,536 of them, such as 15.207.90.192/31",
    ),
});
const Codecs = z
  .string()
  .transform((text) => [...new Set(text.split(",").map((one) => one.trim().toLowerCase()))])
  .refine(
    (all) => all.every((one) => TRUNK_CODECS.some((codec) => codec === one)),
    "must be of ulaw and alaw, separated by commas",
  )
  .transform((all) => all.join(","));

const NewNumber = z.object({
  phone_number: z
    .string()
    .trim()
    .regex(/^\+?[1-9][0-9]{7,14}$/, "must be a number with its country code, like 254711000001"),
  name: Text(80).default(""),
  /** It has to be a number that its country really gives out. */
  e164_check_enabled: z.boolean().default(false),
});

/** Its numbers speak SIP, and it asks by HTTP what to do with each call. */
const AfricasTalking = z.object({
  username: Text(80).regex(/^[A-Za-z0-9._-]+$/, "must be the name of the application there"),
  /** Needed with a new name; absent in a change: as it was. Never returned. */
  api_key: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{8,256}$/, "must be plain characters without spaces")
    .optional(),
});

const settings = {
  name: Text(80).min(1),
  description: Text(300),
  auth_username: Text(128).regex(/^[\x21-\x7e]*$/, "must be plain characters without spaces"),
  auth_password: z.string().max(256),
  gateways: z.array(Gateway).min(1).max(MOST_GATEWAYS),
  ip_identifiers: z.array(Identifier).max(MOST_IDENTIFIERS),
  allow: Codecs,
  disallow: z.literal("all"),
  transport: z.enum(TRUNK_TRANSPORTS),
  /** `sdes`: sound is encrypted with keys that the signalling carries, or there is no call. Existing clients send false for `no`. */
  media_encryption: z.preprocess((given) => (given === false ? "no" : given), z.enum(["no", "sdes"])),
  /** Every so many seconds the trunk is asked whether it is there; 0: never. */
  qualify_frequency: z
    .number()
    .int()
    .min(0)
    .max(3_600)
    .refine((seconds) => seconds === 0 || seconds >= 10, "must be 0, or from 10 to 3600"),
  inbound_enabled: z.boolean(),
  /** Numbers are written with their leading plus. */
  outbound_leading_plus_enabled: z.boolean(),
  /** Calls that it carries at a time, those that come and those that go out together; null: as many as there are. */
  lines: z.number().int().min(1).max(10_000).nullable(),
  /** So many calls begin here in a second at most, evenly; null: as many as there are. Calls that come are not counted. */
  calls_per_second: z.number().min(0.1).max(1_000).nullable(),
  /** `refer`: the trunk is asked to put callers through (REFER), and its lines here are free then; where it does not, as with `bridge`: over two lines here. */
  transfer: z.enum(["bridge", "refer"]),
  /** Of a trunk at Africa's Talking: what its calls are ordered with. null: any other trunk. */
  africastalking: AfricasTalking.nullable(),
};

const NewTrunk = z.object({
  ...settings,
  provider: Text(60).min(1),
  description: settings.description.default(""),
  auth_type: z.enum(["userpass", "ip-based"]),
  auth_username: settings.auth_username.default(""),
  auth_password: settings.auth_password.default(""),
  ip_identifiers: settings.ip_identifiers.default([]),
  allow: settings.allow.default("ulaw,alaw"),
  disallow: settings.disallow.default("all"),
  transport: settings.transport.default("transport-udp"),
  media_encryption: settings.media_encryption.default("no"),
  media_encryption_optimistic: z.literal(false).default(false),
  /** Sound always goes through here, and always back to where it comes from. */
  direct_media: z.literal(false).default(false),
  rtp_symmetric: z.literal(true).default(true),
  force_rport: z.literal(true).default(true),
  qualify_frequency: settings.qualify_frequency.default(60),
  inbound_enabled: settings.inbound_enabled.default(false),
  outbound_leading_plus_enabled: settings.outbound_leading_plus_enabled.default(true),
  lines: settings.lines.default(null),
  calls_per_second: settings.calls_per_second.default(null),
  transfer: settings.transfer.default("bridge"),
  africastalking: settings.africastalking.default(null),
  phone_numbers: z.array(NewNumber).max(MOST_NUMBERS).default([]),
});
export type NewTrunk = z.output<typeof NewTrunk>;

const TrunkChange = z.object({ ...settings, is_active: z.boolean() }).partial();
export type TrunkChange = z.output<typeof TrunkChange>;

export const TrunkNumber = z.object({
  /** 32 hexadecimal digits, as `/phone-numbers/all` has it. */
  id: z.string(),
  phone_number: z.string(),
  name: z.string(),
  byot_trunk_id: z.string(),
  telephony_provider: z.literal("sip-trunk"),
  deleted: z.literal(false),
  created_at: Moment,
  updated_at: Moment,
});

/** How it stands with the trunk, as the server that keeps it found out last. */
export const TrunkState = z.object({
  /** `registered` at it, `reachable` without, `waiting` for the first answer, `failing`, or `off`: nobody asks. */
  kind: z.enum(["registered", "reachable", "waiting", "failing", "off"]),
  problem: z.enum(TRUNK_PROBLEMS).nullable(),
  /** What the trunk answered. */
  sip_status: z.number().nullable(),
  at: Moment.nullable(),
});
export type TrunkState = z.output<typeof TrunkState>;

export const SipTrunk = z.object({
  id: z.uuid(),
  name: z.string(),
  provider: z.string(),
  description: z.string(),
  auth_type: z.enum(["userpass", "ip-based"]),
  auth_username: z.string(),
  gateways: z.array(z.object({ gateway_address: z.string(), port: z.number().optional(), priority: z.number() })),
  ip_identifiers: z.array(z.object({ ip_address: z.string() })),
  phone_numbers: z.array(TrunkNumber),
  allow: z.string(),
  disallow: z.string(),
  transport: z.enum(TRUNK_TRANSPORTS),
  media_encryption: z.enum(["no", "sdes"]),
  media_encryption_optimistic: z.boolean(),
  direct_media: z.boolean(),
  rtp_symmetric: z.boolean(),
  force_rport: z.boolean(),
  qualify_frequency: z.number(),
  inbound_enabled: z.boolean(),
  outbound_leading_plus_enabled: z.boolean(),
  lines: z.number().nullable(),
  calls_per_second: z.number().nullable(),
  transfer: z.enum(["bridge", "refer"]),
  /** `callback_url`: for its dashboard, where this server has a public address and who asks may change trunks. */
  africastalking: z.object({ username: z.string(), callback_url: z.string().nullable() }).nullable(),
  is_active: z.boolean(),
  state: TrunkState,
  created_at: Moment,
  updated_at: Moment,
});
export type SipTrunk = z.output<typeof SipTrunk>;

const Id = z.object({ trunk_id: z.uuid() });

export const listTrunks = route({
  method: "GET",
  path: "/sip-trunks/trunks",
  who: "viewer",
  does: "The SIP trunks of this workspace, the oldest first, with how it stands with each. Beside them the installation may have one of its own (SIP_TRUNK).",
  query: z.object({ is_active: z.enum(["true", "false"]).optional() }),
  answer: z.array(SipTrunk),
});

export const createTrunk = route({
  method: "POST",
  path: "/sip-trunks/trunks",
  who: "admin",
  does: "Adds a SIP trunk. `userpass`: the server registers at it; `ip-based`: it knows the server by its address. The password is never returned.",
  body: NewTrunk,
  status: 201,
  answer: SipTrunk,
});

export const readTrunk = route({
  method: "GET",
  path: "/sip-trunks/trunks/:trunk_id",
  who: "viewer",
  does: "One SIP trunk.",
  params: Id,
  answer: SipTrunk,
});

export const changeTrunk = route({
  method: "PATCH",
  path: "/sip-trunks/trunks/:trunk_id",
  who: "admin",
  does: "Changes what is given of a SIP trunk; calls that run go on as they began.",
  params: Id,
  body: TrunkChange,
  answer: SipTrunk,
});

export const deleteTrunk = route({
  method: "DELETE",
  path: "/sip-trunks/trunks/:trunk_id",
  who: "admin",
  does: "Removes a SIP trunk with its numbers; calls that run go on.",
  params: Id,
  answer: z.object({ message: z.string() }),
});

export const addTrunkNumber = route({
  method: "POST",
  path: "/sip-trunks/trunks/:trunk_id/numbers",
  who: "admin",
  does: "Adds a number that the trunk leads here. It belongs to nobody else here, and calls that come by the trunk reach it.",
  params: Id,
  body: NewNumber,
  status: 201,
  answer: TrunkNumber,
});

export const listTrunkNumbers = route({
  method: "GET",
  path: "/sip-trunks/trunks/:trunk_id/numbers",
  who: "viewer",
  does: "The numbers of a trunk, in order.",
  params: Id,
  answer: z.array(TrunkNumber),
});

export const removeTrunkNumber = route({
  method: "DELETE",
  path: "/sip-trunks/trunks/:trunk_id/numbers/:trunk_number_id",
  who: "admin",
  does: "Takes a number from a trunk, by its id or its digits: nobody answers it any more.",
  params: Id.extend({ trunk_number_id: z.string().min(1).max(40) }),
  answer: z.object({ message: z.string() }),
});

export const testTrunk = route({
  method: "POST",
  path: "/api/sip-trunks/:trunk_id/test",
  who: "admin",
  does: "Looks at the whole way to a trunk now: its name, the connection and its certificate, whether it answers, whether it takes the name and password. Nothing is rung, and nothing changes there.",
  params: Id,
  answer: TrunkState,
});
