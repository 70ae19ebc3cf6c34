/** Contacts as the API has them, with whether they are called. */
import type { Contact } from "@ongea/contract";
import type { ContactRow } from "./store.ts";

export type ContactsOnWire = (workspaceId: string, rows: readonly ContactRow[]) => Promise<Contact[]>;

/** `notCalled`: those of these numbers that are not called. */
export function contactsOnWire(
  notCalled: (workspaceId: string, numbers: readonly string[]) => Promise<ReadonlySet<string>>,
): ContactsOnWire {
  return async (workspaceId, rows) => {
    const numbers = rows.flatMap(({ identities }) => identities.flatMap(({ kind, value }) => (kind === "phone" ? value : [])));
    const listed = await notCalled(workspaceId, numbers);
    return rows.map((row) => wireContact(row, listed));
  };
}

function wireContact(row: ContactRow, notCalled: ReadonlySet<string>): Contact {
  return {
    id: row.id,
    name: row.name,
    language: row.language,
    country: row.country,
    tags: row.tags,
    fields: row.fields,
    identities: row.identities,
    do_not_call: row.identities.some(({ value }) => notCalled.has(value)),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
