/** What is typed about a contact, and what it says. Pure. */
import type { Contact, IdentityKind, RouteInput, createContact } from "@ongea/contract";

export type ContactBody = RouteInput<typeof createContact>["body"];

export interface IdentityTyped {
  kind: IdentityKind;
  value: string;
}

export interface ContactTyped {
  name: string;
  language: ContactBody["language"];
  /** With commas between them. */
  tags: string;
  /** A line each: `name: value`. */
  fields: string;
  identities: IdentityTyped[];
}

export const NEW_CONTACT: ContactTyped = {
  name: "",
  language: "",
  tags: "",
  fields: "",
  identities: [{ kind: "phone", value: "" }],
};

export type ContactFault = "fields" | "identities";

export function typedOf({ name, language, tags, fields, identities }: Contact): ContactTyped {
  const lines = Object.entries(fields).map(([field, value]) => `${field}: ${value}`);
  return { name, language, tags: tags.join(", "), fields: lines.join("\n"), identities: identities.map((one) => ({ ...one })) };
}

/** A line without a colon is no field; a contact needs a number or an address. */
export function bodyOf(typed: ContactTyped): { body: ContactBody } | { fault: ContactFault } {
  const identities = typed.identities.filter(({ value }) => value.trim() !== "");
  if (identities.length === 0) return { fault: "identities" };
  const lines = typed.fields.split("\n").filter((line) => line.trim() !== "");
  const fields = lines.map((line) => /^(?<name>[^:]*[^:\s][^:]*):(?<value>.*)$/.exec(line)?.groups);
  if (fields.includes(undefined)) return { fault: "fields" };
  const tags = typed.tags.split(/[,،፣]/).map((tag) => tag.trim());
  return {
    body: {
      name: typed.name.trim(),
      language: typed.language,
      tags: tags.filter((tag) => tag !== ""),
      fields: Object.fromEntries(fields.map((one) => [one?.["name"]?.trim() ?? "", one?.["value"]?.trim() ?? ""])),
      identities,
    },
  };
}
