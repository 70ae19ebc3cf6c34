/** All the SQL of contacts. */
import {
  type ContactDraft,
  type ContactIdentity,
  MOST_CONTACT_FIELDS,
  MOST_CONTACT_TAGS,
  MOST_IDENTITIES,
} from "@ongea/contract";
import { and, count, desc, eq, getTableColumns, inArray, sql, type SQL } from "drizzle-orm";
import type { Db } from "../../platform/database/db.ts";
import { afterCursor, cursorOf, pageFrom, type PageOf } from "../../platform/database/keyset.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { countryOf, type PhoneNumber } from "../../platform/phone-number/phone-number.ts";
import { contactIdentities, contactNotes, contacts } from "./tables.ts";

export type ContactRow = typeof contacts.$inferSelect & { identities: ContactIdentity[] };
export type ContactNoteRow = typeof contactNotes.$inferSelect;

export interface ContactFilter {
  q?: string | undefined;
  tag?: string | undefined;
  phone?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

export interface ContactKey {
  workspaceId: string;
  id: string;
}

/** Who was called or has called, and when. */
export interface Met {
  number: PhoneNumber;
  at: Date;
}

export interface ContactStore {
  met: typeof addMet;
  /** Whoever has this identity becomes a contact of this name, once. In a transaction of the caller's. Returns the contact's id. */
  metBy(workspaceId: string, identity: ContactIdentity, name?: string): Promise<string>;
  /** Newest first. */
  list(workspaceId: string, filter: ContactFilter): Promise<PageOf<ContactRow>>;
  /** Of those that have one, by their ids. */
  namesOf(workspaceId: string, ids: readonly string[]): Promise<Map<string, string>>;
  tags(workspaceId: string): Promise<{ tag: string; contacts: number }[]>;
  read(key: ContactKey): Promise<ContactRow | undefined>;
  /** Their telephone numbers. Undefined: there is no such contact. */
  numbersOf(key: ContactKey): Promise<string[] | undefined>;
  /** Refuses with "contact.identity_taken". In a transaction of the caller's. */
  add(workspaceId: string, draft: ContactDraft): Promise<ContactRow>;
  /** The same; undefined: there is no such contact. */
  change(key: ContactKey, draft: ContactDraft): Promise<ContactRow | undefined>;
  remove(key: ContactKey): Promise<boolean>;
  /**
   * Adds a contact, or what is known anew to the one that has an identity of it. "several": its identities belong to several. In a transaction
   * of the caller's.
   */
  put(workspaceId: string, draft: ContactDraft): Promise<"added" | "changed" | "several">;
  /** The names of all fields, in the order of the alphabet. */
  fieldNames(workspaceId: string): Promise<string[]>;
  /** Newest first. */
  notes(key: ContactKey, limit: number): Promise<ContactNoteRow[]>;
  countNotes(key: ContactKey): Promise<number>;
  addNote(key: ContactKey, note: { text: string; author: string }): Promise<ContactNoteRow>;
  removeNote(key: ContactKey, noteId: string): Promise<boolean>;
}

const MOST_TAGS = 100;
/** Columns of an export. */
const MOST_FIELD_NAMES = 200;

export function createContactStore(tenancy: Tenancy): ContactStore {
  return { met: addMet, ...readingStore(tenancy), ...changingStore(tenancy), ...noteStore(tenancy) };
}

export const isOne = ({ workspaceId, id }: ContactKey) => and(eq(contacts.workspaceId, workspaceId), eq(contacts.id, id));

/**
 * Whoever was called or has called becomes a contact, once for each number; the first of several counts. The id comes from the number, so that
 * two servers that meet somebody at once make one contact; the order keeps them from waiting for each other.
 */
export async function addMet(db: Db, workspaceId: string, met: readonly Met[]): Promise<void> {
  if (met.length === 0) return;
  const first = new Map(met.toReversed().map(({ number, at }) => [number, at]));
  const people = [...first].map(([value, at]) => ({ value, at, country: countryOf(value) ?? null }));
  await db.execute(sql`
    with wanted as (
      select value, country, at, 
        overlay(overlay(md5(${workspaceId}::text || ' phone ' || value) placing '8' from 13) placing '8' from 17)::uuid as own
      from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as person (value text, country text, at timestamptz)
    ), unknown as (
      select value, country, at, case when exists (select from contacts where id = own) then gen_random_uuid() else own end as id
      from wanted where not exists (
        select from contact_identities one
        where one.workspace_id = ${workspaceId} and one.kind = 'phone' and one.value = wanted.value)
    ), made as (
      insert into contacts (id, workspace_id, country, created_at, updated_at)
      select id, ${workspaceId}::uuid, country, at, at from unknown order by value on conflict do nothing
    )
    insert into contact_identities (workspace_id, kind, value, contact_id)
    select ${workspaceId}::uuid, 'phone', value, id from unknown order by value on conflict do nothing`);
}

const IDENTITIES = sql<ContactIdentity[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('kind', one.kind, 'value', one.value) order by one.kind desc, one.value), '[]')
  from contact_identities one where one.contact_id = contacts.id)`;
export const COLUMNS = { ...getTableColumns(contacts), identities: IDENTITIES };

function readingStore(tenancy: Tenancy): Pick<ContactStore, "list" | "namesOf" | "tags" | "fieldNames" | "read" | "numbersOf"> {
  return {
    async list(workspaceId, { cursor, limit, ...wanted }) {
      const rows = await tenancy
        .of(workspaceId)
        .select({ ...COLUMNS, place: cursorOf(contacts.createdAt, contacts.id) })
        .from(contacts)
        .where(and(eq(contacts.workspaceId, workspaceId), matching(wanted), afterCursor(cursor, contacts.createdAt, contacts.id)))
        .orderBy(desc(contacts.createdAt), desc(contacts.id))
        .limit(limit + 1);
      return pageFrom(rows, limit);
    },
    async namesOf(workspaceId, ids) {
      const known = and(eq(contacts.workspaceId, workspaceId), inArray(contacts.id, [...ids]));
      const rows = await tenancy.of(workspaceId).select({ id: contacts.id, name: contacts.name }).from(contacts).where(known);
      return new Map(rows.map(({ id, name }) => [id, name]));
    },
    async tags(workspaceId) {
      const { rows } = await tenancy.of(workspaceId).execute<{ tag: string; contacts: number }>(sql`
        select tag, count(*)::int as contacts from contacts, unnest(tags) tag
        where workspace_id = ${workspaceId} group by tag order by 2 desc, 1 limit ${MOST_TAGS}`);
      return rows;
    },
    async fieldNames(workspaceId) {
      const { rows } = await tenancy.of(workspaceId).execute<{ name: string }>(sql`
        select distinct field as name from contacts, jsonb_object_keys(fields) field
        where workspace_id = ${workspaceId} order by 1 limit ${MOST_FIELD_NAMES}`);
      return rows.map(({ name }) => name);
    },
    async read(key) {
      const [row] = await tenancy.of(key.workspaceId).select(COLUMNS).from(contacts).where(isOne(key));
      return row;
    },
    async numbersOf(key) {
      const row = await this.read(key);
      return row?.identities.flatMap(({ kind, value }) => (kind === "phone" ? value : []));
    },
  };
}

function matching({ q = "", tag, phone }: Omit<ContactFilter, "cursor" | "limit">): SQL | undefined {
  const pattern = `%${q.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const digits = q.replaceAll(/\D/g, "");
  const isDigits = digits.length >= 3 && /^[\d\s+().-]+$/.test(q);
  const known = sql`exists (select from contact_identities one where one.contact_id = contacts.id and (
    one.value ilike ${pattern} ${isDigits ? sql`or (one.kind = 'phone' and one.value like ${`%${digits.replace(/^0/, "")}%`})` : sql``}))`;
  return and(
    q === "" ? undefined : sql`(contacts.name ilike ${pattern} or ${known})`,
    tag === undefined ? undefined : sql`${contacts.tags} @> array[${tag}]::text[]`,
    phone === undefined
      ? undefined
      : sql`${contacts.id} = (select one.contact_id from contact_identities one
          where one.workspace_id = contacts.workspace_id and one.kind = 'phone' and one.value = ${phone})`,
  );
}

/** Whoever looks for the contact of an identity, or gives it to another one, waits for the others until the transaction around it is done. */
export function identityLock(workspaceId: string, { kind, value }: ContactIdentity): SQL {
  return sql`select pg_advisory_xact_lock(hashtextextended(${`identity ${workspaceId} ${kind} ${value}`}, 0))`;
}

export function countryIn(identities: readonly ContactIdentity[]): string | null {
  const phone = identities.find(({ kind }) => kind === "phone");
  return (phone && countryOf(phone.value)) ?? null;
}

/** Of `contact_identities one`. */
export function isKnown(identities: readonly ContactIdentity[]): SQL {
  const values = identities.map(({ kind, value }) => sql`(${kind}, ${value})`);
  return sql`(one.kind, one.value) in (${sql.join(values, sql`, `)})`;
}

function changingStore(tenancy: Tenancy): Pick<ContactStore, "add" | "change" | "remove" | "put" | "metBy"> {
  async function own({ workspaceId, id }: ContactKey, identities: readonly ContactIdentity[]): Promise<void> {
    const db = tenancy.of(workspaceId);
    const rows = identities.map((one) => ({ workspaceId, contactId: id, ...one }));
    const { rowCount } = await db.insert(contactIdentities).values(rows).onConflictDoNothing();
    if (rowCount !== rows.length) throw refuse("contact.identity_taken");
  }
  return {
    async metBy(workspaceId, identity, name = "") {
      const db = tenancy.of(workspaceId);
      await db.execute(identityLock(workspaceId, identity));
      const { rows } = await db.execute<{ id: string }>(sql`
        select contact_id as id from contact_identities one where one.workspace_id = ${workspaceId} and ${isKnown([identity])}`);
      if (rows[0]) return rows[0].id;
      const { kind, value } = identity;
      const added = await db.execute<{ id: string }>(sql`
        with made as (insert into contacts (workspace_id, name, country) values (${workspaceId}, ${name}, ${countryIn([identity])}) returning id)
        insert into contact_identities (workspace_id, kind, value, contact_id)
        select ${workspaceId}::uuid, ${kind}, ${value}, id from made on conflict do nothing returning contact_id as id`);
      if (!added.rows[0]) throw refuse("contact.identity_taken");
      return added.rows[0].id;
    },
    async put(workspaceId, draft) {
      const { rows } = await tenancy.of(workspaceId).execute<{ id: string }>(sql`
        select distinct contact_id as id from contact_identities one
        where one.workspace_id = ${workspaceId} and ${isKnown(draft.identities)}`);
      const [found, ...others] = rows;
      if (others.length > 0) return "several";
      if (!found) {
        await this.add(workspaceId, draft);
        return "added";
      }
      const key = { workspaceId, id: found.id };
      const [before] = await tenancy.of(workspaceId).select(COLUMNS).from(contacts).where(isOne(key)).for("update");
      if (!before) return "several";
      await this.change(key, joined(before, draft));
      return "changed";
    },
    async add(workspaceId, { identities, ...known }) {
      const values = { workspaceId, ...known, country: countryIn(identities) };
      const [row] = await tenancy.of(workspaceId).insert(contacts).values(values).returning();
      if (!row) throw new Error("A contact was added and is not there");
      await own(row, identities);
      return { ...row, identities: [...identities] };
    },
    async change(key, { identities, ...known }) {
      const values = { ...known, country: countryIn(identities), updatedAt: sql<Date>`now()` };
      const [row] = await tenancy.of(key.workspaceId).update(contacts).set(values).where(isOne(key)).returning();
      if (!row) return undefined;
      await tenancy.of(key.workspaceId).delete(contactIdentities).where(eq(contactIdentities.contactId, key.id));
      await own(row, identities);
      return { ...row, identities: [...identities] };
    },
    async remove(key) {
      const gone = await tenancy.of(key.workspaceId).delete(contacts).where(isOne(key)).returning({ id: contacts.id });
      return gone.length > 0;
    },
  };
}

/** What is new wins; what it does not say stays. */
function joined(before: ContactRow, { name, language, tags, fields, identities }: ContactDraft): ContactDraft {
  const all = [...before.identities, ...identities];
  return {
    name: name || before.name,
    language: language || before.language,
    tags: [...new Set([...before.tags, ...tags])].slice(0, MOST_CONTACT_TAGS),
    fields: Object.fromEntries(Object.entries({ ...before.fields, ...fields }).slice(0, MOST_CONTACT_FIELDS)),
    identities: [...new Map(all.map((one) => [`${one.kind} ${one.value}`, one])).values()].slice(0, MOST_IDENTITIES),
  };
}

function noteStore(tenancy: Tenancy): Pick<ContactStore, "notes" | "countNotes" | "addNote" | "removeNote"> {
  const ofContact = ({ workspaceId, id }: ContactKey) =>
    and(eq(contactNotes.workspaceId, workspaceId), eq(contactNotes.contactId, id));
  return {
    notes: (key, limit) =>
      tenancy
        .of(key.workspaceId)
        .select()
        .from(contactNotes)
        .where(ofContact(key))
        .orderBy(desc(contactNotes.createdAt), desc(contactNotes.id))
        .limit(limit),
    async countNotes(key) {
      const [row] = await tenancy.of(key.workspaceId).select({ all: count() }).from(contactNotes).where(ofContact(key));
      return row?.all ?? 0;
    },
    async addNote({ workspaceId, id }, note) {
      const [row] = await tenancy
        .of(workspaceId)
        .insert(contactNotes)
        .values({ workspaceId, contactId: id, ...note })
        .returning();
      if (!row) throw new Error("A note was added and is not there");
      return row;
    },
    async removeNote(key, noteId) {
      const gone = await tenancy
        .of(key.workspaceId)
        .delete(contactNotes)
        .where(and(ofContact(key), eq(contactNotes.id, noteId)))
        .returning({ id: contactNotes.id });
      return gone.length > 0;
    },
  };
}
