/** The ledger of consents: who agreed to what, in which words, how and when, and whether they took it back. The dial gate goes by it. */
import { z } from "zod";
import { LANGUAGES } from "../languages.ts";
import { Cursor, Moment, pageOf } from "../wire/paging.ts";
import { route } from "../wire/route.ts";

/** Of one file. */
export const MOST_CONSENT_ROWS = 20_000;
/** Numbers of one person. */
const MOST_PHONES = 20;

/** `marketing`: calls and messages that advertise. `service`: others. `recording`: that a call is recorded. */
export const CONSENT_PURPOSES = ["marketing", "service", "recording"] as const;
/** How they may be reached for it; `any`: by calls and by messages. */
export const CONSENT_CHANNELS = ["any", "call", "message"] as const;
/** `spoken` and `key`: in a call. `form`: on paper or a page. `import`: a file says so, with its proof. `message`: by a button of WhatsApp. */
export const CONSENT_MEANS = ["spoken", "key", "form", "import", "message"] as const;

const E164 = /^\+\d{7,15}$/;
const Wording = z.string().trim().min(1).max(1_000);

const ConsentFields = z.object({
  purpose: z.enum(CONSENT_PURPOSES),
  channel: z.enum(CONSENT_CHANNELS),
  /** What they agreed to, as it was said or written. */
  wording: Wording,
  /** ISO 639-1, of the wording. */
  language: z.enum(LANGUAGES),
  means: z.enum(CONSENT_MEANS),
  /** Where the proof lies: a form's number, a file, an address. */
  proof: z.string().trim().max(500),
  /** The call in which they agreed. */
  execution_id: z.uuid().nullable(),
  /** There: milliseconds since it was answered. */
  at_ms: z.number().int().min(0).nullable(),
  given_at: Moment,
});

export const Consent = ConsentFields.extend({
  id: z.uuid(),
  /** E.164. */
  number: z.string(),
  /** Null: it stands. */
  withdrawn_at: Moment.nullable(),
  /**
   * `opt_out`: they asked not to be called or written to again. `declined`: they said no later. `recorded`: a person entered it. `revoked`: they
   * took it back on WhatsApp, or WhatsApp did after calls that they did not answer.
   */
  withdrawn_by: z.enum(["opt_out", "declined", "recorded", "revoked"]).nullable(),
  /** It does not stand any more from then on; null: until it is withdrawn. */
  expires_at: Moment.nullable(),
  /** The number is on the do-not-call list: nobody is called, whatever they agreed to. */
  do_not_call: z.boolean(),
  /** Who entered it; empty: a call did. */
  recorded_by: z.string(),
  created_at: Moment,
});
export type Consent = z.output<typeof Consent>;

export const ConsentDraft = z.strictObject({
  /** As people write it. */
  number: z.string().trim().min(1).max(200),
  ...ConsentFields.omit({ given_at: true, execution_id: true, at_ms: true, proof: true }).shape,
  proof: z.string().trim().max(500).default(""),
  execution_id: z.uuid().nullable().default(null),
  at_ms: z.number().int().min(0).nullable().default(null),
  /** Absent: now. */
  given_at: z.iso.datetime({ offset: true }).optional(),
});
export type ConsentDraft = z.output<typeof ConsentDraft>;

export const ConsentPolicy = z.object({
  /** `off`: nothing is required. `countries`: where the rules of the person's country require it. `everywhere`: of everybody. */
  required: z.enum(["off", "countries", "everywhere"]),
  /** Agents whose calls and messages advertise; empty: all. */
  agent_ids: z.array(z.uuid()).max(100),
  /** Also of whoever a caller is put through to, and of a person's telephone that takes a call over. */
  transfers: z.boolean(),
});
export type ConsentPolicy = z.output<typeof ConsentPolicy>;

const ofConsent = z.object({ consent_id: z.uuid() });

export const listConsents = route({
  method: "GET",
  path: "/api/consents",
  who: "viewer",
  does: "The ledger of consents, the last entered first. `phone`: of these numbers, in E.164 with commas between them.",
  query: Cursor.extend({
    phone: z
      .string()
      .trim()
      .max(400)
      .transform((text) => text.split(",").map((one) => one.trim()))
      .refine((numbers) => numbers.length <= MOST_PHONES && numbers.every((number) => E164.test(number)), {
        error: `must be at most ${MOST_PHONES} numbers in E.164`,
      })
      .optional(),
    /** Digits in the number. */
    q: z.string().trim().max(40).optional(),
    purpose: z.enum(CONSENT_PURPOSES).optional(),
    execution_id: z.uuid().optional(),
  }),
  answer: pageOf(Consent),
});

export const recordConsent = route({
  method: "POST",
  path: "/api/consents",
  who: "agent_manager",
  does: "Enters a consent. The same again, by number, purpose, channel and moment, is the same entry.",
  body: ConsentDraft,
  status: 201,
  answer: Consent,
});

export const importConsents = route({
  method: "POST",
  path: "/api/consents/import",
  who: "agent_manager",
  does:
    "Enters the consents of a CSV file (its bytes are the body). Columns: `phone`, `purpose`, `given_at` (ISO 8601), `wording`, `language`, " +
    "`proof`, and `channel` (else any). A row without proof is refused.",
  upload: { types: ["application/octet-stream", "text/csv"], mostBytes: 8_000_000 },
  answer: z.object({
    added: z.number().int(),
    /** Entered before. */
    known: z.number().int(),
    /** At most 500 of them. */
    refused: z.array(
      z.object({ line: z.number().int(), problem: z.enum(["bad_number", "bad_moment", "no_proof", "no_wording", "not_valid"]) }),
    ),
    refused_count: z.number().int(),
  }),
});

export const withdrawConsent = route({
  method: "POST",
  path: "/api/consents/:consent_id/withdrawal",
  who: "agent_manager",
  does: "Enters that a person has taken a consent back. It stays in the ledger, and nobody is called by it any more.",
  params: ofConsent,
  answer: Consent,
});

export const readConsentPolicy = route({
  method: "GET",
  path: "/api/consents/policy",
  who: "viewer",
  does: "Where a consent to marketing is required before somebody is called or written to.",
  answer: ConsentPolicy,
});

export const changeConsentPolicy = route({
  method: "PUT",
  path: "/api/consents/policy",
  who: "admin",
  does: "Sets where a consent is required. It holds from the next call and message on, for batches and retries that wait, too.",
  body: ConsentPolicy,
  answer: ConsentPolicy,
});
