/** The search for words, over a network that says what it was told to, one token after the other. */
import { describe, expect, test } from "vitest";
import { grammarGuide } from "./grammar-guide.ts";
import { graphOf } from "./grammar-graph.ts";
import { keywordGuide } from "./keyword-guide.ts";
import type { EncodedSound } from "./network.ts";
import { searchWords, type SearchLimits } from "./search-words.ts";
import { readVocabulary } from "./vocabulary.ts";
import { wordsWritten } from "./words-written.ts";

const WRITTEN = [" to", " the", " lock", " two", " o", "'", "clock", " Grace", " Juan", " Wan", "jiku", " yes", "."];
const END = WRITTEN.length;
const vocabulary = readVocabulary(WRITTEN.map((text, i) => `${Buffer.from(text).toString("base64")} ${i}`).join("\n"));
const limits: SearchLimits = { width: 3, mostTokens: 12, end: END, never: new Set(), margin: 8 };
const never = new AbortController().signal;

/** `said`: how likely each text is, from its beginning on. What nobody said is a millionth. */
function sound(said: Readonly<Record<string, number>>, asked: string[] = []): EncodedSound & { open: number } {
  const row = (tokens: readonly number[]): Float32Array => {
    const text = vocabulary.textOf(tokens);
    const values = new Float32Array(END + 1).fill(1e-6);
    for (const [whole, share] of Object.entries(said)) {
      if (whole === text) values[END]! += share;
      for (const [token, next] of WRITTEN.entries()) if (whole.startsWith(text + next)) values[token]! += share;
    }
    const sum = values.reduce((total, value) => total + value, 0);
    asked.push(text);
    return values.map((value) => Math.log(value / sum));
  };
  const heard = {
    noSpeech: 0,
    open: 0,
    first: row([]),
    search() {
      heard.open++;
      let beginnings: number[][] = [[]];
      return {
        async step(steps: readonly { parent: number; token: number }[]) {
          beginnings = steps.map(({ parent, token }) => [...beginnings[parent]!, token]);
          return beginnings.map(row);
        },
        free: () => void heard.open--,
      };
    },
    free() {},
  };
  return heard;
}

const TO_THE_LOCK = { " to the lock": 0.6, " two o'clock": 0.3 };
const clock = grammarGuide(
  graphOf("#JSGF V1.0;\ngrammar expected;\n<hour> = one | two;\npublic <answer> = <hour> o'clock | yes;"),
  vocabulary.plainTokens,
);

describe("what is written", () => {
  test("without a guide it is the likeliest", async () => {
    const found = await searchWords(sound(TO_THE_LOCK), keywordGuide([], vocabulary), limits, never);
    expect(found.map(({ tokens }) => vocabulary.textOf(tokens)).slice(0, 2)).toEqual([" to the lock", " two o'clock"]);
    expect(Math.exp(found[0]!.log)).toBeCloseTo(0.66, 1);
  });

  test("by a grammar it is the likeliest answer to the question, and as likely as the network says", async () => {
    const [found] = await searchWords(sound(TO_THE_LOCK), clock, limits, never);
    expect(vocabulary.textOf(found!.tokens)).toBe(" two o'clock");
    expect(Math.exp(found!.log)).toBeCloseTo(0.33, 1);
  });

  test("nothing, where every answer is less likely than it must be", async () => {
    expect(await searchWords(sound({ " the lock": 1 }), clock, { ...limits, least: -4 }, never)).toEqual([]);
  });

  test("a name of the agent's is written sooner, and what is only like it is not", async () => {
    const said = { " Grace Juan": 0.6, " Grace Wanjiku": 0.3 };
    const text = async (names: readonly string[]): Promise<string> => {
      const [found] = await searchWords(sound(said), keywordGuide(names, vocabulary), { ...limits, width: 1 }, never);
      return vocabulary.textOf(found!.tokens);
    };
    expect(await text([])).toBe(" Grace Juan");
    expect(await text(["Grace Wanjiku"])).toBe(" Grace Wanjiku");
    const [lock] = await searchWords(
      sound({ " the lock": 0.9, " to": 0.1 }),
      keywordGuide(["to the moon"], vocabulary),
      limits,
      never,
    );
    expect(vocabulary.textOf(lock!.tokens)).toBe(" the lock");
  });

  test("a loop is written once", async () => {
    const thrice = " two o'clock".repeat(3);
    const repeated = (tokens: readonly number[]): number => (tokens.length === 8 ? 4 : 0);
    const [found] = await searchWords(sound({ [thrice]: 1 }), keywordGuide([], vocabulary), { ...limits, repeated }, never);
    expect(vocabulary.textOf(found!.tokens)).toBe(" two o'clock");
  });

  test("no longer than it may be: it then has no end, and nothing is found", async () => {
    expect(
      await searchWords(
        sound({ " two o'clock": 1 }),
        keywordGuide([], vocabulary),
        { ...limits, mostTokens: 2, margin: 2 },
        never,
      ),
    ).toEqual([]);
  });

  test("an abort ends it before the next step, and frees what it held", async () => {
    const asked: string[] = [];
    const heard = sound(TO_THE_LOCK, asked);
    const before = asked.length;
    await expect(searchWords(heard, clock, limits, AbortSignal.abort())).rejects.toMatchObject({ code: "cancelled" });
    expect(asked).toHaveLength(before);
    expect(heard.open).toBe(0);
  });
});

describe("how sure each word is", () => {
  test("as sure as the least sure of its tokens", async () => {
    const [found] = await searchWords(
      sound({ " two o'clock": 0.5, " two": 0.5 }),
      keywordGuide([], vocabulary),
      { ...limits, width: 1 },
      never,
    );
    const words = wordsWritten(found!, [], vocabulary);
    expect(words.map(({ text }) => text)).toEqual(vocabulary.textOf(found!.tokens).trim().split(" "));
    expect(words[0]?.confidence).toBeCloseTo(1, 1);
  });

  test("what several found say alike counts together", () => {
    const one = { tokens: [3, 12], logs: [Math.log(0.4), 0], log: Math.log(0.4), score: 0 };
    const same = { tokens: [3], logs: [Math.log(0.3)], log: Math.log(0.3), score: 0 };
    const other = { tokens: [11], logs: [Math.log(0.1)], log: Math.log(0.1), score: 0 };
    expect(wordsWritten(one, [], vocabulary)).toEqual([{ text: "two.", confidence: 0.4 }]);
    expect(wordsWritten(one, [one, same, other], vocabulary)).toEqual([{ text: "two.", confidence: 0.875 }]);
  });
});
