/** What is in a file, before its batch is made. */
import { previewContacts, type Answer } from "@ongea/contract";
import type { Batches } from "./batches.ts";
import type { Contact, ContactRows, RefusedRow } from "./contacts-csv.ts";

export interface PreviewParts {
  batches: Pick<Batches, "contactsIn">;
  /** ISO 3166: of these numbers' countries those whose people must have agreed before. */
  consentNeeded(workspaceId: string, numbers: readonly string[]): Promise<string[]>;
}

const SHOWN_CONTACTS = 20;
const SHOWN_REFUSED = 500;

export async function previewOf(
  bytes: Buffer,
  workspaceId: string,
  { batches, consentNeeded }: PreviewParts,
): Promise<Answer<typeof previewContacts>> {
  const shown: ContactRows & { contacts: Contact[]; refused: RefusedRow[] } = { columns: [], contacts: [], refused: [] };
  const numbers: string[] = [];
  let refusedCount = 0;
  for await (const { columns, contacts, refused } of batches.contactsIn(bytes)) {
    shown.columns = columns;
    shown.contacts.push(...contacts.slice(0, SHOWN_CONTACTS - shown.contacts.length));
    shown.refused.push(...refused.slice(0, SHOWN_REFUSED - shown.refused.length));
    for (const { number } of contacts) numbers.push(number);
    refusedCount += refused.length;
  }
  return {
    columns: [...shown.columns],
    valid_contacts: numbers.length,
    total_contacts: numbers.length + refusedCount,
    contacts: shown.contacts,
    refused: shown.refused,
    refused_count: refusedCount,
    consent_needed: await consentNeeded(workspaceId, numbers),
  };
}
