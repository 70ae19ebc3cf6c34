import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openSentenceModel } from "./sentence-model.ts";
import { readWordPieces } from "./word-pieces.ts";

const vocabulary = readFileSync(new URL("./word-pieces.txt", import.meta.url), "utf8");
const listed = vocabulary.split("\n");
const piecesOf = (text: string, most = 96): string[] =>
  readWordPieces(vocabulary)
    .idsOf(text, most)
    .map((id) => listed[id] ?? "");

/** What the tokenizer that comes with the model makes of these (tokenizers 0.23.3 for Python). */
test("words are cut as the model was taught", () => {
  expect(piecesOf("Hello, I'd like to book a geyser-repair!")).toEqual(
    "[CLS] hello , i ' d like to book a ge ##yse ##r - repair ! [SEP]".split(" "),
  );
  expect(piecesOf("Café Nairobi's M-Pesa 1,500/-")).toEqual("[CLS] cafe nairobi ' s m - pe ##sa 1 , 500 / - [SEP]".split(" "));
  expect(piecesOf("  a\u00a0b\tc ")).toEqual(["[CLS]", "a", "b", "c", "[SEP]"]);
});

test("what cannot be cut is unknown, and what is too long is cut off", () => {
  expect(piecesOf("ሰላም hello")).toEqual(["[CLS]", "[UNK]", "hello", "[SEP]"]);
  expect(piecesOf("x".repeat(101))).toEqual(["[CLS]", "[UNK]", "[SEP]"]);
  expect(piecesOf("book ".repeat(2_000), 8)).toEqual(["[CLS]", ...Array.from({ length: 6 }, () => "book"), "[SEP]"]);
  expect(piecesOf("")).toEqual(["[CLS]", "[SEP]"]);
  expect(() => readWordPieces("a\nb")).toThrow(/lack \[CLS\]/);
});

test("sentences that mean alike point alike, without a word in common", async () => {
  const model = openSentenceModel();
  const near = async (one: string, other: string): Promise<number> => {
    const [a, b] = [await model.directionOf(one), await model.directionOf(other)];
    return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
  };
  const said = "Water is coming through the ceiling";
  expect(await near(said, said)).toBeCloseTo(1, 5);
  expect(await near(said, "Send a plumber for a leak")).toBeGreaterThan((await near(said, "Tell opening hours")) + 0.2);
});

test("many at once are read, and an empty one, too", async () => {
  const model = openSentenceModel();
  const all = await Promise.all(
    ["", "?", ...Array.from({ length: 30 }, (_, at) => `number ${at}`)].map((text) => model.directionOf(text)),
  );
  for (const direction of all) expect(Math.hypot(...direction)).toBeCloseTo(1, 4);
});
