/** Rows of a file as they are written to: each is filled in before anything is stored, and says what it lacks. Pure. */
import type { Contact, ContactRows, RefusedRow } from "../contacts-csv.ts";
import type { FilledMessage, PreparedMessage } from "./message-channel.ts";

export interface FilledRows extends ContactRows {
  contacts: readonly (Contact & { text: string; segments: number })[];
  refused: readonly (RefusedRow & { column?: string })[];
}

export async function* fillRows(
  file: AsyncIterable<ContactRows>,
  message: Pick<PreparedMessage, "fill">,
): AsyncGenerator<FilledRows> {
  for await (const { columns, contacts, refused } of file) {
    const filled: FilledRows["contacts"][number][] = [];
    const left: FilledRows["refused"][number][] = [...refused];
    for (const contact of contacts) {
      const made = message.fill(contact.variables);
      if (made.kind === "message") filled.push({ ...contact, text: made.text, segments: made.segments });
      else left.push(refusedRow(contact, made));
    }
    yield { columns, contacts: filled, refused: left.toSorted((one, other) => one.line - other.line) };
  }
}

function refusedRow(
  { line, number: cell }: Contact,
  made: Extract<FilledMessage, { kind: "refused" }>,
): FilledRows["refused"][number] {
  const { problem } = made;
  return { line, cell, problem, ...("column" in made && { column: made.column }) };
}
