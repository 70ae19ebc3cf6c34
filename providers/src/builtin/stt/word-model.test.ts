import { expect, test } from "vitest";
import { wordModelOf } from "./word-model.ts";
import { spokenSamples } from "./spoken-samples.ts";

/** By context and word, as shares; what a context leaves to a shorter one under "". */
function read(arpa: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const line of arpa.split("\n")) {
    const match = /^(-?[\d.]+) ([^\d-].*?)(?: (-?[\d.]+))?$/.exec(line);
    if (match) found.set(match[2]!, 10 ** Number(match[1]));
  }
  return found;
}

test("the words that may follow others make a whole", () => {
  const arpa = wordModelOf(["book a room", "book a table", "cancel a room"]);
  const shares = read(arpa);
  const single = ["book", "a", "room", "table", "cancel", "</s>"].map((word) => shares.get(word) ?? 0);
  expect(single.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 2);
  expect(arpa).toMatch(/^\\data\\\nngram 1=8\nngram 2=\d+\nngram 3=\d+\n/);
  expect(shares.get("a room")).toBeGreaterThan(shares.get("a table")!);
});

test("a name is likely after 'my name is' and hardly anywhere else", () => {
  const sentences = ["my name is farida", "my name is kamau", "december the fourth", "the fourth of december", "on the fourth"];
  const shares = read(wordModelOf(sentences, new Set(["farida", "kamau"])));
  expect(shares.get("is farida")).toBeGreaterThan(0.1);
  expect(shares.get("farida")).toBeLessThan(shares.get("fourth")! / 10);
});

test("samples are filled with days, times and numbers as people say them", () => {
  const sentences = spokenSamples(["can you move my visit to {date}", "Open from 8:00 to 17:00, 1,200 shillings"]);
  expect(sentences.filter((one) => one.startsWith("can you move my visit to ")).length).toBeGreaterThan(1);
  expect(sentences.join("\n")).not.toMatch(/[{}\d]/);
  expect(sentences).toContain("december the fourth");
  expect(sentences).toContain("half past ten in the morning");
  expect(sentences.some((one) => /^open from eight .* to five .* shillings$/.test(one))).toBe(true);
});
