/** How long a workspace keeps what, what must not be deleted, and what is kept of one person: shown to them, or erased. */
import { z } from "zod";
import { IdentityKind } from "../contacts/contacts.ts";
import { Cursor, Moment, pageOf } from "../wire/paging.ts";
import { route } from "../wire/route.ts";

/** What is deleted by its age, each by itself. */
export const RETAINED = ["audio", "transcripts", "calls", "messages", "deliveries"] as const;
export type Retained = (typeof RETAINED)[number];
export const MOST_RETENTION_DAYS = 3_650;

/** Days; null: kept. */
const Days = z.number().int().min(1).max(MOST_RETENTION_DAYS).nullable();
export const Retention = z.object({
  /** Recordings of calls. */
  audio: Days,
  /** The words of calls, their journal, and what was made of them. */
  transcripts: Days,
  /** Calls as a whole. */
  calls: Days,
  /** What people and agents have written in conversations. */
  messages: Days,
  /** What webhooks were told. */
  deliveries: Days,
});
export type Retention = z.output<typeof Retention>;

export const readRetention = route({
  method: "GET",
  path: "/api/privacy/retention",
  who: "admin",
  does: "For how many days the workspace keeps each kind of data; null: for ever.",
  answer: Retention,
});

export const changeRetention = route({
  method: "PUT",
  path: "/api/privacy/retention",
  who: "admin",
  does: "Sets for how many days each kind of data is kept. What is older is deleted within the hour, unless it is on legal hold.",
  body: Retention,
  answer: Retention,
});

export const Deletion = z.object({
  id: z.string(),
  /** `erasure`: of one person. */
  reason: z.enum(["retention", "erasure"]),
  at: Moment,
  /** Rows by what they were. */
  counts: z.record(z.string(), z.number()),
});
export type Deletion = z.output<typeof Deletion>;

export const listDeletions = route({
  method: "GET",
  path: "/api/privacy/deletions",
  who: "admin",
  does: "What retention and erasures have deleted, the newest first.",
  query: Cursor,
  answer: pageOf(Deletion),
});

export const LegalHold = z.object({
  id: z.string(),
  /** The call that is held, or else the contact. */
  execution_id: z.string().nullable(),
  contact_id: z.string().nullable(),
  reason: z.string(),
  placed_by: z.string(),
  placed_at: Moment,
});
export type LegalHold = z.output<typeof LegalHold>;

export const listLegalHolds = route({
  method: "GET",
  path: "/api/privacy/holds",
  who: "admin",
  does: "The legal holds that stand, the newest first.",
  query: Cursor,
  answer: pageOf(LegalHold),
});

/** By which a person is found: a number in any spelling, an address, an id of another system. */
export const PersonIdentity = z.object({ kind: IdentityKind, value: z.string().trim().min(1).max(200) });

const Reason = z.string().trim().min(1).max(500);
export const placeLegalHold = route({
  method: "POST",
  path: "/api/privacy/holds",
  who: "admin",
  does: "Holds a call, or all that is kept of a contact, by its id or an identity: nothing of it is deleted or redacted until the hold is lifted.",
  body: z.union([
    z.strictObject({ execution_id: z.uuid(), reason: Reason }),
    z.strictObject({ contact_id: z.uuid(), reason: Reason }),
    z.strictObject({ ...PersonIdentity.shape, reason: Reason }),
  ]),
  answer: LegalHold,
});

export const liftLegalHold = route({
  method: "DELETE",
  path: "/api/privacy/holds/:hold_id",
  who: "admin",
  does: "Lifts a legal hold.",
  params: z.object({ hold_id: z.uuid() }),
  answer: z.object({ success: z.literal(true) }),
});

export const exportPerson = route({
  method: "GET",
  path: "/api/privacy/person",
  who: "admin",
  does: "All that is kept of one person, as a zip: a JSON file for each kind of data, and their recordings.",
  query: PersonIdentity,
  media: "application/zip",
});

export const erasePerson = route({
  method: "POST",
  path: "/api/privacy/erasures",
  who: "admin",
  does: "Erases one person in all tables, files and the search. It cannot be undone. `confirm` repeats `value`.",
  body: PersonIdentity.extend({ confirm: z.string().trim() }).refine(({ value, confirm }) => value === confirm, {
    path: ["confirm"],
    error: "must be the same as value",
  }),
  answer: Deletion,
});
