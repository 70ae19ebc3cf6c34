/** Contacts as a CSV file and back. Pure. */
import type { Contact, ContactDraft, ContactIdentity } from "@ongea/contract";
import { ContactDraft as Draft, LANGUAGES } from "@ongea/contract";
import { csvHead, csvRow } from "../../platform/csv/rows.ts";
import { Refusal } from "../../platform/http/refuse.ts";
import { columnName, numberColumn } from "../../platform/phone-number/number-column.ts";
import { sanitizeText } from "../../platform/text.ts";
import { readIdentities } from "../people/identity.ts";

const HEAD = ["id", "name", "phone", "email", "external_id", "language", "tags", "do_not_call", "created_at"] as const;
/** Of a contact with several: they stand in one cell. */
const BETWEEN = " | ";
/** An export writes it before what a spreadsheet would run. */
const ESCAPED = /^'(?=[=+\-@\t\r])/;
const LONGEST_VALUE = 500;

export type ContactRowProblem = "no_identity" | "bad_number" | "bad_email" | "not_valid" | "several_contacts";
export type ReadContactRow = { draft: ContactDraft } | { problem: ContactRowProblem };

/** `fields`: the names of those that any contact has, in the order of their columns. */
export function fileHead(fields: readonly string[]): string {
  return csvHead([...HEAD, ...fields]);
}

export function fileRow(contact: Contact, fields: readonly string[]): string {
  const of = (kind: ContactIdentity["kind"]): string =>
    contact.identities
      .filter((one) => one.kind === kind)
      .map(({ value }) => value)
      .join(BETWEEN);
  const { id, name, language, tags, do_not_call: barred, created_at: at } = contact;
  const known = [id, name, of("phone"), of("email"), of("external"), language, tags.join(BETWEEN), String(barred), at];
  return csvRow([...known, ...fields.map((field) => contact.fields[field] ?? "")]);
}

/** What is read of each row under this header: a column that has no other meaning is a field. Undefined: no column identifies anybody. */
export function rowReader(
  header: readonly string[],
  countries: readonly string[],
): ((cells: readonly string[]) => ReadContactRow) | undefined {
  const names = header.map((cell) => sanitizeText(cell.normalize("NFC").trim().slice(0, 60)));
  const columns = names.map(columnName);
  const place = (...wanted: string[]): number => columns.findIndex((name) => wanted.includes(name));
  const at = {
    phone: numberColumn(names) ?? -1,
    email: place("email", "e_mail", "mail"),
    external: place("external_id", "external", "reference"),
    name: place("name", "full_name", "jina", "nom", "nome"),
    language: place("language", "lugha", "langue"),
    tags: place("tags", "tag"),
  };
  if (at.phone < 0 && at.email < 0 && at.external < 0) return undefined;
  const taken = new Set([...Object.values(at), place("id"), place("do_not_call"), place("created_at")]);
  const fieldsAt = names.flatMap((name, column) => (taken.has(column) || name === "" ? [] : [[name, column] as const]));
  return (cells) => {
    const cell = (column: number): string =>
      sanitizeText((cells[column] ?? "").trim().replace(ESCAPED, "").slice(0, LONGEST_VALUE));
    const several = (column: number): string[] =>
      cell(column)
        .split(/[|;]/)
        .map((one) => one.trim().replace(ESCAPED, ""))
        .filter((one) => one !== "");
    const identities = (["phone", "email", "external"] as const).flatMap((kind) =>
      several(at[kind]).map((value): ContactIdentity => ({ kind, value })),
    );
    if (identities.length === 0) return { problem: "no_identity" };
    const language = LANGUAGES.find((one) => one === cell(at.language).toLowerCase()) ?? "";
    const fields = Object.fromEntries(fieldsAt.flatMap(([name, column]) => (cell(column) === "" ? [] : [[name, cell(column)]])));
    return draftOf({ name: cell(at.name), language, tags: several(at.tags), fields, identities }, countries);
  };
}

function draftOf(written: ContactDraft, countries: readonly string[]): ReadContactRow {
  try {
    const read = Draft.safeParse({ ...written, identities: readIdentities(written.identities, countries) });
    return read.success ? { draft: read.data } : { problem: "not_valid" };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { problem: error.code === "contact.bad_email" ? "bad_email" : "bad_number" };
  }
}
