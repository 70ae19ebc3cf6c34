import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readContacts, UnreadableFile, type Contact, type RefusedRow } from "./contacts-csv.ts";
import { numberIn } from "../../platform/phone-number/number-cell.ts";

const KENYA = ["KE", "TZ"];
const bytes = (text: string): Buffer => Buffer.from(text, "utf8");
async function wholeFile(file: Uint8Array): Promise<{ columns: readonly string[]; contacts: Contact[]; refused: RefusedRow[] }> {
  const whole = { columns: [] as readonly string[], contacts: [] as Contact[], refused: [] as RefusedRow[] };
  for await (const { columns, contacts, refused } of readContacts(file, KENYA)) {
    whole.columns = columns;
    whole.contacts.push(...contacts);
    whole.refused.push(...refused);
  }
  return whole;
}
const read = (text: string) => wholeFile(bytes(text));
const numbers = async (text: string): Promise<string[]> => (await read(text)).contacts.map(({ number }) => number);
const problem = (file: Promise<unknown>): Promise<string> =>
  file.then(
    () => "none",
    (error: unknown) => (error instanceof UnreadableFile ? error.problem : String(error)),
  );

describe("a cell with a number", () => {
  it.each([
    ["+254712345678", "+254712345678"],
    ["'+254 712-345 678", "+254712345678"],
    ["0712345678", "+254712345678"],
    ["712345678", "+254712345678"],
    ["254712345678.0", "+254712345678"],
    ["00254712345678", "+254712345678"],
    ["tel:+254712345678", "+254712345678"],
    ["255712345678", "+255712345678"],
    ["\u202a+254712345678\u202c", "+254712345678"],
    ["020 2345678", "+254202345678"],
    ["+44 20 7946 0958", "+442079460958"],
  ])("%s is %s", (cell, number) => {
    expect(numberIn(cell, KENYA)).toEqual({ number });
  });

  it.each([
    ["", "empty"],
    ["2.54712E+11", "damaged"],
    ["2,54712E+11", "damaged"],
    ["999", "short"],
    ["*144#", "not_a_number"],
    ["none", "not_a_number"],
    ["07123", "short"],
    ["+254712", "short"],
    ["+254 900 000 00000", "not_a_number"],
  ])("%s is refused: %s", (cell, why) => {
    expect(numberIn(cell, KENYA)).toEqual({ problem: why });
  });

  it("whatever stands there, it is a number of digits or a reason", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), (cell) => {
        const found = numberIn(cell, KENYA);
        const [value, shape] = "number" in found ? [found.number, /^\+\d{7,15}$/] : [found.problem, /^[a-z_]+$/];
        expect(value).toMatch(shape);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("a file of contacts", () => {
  it("gives each contact its line and the other columns by their names", async () => {
    const file = await read("contact_number,first name,Amount\n+254712000001,Asha,1200\n0712000002,,\n");
    expect(file.contacts).toEqual([
      { line: 2, number: "+254712000001", variables: { "first name": "Asha", Amount: "1200" } },
      { line: 3, number: "+254712000002", variables: {} },
    ]);
  });

  it("tells of every row that cannot be called its line and its reason", async () => {
    const file = await read("name,phone\nA,0712000001\nB,\nC,2.54712E+11\n\nD,+254712000001\nE,999\n");
    expect(file.refused).toEqual([
      { line: 3, cell: "", problem: "empty" },
      { line: 4, cell: "2.54712E+11", problem: "damaged" },
      { line: 6, cell: "+254712000001", problem: "duplicate" },
      { line: 7, cell: "999", problem: "short" },
    ]);
  });

  it.each([
    ["commas", "Simu,Jina\n0712000001,Asha"],
    ["semicolons, with a comma in a name", 'Simu;Jina\n0712000001;"Asha, dada"'],
    ["tabs", "Simu\tJina\r\n0712000001\tAsha\r\n"],
    ["bars", "Simu|Jina\n0712000001|Asha"],
    ["one column", "phone\n0712000001"],
  ])("is read with %s", async (_, text) => {
    expect(await numbers(text)).toEqual(["+254712000001"]);
  });

  it.each([
    ["UTF-8 with a mark", Buffer.from("\ufeffphone,name\n0712000001,Adé")],
    ["UTF-16, little-endian", Buffer.from("\ufeffphone,name\n0712000001,Adé", "utf16le")],
    ["UTF-16, big-endian", Buffer.from("\ufeffphone,name\n0712000001,Adé", "utf16le").swap16()],
    ["Windows-1252", Buffer.from("phone,name\n0712000001,Ad\u00e9", "latin1")],
  ])("is read in %s", async (_, file) => {
    const { contacts } = await wholeFile(file);
    expect(contacts).toEqual([{ line: 2, number: "+254712000001", variables: { name: "Adé" } }]);
  });

  it("keeps the lines of a quoted text together, and counts lines as an editor does", async () => {
    const file = await read('phone,note\n0712000001,"first\nsecond"\n0712000002,x\n');
    expect(file.contacts.map(({ number, variables }) => [number, variables["note"]])).toEqual([
      ["+254712000001", "first\nsecond"],
      ["+254712000002", "x"],
    ]);
  });

  it("gives the line at which each row ends, past quoted lines and empty ones, with any line ends", async () => {
    for (const end of ["\n", "\r\n", "\r"]) {
      const lines = ["phone,note", "0712000001,a", "", '0712000002,"one', "", 'three"', "none,x", "", "", "0712000003,"];
      const { contacts, refused } = await read(lines.join(end));
      expect(contacts.map(({ line }) => line)).toEqual([2, 6, 10]);
      expect(refused.map(({ line }) => line)).toEqual([7]);
    }
  });

  it("hands out a long file some rows at a time, never as a whole", async () => {
    const rows = Array.from({ length: 30_000 }, (_, n) => `07120${String(n).padStart(5, "0")},"A ${n}"`);
    const sizes: number[] = [];
    for await (const { contacts } of readContacts(bytes(["phone,name", ...rows].join("\n")), KENYA)) sizes.push(contacts.length);
    expect(sizes.reduce((all, size) => all + size, 0)).toBe(30_000);
    expect(Math.max(...sizes)).toBeLessThan(3_000);
  });

  it.each([
    ["nothing in it", "", "empty"],
    ["a header alone", "phone,name\n", "empty"],
    ["no column of numbers", "name,amount\nA,1\n", "no_number_column"],
    ["a quote that is never closed", `phone,name\n0712000001,"A${"x".repeat(200_000)}`, "not_csv"],
    ["more rows than a batch may have", `phone\n${"0712000001\n".repeat(100_001)}`, "too_many_rows"],
  ])("with %s is refused as a whole", async (_, text, why) => {
    expect(await problem(read(text))).toBe(why);
  });

  it("whatever bytes it has: contacts and refused rows, or a reason", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (noise) => {
        const file = Buffer.concat([bytes("phone,name\n0712000001,A\n"), noise]);
        const outcome = await wholeFile(file).catch((error: unknown) => error);
        if (outcome instanceof UnreadableFile) return;
        expect(outcome).toMatchObject({ columns: expect.any(Array) });
        expect(JSON.stringify(outcome)).not.toContain("\\u0000");
      }),
    );
  });
});

describe("a cell that no database takes", () => {
  it("is kept without its NUL, and where a long one is cut no half character is left", async () => {
    const { contacts, refused } = await read(
      `phone,na\0me\n+254712345678,A\0mina\n+254712345679,x${"👍".repeat(1_500)}\nx${"👍".repeat(50)},B\n`,
    );
    expect(contacts[0]).toMatchObject({ variables: { name: "Amina" } });
    const kept = JSON.stringify([contacts, refused]);
    expect(kept).not.toMatch(/\\u0000|\\ud83d/);
    expect(contacts).toHaveLength(2);
    expect(refused).toHaveLength(1);
  });
});
