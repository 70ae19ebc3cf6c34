/** People who call and are called, under all their numbers and addresses, with what is known of them. */
import { z } from "zod";
import { LANGUAGES } from "../languages.ts";
import { Cursor, Moment, pageOf } from "../wire/paging.ts";
import { route } from "../wire/route.ts";

export const MOST_IDENTITIES = 20;
export const MOST_CONTACT_NOTES = 500;
export const MOST_CONTACT_TAGS = 20;
export const MOST_CONTACT_FIELDS = 50;
/** Of one file. */
export const MOST_CONTACT_ROWS = 20_000;

export const IdentityKind = z.enum(["phone", "email", "external", "visitor"]);
export type IdentityKind = z.output<typeof IdentityKind>;

/** How a contact is reached, or known elsewhere. It belongs to one contact of a workspace. */
export const ContactIdentity = z.object({
  kind: IdentityKind,
  /** `phone`: E.164; `email`: in small letters; `external`: as another system writes it; `visitor`: of a web chat, given by the server. */
  value: z.string(),
});
export type ContactIdentity = z.output<typeof ContactIdentity>;

const Words = z.string().trim().max(200);
const Tag = z.string().trim().min(1).max(40);

export const ContactDraft = z.strictObject({
  /** Empty: nobody knows it. */
  name: Words.default(""),
  /** ISO 639-1, that of their calls; empty: the agent's. */
  language: z.enum([...LANGUAGES, ""]).default(""),
  tags: z
    .array(Tag)
    .max(MOST_CONTACT_TAGS)
    .transform((tags) => [...new Set(tags)])
    .default([]),
  /** What the organisation knows of them, by names of its own. */
  fields: z
    .record(z.string().trim().min(1).max(60), z.string().trim().max(500))
    .refine((fields) => Object.keys(fields).length <= MOST_CONTACT_FIELDS, `must be at most ${MOST_CONTACT_FIELDS}`)
    .default({}),
  /** A number may be written as people write it. */
  identities: z
    .array(z.strictObject({ kind: IdentityKind, value: z.string().trim().min(1).max(200) }))
    .min(1)
    .max(MOST_IDENTITIES),
});
export type ContactDraft = z.output<typeof ContactDraft>;

export const Contact = z.object({
  id: z.uuid(),
  name: z.string(),
  language: z.enum([...LANGUAGES, ""]),
  /** ISO 3166, of their number; null: not known. */
  country: z.string().nullable(),
  tags: z.array(z.string()),
  fields: z.record(z.string(), z.string()),
  identities: z.array(ContactIdentity),
  /** One of their numbers is on the do-not-call list. */
  do_not_call: z.boolean(),
  created_at: Moment,
  updated_at: Moment,
});
export type Contact = z.output<typeof Contact>;

export const ContactNote = z.object({ id: z.uuid(), text: z.string(), author: z.string(), created_at: Moment });
export type ContactNote = z.output<typeof ContactNote>;

const OneContact = z.object({ contact_id: z.uuid() });

export const listContacts = route({
  method: "GET",
  path: "/api/contacts",
  who: "viewer",
  does: "Lists the contacts, the newest first. `q`: part of a name, a number or an address; `phone`: exactly this number, in E.164.",
  query: Cursor.extend({
    q: z.string().trim().max(100).optional(),
    tag: Tag.optional(),
    phone: z
      .string()
      .regex(/^\+\d{7,15}$/, "must be a number in E.164")
      .optional(),
  }),
  answer: pageOf(Contact),
});

export const listContactTags = route({
  method: "GET",
  path: "/api/contacts/tags",
  who: "viewer",
  does: "Lists the tags of contacts, the most used first.",
  answer: z.object({ data: z.array(z.object({ tag: z.string(), contacts: z.number().int() })) }),
});

export const createContact = route({
  method: "POST",
  path: "/api/contacts",
  who: "agent_manager",
  does: "Makes a contact. A call from or to a number makes one by itself.",
  body: ContactDraft,
  status: 201,
  answer: Contact,
});

export const exportContacts = route({
  method: "GET",
  path: "/api/contacts/export",
  who: "viewer",
  does:
    "All contacts as CSV, the newest first, each field in a column of its own; several numbers of one contact stand in one cell, with bars " +
    "between them. Cells that a spreadsheet would take for a formula begin with an apostrophe.",
  media: "text/csv",
});

export const importContacts = route({
  method: "POST",
  path: "/api/contacts/import",
  who: "agent_manager",
  does:
    "Adds the contacts of a CSV file (its bytes are the body), or what it says anew of those that are there. Columns: `phone`, `email`, " +
    "`external_id` (one of them at least), `name`, `language`, `tags`; each other column is a field. What the file does not say stays.",
  upload: { types: ["application/octet-stream", "text/csv"], mostBytes: 8_000_000 },
  answer: z.object({
    added: z.number().int(),
    changed: z.number().int(),
    /** At most 500 of them. */
    refused: z.array(
      z.object({
        line: z.number().int(),
        problem: z.enum(["no_identity", "bad_number", "bad_email", "not_valid", "several_contacts"]),
      }),
    ),
    refused_count: z.number().int(),
  }),
});

export const readContact = route({
  method: "GET",
  path: "/api/contacts/:contact_id",
  who: "viewer",
  does: "Reads a contact with its notes, the newest first. Its calls: `GET /api/calls?contact_id=…`.",
  params: OneContact,
  answer: Contact.extend({ notes: z.array(ContactNote) }),
});

export const replaceContact = route({
  method: "PUT",
  path: "/api/contacts/:contact_id",
  who: "agent_manager",
  does: "Replaces what is known of a contact. An identity that is left out is nobody's; a later call from it makes a new contact.",
  params: OneContact,
  body: ContactDraft,
  answer: Contact,
});

export const deleteContact = route({
  method: "DELETE",
  path: "/api/contacts/:contact_id",
  who: "admin",
  does: "Deletes a contact with its notes. Its calls stay; a later call makes a new contact.",
  params: OneContact,
  answer: z.object({ success: z.literal(true) }),
});

export const mergeContacts = route({
  method: "POST",
  path: "/api/contacts/:contact_id/merge",
  who: "agent_manager",
  does: "Merges another contact into this one: identities, tags, notes and fields that this one lacks. The other one is gone.",
  params: OneContact,
  body: z.strictObject({ other_id: z.uuid() }),
  answer: Contact,
});

export const splitContact = route({
  method: "POST",
  path: "/api/contacts/:contact_id/split",
  who: "agent_manager",
  does:
    "Splits numbers and addresses off a contact into a new one, with their calls and messages. At least one stays, and so do notes, tags " +
    "and fields. Merging the two undoes it.",
  params: OneContact,
  body: z.strictObject({ name: Words.default(""), identities: ContactDraft.shape.identities }),
  status: 201,
  answer: Contact,
});

export const addContactNote = route({
  method: "POST",
  path: "/api/contacts/:contact_id/notes",
  who: "agent_manager",
  does: "Adds a note to a contact.",
  params: OneContact,
  body: z.strictObject({ text: z.string().trim().min(1).max(5_000) }),
  status: 201,
  answer: ContactNote,
});

export const deleteContactNote = route({
  method: "DELETE",
  path: "/api/contacts/:contact_id/notes/:note_id",
  who: "agent_manager",
  does: "Deletes a note of a contact.",
  params: OneContact.extend({ note_id: z.uuid() }),
  answer: z.object({ success: z.literal(true) }),
});
