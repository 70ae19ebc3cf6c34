import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clausesOf } from "./clauses.ts";

async function cut(tokens: readonly string[]): Promise<string[]> {
  const clauses: string[] = [];
  for await (const clause of clausesOf(stream(tokens))) clauses.push(clause);
  return clauses;
}

async function* stream(tokens: readonly string[]): AsyncGenerator<string> {
  for (const token of tokens) yield await Promise.resolve(token);
}

const words = (text: string): string[] => text.match(/\s*\S+/g) ?? [];

describe("text on its way to the voice", () => {
  it("is cut at the first comma, then at sentences", async () => {
    expect(await cut(words("Yes of course, we open at eight. Would you like to come, or shall I call you?"))).toEqual([
      "Yes of course,",
      "we open at eight.",
      "Would you like to come, or shall I call you?",
    ]);
  });

  it("does not wait for a comma that does not come", async () => {
    const [first] = await cut(words("The clinic is open today for everybody who wants to see a doctor before noon."));
    expect(first!.split(" ").length).toBeLessThanOrEqual(9);
  });

  it("gathers at most so many characters before they are spoken", async () => {
    const text = "Well, ".concat(
      "the clinic is open on every working day of the week and the doctor sees whoever comes before noon without an appointment.",
    );
    const clauses: string[] = [];
    for await (const clause of clausesOf(stream(words(text)), 50)) clauses.push(clause);
    expect(clauses.length).toBeGreaterThan(2);
    expect(clauses.every((clause) => clause.length <= 50 + "appointment.".length)).toBe(true);
    expect(clauses.join(" ")).toBe(text);
    const whole: string[] = [];
    for await (const clause of clausesOf(stream(words(text)), 400)) whole.push(clause);
    expect(whole).toHaveLength(2);
  });

  it("leaves times, amounts, titles and abbreviations whole", async () => {
    expect(await cut(words("Dr. Otieno is in at 10.30 and asks 1,500 shillings. Come early."))).toEqual([
      "Dr. Otieno is in at 10.30",
      "and asks 1,500 shillings.",
      "Come early.",
    ]);
  });

  it("loses no word, however the text arrives", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.stringMatching(/^[a-zA-Z0-9.,!? \n]{0,8}$/), { maxLength: 60 }), async (tokens) => {
        const bare = (text: string): string => text.replace(/\s+/g, "");
        expect(bare((await cut(tokens)).join(""))).toBe(bare(tokens.join("")));
      }),
    );
  });
});
