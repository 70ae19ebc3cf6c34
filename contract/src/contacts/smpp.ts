/** SMPP 3.4: how a workspace's account at an operator or aggregator is bound to. */
import { z } from "zod";
import { Moment } from "../wire/paging.ts";

/** `transceiver`: one connection both ways; `pair`: one that sends, and one that receives. */
export const SMPP_BINDS = ["transceiver", "pair"] as const;
export const SMPP_SECURITY = ["none", "tls"] as const;
/** How delivery receipts write the message id of the SMSC's answer: as it is, or as the same number in the other base. */
export const SMPP_RECEIPT_IDS = ["same", "decimal", "hex"] as const;
/** Printable ASCII: what C-octet strings hold. */
const ascii = /^[\x20-\x7e]*$/;

export const SmppSettings = z.object({
  host: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[a-z0-9.:-]{1,253}$/),
  port: z.number().int().min(1).max(65_535),
  security: z.enum(SMPP_SECURITY),
  system_id: z.string().trim().min(1).max(15).regex(ascii),
  /** Stored sealed and never shown. SMPP has room for 8; some SMSCs take longer ones. */
  password: z.string().max(64).regex(ascii),
  system_type: z.string().trim().max(12).regex(ascii).default(""),
  bind: z.enum(SMPP_BINDS).default("transceiver"),
  /** Parts a second, at most. */
  per_second: z.number().int().min(1).max(500).default(10),
  /** Parts that wait for the SMSC's answer, at most. */
  window: z.number().int().min(1).max(100).default(10),
  receipt_ids: z.enum(SMPP_RECEIPT_IDS).default("same"),
});
export type SmppSettings = z.output<typeof SmppSettings>;
export type BareSmppSettings = Omit<SmppSettings, "password">;

/** `login`: system ID or password; `private`: an address of this machine or a private network; `ended`: the connection broke or stood still. */
export const SMPP_PROBLEMS = ["login", "refused", "unreachable", "certificate", "private", "ended"] as const;
export type SmppProblem = (typeof SMPP_PROBLEMS)[number];

export const SmppLinkState = z.object({
  state: z.enum(["new", "working", "failed"]),
  problem: z.enum(SMPP_PROBLEMS).nullable(),
  /** Of the last change of state. Null: not yet. */
  checked_at: Moment.nullable(),
  /** Null for people who may only view. */
  settings: SmppSettings.omit({ password: true }).nullable(),
});
