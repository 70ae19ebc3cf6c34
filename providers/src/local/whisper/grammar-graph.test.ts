import type { Expected } from "@ongea/conversation";
import { describe, expect, test } from "vitest";
import { guideOf } from "../../builtin/stt/grammar.ts";
import { grammarGuide } from "./grammar-guide.ts";
import { graphOf } from "./grammar-graph.ts";
import { readVocabulary } from "./vocabulary.ts";

const vocabulary = readVocabulary(["IDA= 0", "NzE= 1", "LQ== 2", "Mg== 3", "IHllbGw= 4"].join("\n"));

function accepts(expected: readonly Expected[], text: string, names: readonly string[] = []): boolean {
  return grammarGuide(graphOf(guideOf(expected, names).grammar ?? ""), vocabulary.plainTokens).accepts(text.toLowerCase());
}

const DATE: readonly Expected[] = [{ kind: "date" }, { kind: "time" }, { kind: "anything" }];

describe("an answer is known however Whisper writes it", () => {
  test.each<[readonly Expected[], string]>([
    [DATE, " Tuesday at 10 in the morning."],
    [DATE, " Tomorrow at three in the afternoon."],
    [DATE, " On Monday at 9.30"],
    [DATE, " Friday, at 2:30 p.m."],
    [DATE, " Friday at 9:45am."],
    [DATE, " The 12th of December."],
    [DATE, " December 21st"],
    [[{ kind: "time" }], " 2 o'clock"],
    [[{ kind: "time" }], " half past ten."],
    [[{ kind: "phone" }], " 0712-345-678"],
    [[{ kind: "phone" }], " My number is 0, 7, 1, 2, 3, 4, 5, 6, 7, 8."],
    [[{ kind: "phone" }], " +254 712 345 678"],
    [[{ kind: "digits", min: 5, max: 5 }], " It's 4-8-1 57."],
    [[{ kind: "code" }], " M-A-R-Y"],
    [[{ kind: "yes-no" }], " Yes, that's right."],
  ])("%j: %j", (expected, text) => expect(accepts(expected, text)).toBe(true));

  test.each<[readonly Expected[], string]>([
    [DATE, " Who's the lieutenant of mourning?"],
    [DATE, " Tuesday at ten in the mor"],
    [[{ kind: "time" }], " To the lock"],
    [[{ kind: "yes-no" }], " You guys"],
    [[{ kind: "phone" }], " how much does it cost?"],
  ])("and what is none is not: %j: %j", (expected, text) => expect(accepts(expected, text)).toBe(false));

  test("the agent's names are answers where a name was asked for", () => {
    const name: readonly Expected[] = [{ kind: "name" }];
    expect(accepts(name, " Grace Quibble.", ["Grace Quibble"])).toBe(true);
    expect(accepts(name, " Grace Quibble.")).toBe(false);
  });
});

test("only tokens that lead on in the grammar may follow, and several characters may be one token", () => {
  const guide = grammarGuide(graphOf(guideOf([{ kind: "phone" }]).grammar ?? ""), vocabulary.plainTokens);
  // " yell" is no answer.
  expect(new Set(guide.allowed(guide.start)!.keys())).toEqual(new Set([0, 1, 2, 3]));
  const after = guide.allowed(guide.start)!.get(0)!;
  expect(new Set(guide.allowed(after)!.keys())).toEqual(new Set([0, 1, 2, 3]));
  expect(guide.end(guide.start).mayEnd).toBe(false);
});

test("a grammar that is not understood is refused", () => {
  expect(() => graphOf("public <answer> = <nothing>;")).toThrow(/no rule nothing/);
});
