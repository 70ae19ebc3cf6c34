import type { Contact } from "@ongea/contract";

export const CONTACTS = ["contacts"] as const;
export const contactKey = (id: string) => [...CONTACTS, "one", id] as const;

/** As people know them; empty: by nothing. */
export function nameOf({ name, identities }: Pick<Contact, "name" | "identities">): string {
  return name || (identities[0]?.value ?? "");
}
