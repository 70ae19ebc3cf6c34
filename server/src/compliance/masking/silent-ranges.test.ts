/** Where a recording is silent: each masked value lies within it, and no sound of which nobody knows the words is left. */
import type { Entry, Turn } from "@ongea/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createJournalMask } from "./mask-journal.ts";
import { placeValues, silentRanges } from "./silent-ranges.ts";

const SPOKEN = 0.7;
function turn(by: Turn["by"], text: string, startMs: number, loudness: number[]): Turn {
  return { kind: "turn", by, index: 0, text, startMs, endMs: startMs + loudness.length * 100, loudness };
}
const voice = (ms: number): number[] => Array.from({ length: ms / 100 }, () => SPOKEN);
const pause = (ms: number): number[] => Array.from({ length: ms / 100 }, () => 0);
const mask = () => createJournalMask({ kinds: new Set(["card", "name"]), language: "en", country: "KE" });
const isSilent = (parts: readonly { fromMs: number; toMs: number }[], atMs: number): boolean =>
  parts.some(({ fromMs, toMs }) => atMs >= fromMs && atMs < toMs);

test("a number at the end of a turn is silent to its end, and the words long before it are not", () => {
  const said = turn(
    "caller",
    "I would like to pay my bill for this month now please with 4111 1111 1111 1111",
    10_000,
    voice(9_000),
  );
  const [part] = placeValues(said, [{ from: said.text.indexOf("4"), to: said.text.length }]);
  expect(part?.toMs).toBe(19_500);
  expect(part?.fromMs).toBeGreaterThan(10_500);
  // Sixteen digits of 0.3 s at the end of it.
  expect(part?.fromMs).toBeLessThan(14_200);
});

test("who thinks for long before the number has it silent where it was said, and whoever says nothing loud enough all of it", () => {
  const text = "My card is 4111 1111 1111 1111";
  const value = [{ from: text.indexOf("4"), to: text.length }];
  const [part] = placeValues(turn("caller", text, 0, [...voice(1_000), ...pause(6_000), ...voice(5_000)]), value);
  expect(part?.fromMs).toBeLessThan(7_000);
  expect(placeValues({ text, startMs: 2_000, endMs: 6_000, loudness: [] }, value)).toEqual([{ fromMs: 1_500, toMs: 6_500 }]);
});

test("whatever the speed of the words before, within and after it, a value lies in the silent part", () => {
  const rate = fc.double({ min: 0.85, max: 1.2, noNaN: true });
  const words = (most: number) => fc.string({ unit: fc.constantFrom("a", "e", "r", " ", "t"), maxLength: most });
  fc.assert(
    fc.property(words(80), words(80), fc.tuple(rate, rate, rate), (before, after, [one, two, three]) => {
      const value = "4111 1111 1111 1111";
      const spans = [
        { letters: before.length, rate: one },
        { letters: 83, rate: two },
        { letters: after.length, rate: three },
      ].map(({ letters, rate: speed }) => letters * 65 * speed);
      const [beforeMs = 0, valueMs = 0, afterMs = 0] = spans;
      const bins = Math.ceil((beforeMs + valueMs + afterMs) / 100);
      const said = turn("caller", before + value + after, 0, voice(bins * 100));
      const [part] = placeValues(said, [{ from: before.length, to: before.length + value.length }]);
      expect(part?.fromMs).toBeLessThanOrEqual(Math.max(0, beforeMs));
      expect(part?.toMs).toBeGreaterThanOrEqual(beforeMs + valueMs);
    }),
    { numRuns: 500 },
  );
});

test("each side keeps what its own turns say, and nothing of which nobody knows the words", () => {
  const heard = mask();
  const journal = [
    turn("assistant", "Which card, please?", 1_000, voice(2_000)),
    turn("caller", "It is 4111 1111 1111 1111", 5_000, voice(6_000)),
    turn("assistant", "Your card is 4111 1111 1111 1111. Is that right?", 12_000, voice(9_000)),
    turn("caller", "yes that is right", 24_000, voice(1_500)),
    { kind: "key", atMs: 30_000, digit: "*" } as const,
    { kind: "transfer", to: "+254711000001", startMs: 40_000, endMs: 60_000 } as const,
  ].flatMap((entry): Entry[] => [heard.mask(entry) ?? entry]);
  expect(JSON.stringify(journal)).not.toContain("4111");
  const { caller, assistant } = silentRanges(journal);
  for (const atMs of [3_000, 8_000, 16_000, 23_000, 30_000, 50_000, 9_999_999]) expect(isSilent(caller, atMs)).toBe(true);
  for (const atMs of [24_500, 25_000]) expect(isSilent(caller, atMs)).toBe(false);
  expect(isSilent(assistant, 2_000)).toBe(false);
  for (const atMs of [16_000, 50_000, 9_999_999]) expect(isSilent(assistant, atMs)).toBe(true);
});

test("a turn of which STT may have lost words, and one that was typed, leave no sound", () => {
  const said = turn("caller", "hello there", 5_000, voice(2_000));
  const failed: Entry = {
    kind: "failure",
    atMs: 6_000,
    stage: "hear",
    problem: { code: "timeout", message: "late" },
    recovery: "fallback",
  };
  expect(isSilent(silentRanges([said]).caller, 6_000)).toBe(false);
  expect(isSilent(silentRanges([said, failed]).caller, 6_000)).toBe(true);
  expect(isSilent(silentRanges([turn("caller", "typed", 6_000, [])]).caller, 6_000)).toBe(true);
});

test("a name that is learnt later is silent where it was said, and a turn with other masks in it as a whole", () => {
  const heard = mask();
  const journal = [
    turn("caller", "Amina Yusuf here, I want to pay for my house in Nakuru this month if I may do that now", 1_000, voice(8_000)),
    turn("caller", "Amina again, 4111 1111 1111 1111", 20_000, voice(8_000)),
  ].map((entry) => heard.mask(entry) ?? entry);
  expect(journal[0]).not.toHaveProperty("silenced");
  heard.mask({ kind: "form", atMs: 0, tool: "book", slots: [{ name: "full_name", value: "Amina Yusuf", state: "heard" }] });
  const [first, second] = journal.map(heard.maskNames);
  expect(first).toMatchObject({ text: expect.stringContaining("[name] here"), silenced: [{ fromMs: 500 }] });
  expect(isSilent(silentRanges([first!]).caller, 8_000)).toBe(false);
  expect(second).toMatchObject({ text: "[name] again, [card]", silenced: [{ fromMs: 19_500, toMs: 28_500 }] });
});

test("where STT says when each word was said a value is silent from its first to its last word, and no more", () => {
  const text = "my card is 4111 1111 1111 1111 thank you";
  const times = text.split(" ").map((word, at) => ({ text: word, startMs: 2_000 + at * 500, endMs: 2_400 + at * 500 }));
  const said = turn("caller", text, 2_000, voice(4_500));
  const heard = mask();
  expect(heard.mask(said, { isWhole: true, times })).toMatchObject({
    text: "my card is [card] thank you",
    silenced: [{ fromMs: 3_250, toMs: 5_650 }],
  });
  // Of other words than those of the text the times say nothing.
  const others = [...times, { text: "so", startMs: 7_000, endMs: 7_200 }];
  expect(heard.mask(said, { isWhole: true, times: others })).not.toMatchObject({ silenced: [{ fromMs: 3_250 }] });
});

test("a turn of which not all words are known is silent, masks or not", () => {
  const said = turn("caller", "(inaudible)", 2_000, voice(3_000));
  const masked = mask().mask(said, { isWhole: false });
  expect(masked).toMatchObject({ text: "(inaudible)", silenced: [{ fromMs: 1_500, toMs: 5_500 }] });
  expect(isSilent(silentRanges(masked ? [masked] : []).caller, 3_000)).toBe(true);
});
