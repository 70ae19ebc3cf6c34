import type { Contact } from "@ongea/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { recordsIn } from "../../platform/csv/records.ts";
import { fileHead, fileRow, type ReadContactRow, rowReader } from "./contacts-file.ts";

const COUNTRIES = ["KE"];
const PROBLEMS = ["no_identity", "bad_number", "bad_email", "not_valid"];

async function readBack(text: string): Promise<ReadContactRow[]> {
  const read: ReadContactRow[] = [];
  let reader: ReturnType<typeof rowReader>;
  for await (const records of recordsIn(new TextEncoder().encode(text)))
    for (const { cells } of records) {
      if (reader) read.push(reader(cells));
      else reader = rowReader(cells, COUNTRIES);
    }
  return read;
}

const contact: Contact = {
  id: "3b241101-e2bb-4255-8caf-4136c566a962",
  name: "Amina Yusuf",
  language: "sw",
  country: "KE",
  tags: ["vip", "school run"],
  fields: { Account: "=1+1", Town: "Nakuru, West" },
  identities: [
    { kind: "phone", value: "+254712345678" },
    { kind: "phone", value: "+254733000001" },
    { kind: "email", value: "amina@example.com" },
  ],
  do_not_call: false,
  created_at: "2026-11-27T08:00:00.000Z",
  updated_at: "2026-11-27T08:00:00.000Z",
};

test("what is exported is imported as it was, and no cell is a formula", async () => {
  const fields = ["Account", "Town"];
  const text = fileHead(fields) + fileRow(contact, fields);
  expect(text).toContain("'=1+1");
  const { name, language, tags, identities } = contact;
  expect(await readBack(text)).toEqual([{ draft: { name, language, tags, fields: contact.fields, identities } }]);
});

test("each row that cannot be used says why", async () => {
  const rows = await readBack(
    "name;phone;e-mail;Account\nA;0712345678;;1\nB;;;2\nC;12;;3\nD;;not an address;4\nE;;e@example.com;5\n",
  );
  expect(rows.map((row) => ("draft" in row ? row.draft.identities[0]?.value : row.problem))).toEqual([
    "+254712345678",
    "no_identity",
    "bad_number",
    "bad_email",
    "e@example.com",
  ]);
});

test("a file without any column that identifies somebody has no reader; whatever stands in cells, a reader never fails", () => {
  expect(rowReader(["name", "town"], COUNTRIES)).toBeUndefined();
  const read = rowReader(["phone", "email", "name", "language", "tags", "x", "x"], COUNTRIES)!;
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 700 }), { maxLength: 9 }), (cells) => {
      const row = read(cells);
      const isRight = "draft" in row ? row.draft.identities.length > 0 : PROBLEMS.includes(row.problem);
      expect({ row, isRight }).toEqual({ row, isRight: true });
    }),
    { numRuns: 500 },
  );
});
