/** One human being: all that a workspace knows them by, and what a room of the product keeps of them. */
import type { ContactIdentity } from "@ongea/contract";

export interface Person {
  workspaceId: string;
  /** Null: nobody with this identity is a contact. */
  contactId: string | null;
  identities: readonly ContactIdentity[];
  /** Those of their telephones, E.164. */
  phones: readonly string[];
}

/** Pages of rows as they are stored, without an order that means something. */
export type StoredRows = AsyncIterable<readonly Record<string, unknown>[]>;

export interface PersonalData {
  /** By the name of the kind of data. `callIds`: all calls with them. */
  read(person: Person, callIds: readonly string[]): Record<string, StoredRows>;
  /** What is theirs, and what belongs to these calls of theirs. In a transaction of the caller's. Returns how many rows, by what they were. */
  erase(person: Person, callIds: readonly string[]): Promise<Record<string, number>>;
}

/** The same person with nothing but calls: what belongs to those alone. */
export function onlyCallsOf({ workspaceId }: Pick<Person, "workspaceId">): Person {
  return { workspaceId, contactId: null, identities: [], phones: [] };
}
