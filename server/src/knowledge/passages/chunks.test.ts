import fc from "fast-check";
import { expect, test } from "vitest";
import { chunksOf, chunksOfQuestions, tokensIn } from "./chunks.ts";

const automatic = { size: 500, overlap: 50, manual: false };

test("each passage stands under its heading and is no longer than was asked", () => {
  const part = (name: string) => `${name}\n\n${`${name} cost five hundred shillings a day. `.repeat(60)}`;
  const chunks = chunksOf(["Beds", "Meals", "Visits"].map(part).join("\n\n"), automatic);
  expect([...new Set(chunks.map(({ heading }) => heading))]).toEqual(["Beds", "Meals", "Visits"]);
  for (const { heading, text } of chunks) expect(text).toContain(`${heading} cost`);
  for (const { text } of chunks) expect(tokensIn(text)).toBeLessThanOrEqual(500);
});

test("a passage repeats the end of the one before it, as much as was asked", () => {
  const text = Array.from({ length: 300 }, (_, at) => `Sentence number ${at} says something.`).join(" ");
  const [first, second] = chunksOf(text, { size: 500, overlap: 100, manual: false });
  const repeated = second?.text.slice(0, 100) ?? "";
  expect(first?.text).toContain(repeated);
  const none = chunksOf(text, { size: 500, overlap: 0, manual: false });
  expect(none[0]?.text).not.toContain(none[1]?.text.slice(0, 40));
});

test("by hand, a passage ends only where a line of three dashes stands", () => {
  const chunks = chunksOf("Prices\n\nA bed costs 500.\n---\nVisits are from two.", { ...automatic, manual: true });
  expect(chunks.map(({ text }) => text)).toEqual(["Prices\n\nA bed costs 500.", "Visits are from two."]);
  expect(chunks.every(({ whole }) => whole)).toBe(true);
});

test("a passage knows the pages on which it begins and ends, also where a part goes over them", () => {
  const pages = ["Prices\n\nA bed costs 500.", "A meal costs 300.\n---\nVisits are from two.", "Parking is free."];
  const placed = (manual: boolean) =>
    chunksOf(pages, { size: 20, overlap: 0, manual }).map(({ heading, text, page, lastPage }) => [heading, text, page, lastPage]);
  expect(placed(true)).toEqual([
    ["Prices", "Prices\n\nA bed costs 500.\n\nA meal costs 300.", 1, 2],
    ["", "Visits are from two.\n\nParking is free.", 2, 3],
  ]);
  expect(placed(false).map(([heading, , page, last]) => [heading, page, last])).toEqual([
    ["Prices", 1, 2],
    ["Prices", 3, 3],
  ]);
});

test("a question and its answer are one passage", () => {
  expect(chunksOfQuestions([{ question: "Can I bring my dog?", answer: "Animals wait outside." }])).toEqual([
    {
      heading: "Can I bring my dog?",
      text: "Q: Can I bring my dog?\nA: Animals wait outside.",
      page: null,
      lastPage: null,
      whole: true,
    },
  ]);
});

test("whatever the text, no word of it is lost, and no passage is empty or too long", () => {
  const line = fc.oneof(fc.lorem({ maxCount: 30 }), fc.constant(""), fc.constant("OPENING HOURS"), fc.string({ maxLength: 300 }));
  fc.assert(
    fc.property(fc.array(line, { maxLength: 40 }), fc.integer({ min: 50, max: 2_000 }), (lines, size) => {
      const text = lines.join("\n");
      const chunks = chunksOf(text, { size, overlap: 50, manual: false });
      const all = chunks.map((chunk) => chunk.text).join(" ");
      for (const word of text.match(/[a-z]{4,}/g) ?? []) expect(all).toContain(word);
      for (const chunk of chunks) {
        expect(chunk.text).not.toBe("");
        expect(tokensIn(chunk.text)).toBeLessThanOrEqual(size + 60);
      }
    }),
    { numRuns: 60 },
  );
});
