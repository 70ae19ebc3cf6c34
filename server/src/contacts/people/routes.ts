import {
  addContactNote,
  createContact,
  deleteContact,
  deleteContactNote,
  listContacts,
  listContactTags,
  mergeContacts,
  MOST_CONTACT_NOTES,
  MOST_IDENTITIES,
  readContact,
  replaceContact,
  splitContact,
  type Contact,
  type ContactIdentity,
  type ContactNote,
} from "@ongea/contract";
import type { Audit } from "../../accounts/index.ts";
import type { Http } from "../../platform/http/http.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import { readIdentities } from "./identity.ts";
import type { MergingStore } from "./merging/store.ts";
import type { ContactsOnWire } from "./on-wire.ts";
import type { ContactKey, ContactNoteRow, ContactRow, ContactStore } from "./store.ts";

/** `only`: what belongs to these identities; absent: all. */
export interface ContactMove {
  to: string;
  from: string;
  only?: readonly ContactIdentity[];
}

export type MoveToContact = (workspaceId: string, move: ContactMove) => Promise<void>;

export interface ContactRoutesParts {
  store: ContactStore;
  merging: MergingStore;
  audit: Pick<Audit, "act">;
  /** ISO 3166 codes; a number without a country code belongs to the first. */
  countries: readonly string[];
  onWire: ContactsOnWire;
  /** What other domains keep of a contact, when it is merged into another, or another is split off. */
  moves: readonly MoveToContact[];
}

export function contactRoutes(app: Http, parts: ContactRoutesParts): void {
  const { store, merging, audit, countries, onWire } = parts;
  const one = async (workspaceId: string, row: ContactRow): Promise<Contact> => {
    const [contact] = await onWire(workspaceId, [row]);
    if (!contact) throw refuse("contact.not_found");
    return contact;
  };

  serve(app, listContacts, async ({ query }, { principal: { workspaceId } }) => {
    const { data, next } = await store.list(workspaceId, query);
    return { data: await onWire(workspaceId, data), next };
  });
  serve(app, listContactTags, async (_, { principal }) => ({ data: await store.tags(principal.workspaceId) }));
  serve(app, createContact, async ({ body }, { principal }) => {
    const draft = { ...body, identities: readIdentities(body.identities, countries) };
    const row = await audit.act(principal, async (write) => {
      const made = await store.add(principal.workspaceId, draft);
      await write({ act: "contact.created", subject: nameOf(made) });
      return made;
    });
    return one(principal.workspaceId, row);
  });
  serve(app, readContact, async ({ params }, { principal: { workspaceId } }) => {
    const row = await found(store, { workspaceId, id: params.contact_id });
    const notes = await store.notes(row, MOST_CONTACT_NOTES);
    return { ...(await one(workspaceId, row)), notes: notes.map(wireNote) };
  });
  serve(app, replaceContact, async ({ params, body }, { principal }) => {
    const before = await found(store, { workspaceId: principal.workspaceId, id: params.contact_id });
    const draft = { ...body, identities: readIdentities(body.identities, countries, before.identities) };
    const row = await audit.act(principal, async (write) => {
      const changed = await store.change({ workspaceId: principal.workspaceId, id: params.contact_id }, draft);
      if (!changed) throw refuse("contact.not_found");
      await write({ act: "contact.changed", subject: nameOf(changed) });
      return changed;
    });
    return one(principal.workspaceId, row);
  });
  serve(app, deleteContact, async ({ params }, { principal }) => {
    await audit.act(principal, async (write) => {
      const row = await found(store, { workspaceId: principal.workspaceId, id: params.contact_id });
      await store.remove(row);
      await write({ act: "contact.deleted", subject: nameOf(row) });
    });
    return { success: true as const };
  });
  serve(app, mergeContacts, async ({ params, body }, { principal }) => {
    const { workspaceId } = principal;
    const ids = { to: params.contact_id, from: body.other_id };
    if (ids.to === ids.from) throw refuse("contact.same");
    const row = await audit.act(principal, async (write) => {
      const [to, from] = await merging.hold(workspaceId, [ids.to, ids.from]);
      if (!to || !from) throw refuse("contact.not_found");
      if (to.identities.length + from.identities.length > MOST_IDENTITIES) throw refuse("contact.too_many_identities");
      for (const move of parts.moves) await move(workspaceId, ids);
      await merging.merge(to, from);
      await write({ act: "contact.merged", subject: nameOf(to), details: { other: nameOf(from) } });
      return found(store, to);
    });
    return one(workspaceId, row);
  });
  serve(app, splitContact, async ({ params, body: { name, identities } }, { principal }) => {
    const { workspaceId } = principal;
    const row = await audit.act(principal, async (write) => {
      const [from] = await merging.hold(workspaceId, [params.contact_id]);
      if (!from) throw refuse("contact.not_found");
      const only = readIdentities(identities, countries, from.identities);
      const { id: to } = await merging.split(from, { name, identities: only });
      for (const move of parts.moves) await move(workspaceId, { to, from: from.id, only });
      const made = await found(store, { workspaceId, id: to });
      await write({ act: "contact.split", subject: nameOf(from), details: { other: nameOf(made) } });
      return made;
    });
    return one(workspaceId, row);
  });
  noteRoutes(app, parts);
}

function noteRoutes(app: Http, { store }: ContactRoutesParts): void {
  serve(app, addContactNote, async ({ params, body }, { principal }) => {
    const key = await found(store, { workspaceId: principal.workspaceId, id: params.contact_id });
    if ((await store.countNotes(key)) >= MOST_CONTACT_NOTES) throw refuse("contact.too_many_notes");
    return wireNote(await store.addNote(key, { text: body.text, author: principal.name }));
  });
  serve(app, deleteContactNote, async ({ params }, { principal }) => {
    const key = { workspaceId: principal.workspaceId, id: params.contact_id };
    if (!(await store.removeNote(key, params.note_id))) throw refuse("contact.note_not_found");
    return { success: true as const };
  });
}

async function found(store: Pick<ContactStore, "read">, key: ContactKey): Promise<ContactRow> {
  const row = await store.read(key);
  if (!row) throw refuse("contact.not_found");
  return row;
}

/** As people know them. */
function nameOf({ name, identities }: ContactRow): string {
  return name || (identities[0]?.value ?? "");
}

function wireNote({ id, text, author, createdAt }: ContactNoteRow): ContactNote {
  return { id, text, author, created_at: createdAt.toISOString() };
}
