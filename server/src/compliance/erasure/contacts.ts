/** What contacts do for whoever deletes or exports what is kept of a person. */
import type { ContactIdentity } from "@ongea/contract";
import type { Person, PersonalData } from "./person.ts";

export interface ContactsOfPrivacy {
  personal: PersonalData & {
    find(workspaceId: string, identity: ContactIdentity): Promise<Person>;
    identities(workspaceId: string): AsyncIterable<ContactIdentity[]>;
  };
  /** Undefined: there is no such contact. */
  numbersOf(contact: { id: string; workspaceId: string }): Promise<string[] | undefined>;
  /** Refuses with "contact.bad_number" or "contact.bad_email". */
  readIdentity(identity: ContactIdentity): ContactIdentity;
  whenMoved(
    move: (workspaceId: string, move: { to: string; from: string; only?: readonly ContactIdentity[] }) => Promise<void>,
  ): void;
}
