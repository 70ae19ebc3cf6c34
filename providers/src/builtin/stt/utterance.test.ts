import { describe, expect, test } from "vitest";
import type { Decoder } from "./search.ts";
import type { Hypothesis } from "./sphinx.ts";
import { UtteranceDecoding } from "./utterance.ts";

/** A decoder that hears what it is told to and remembers how it was used. */
function scripted(heard: Partial<Hypothesis>): Decoder & { log: string[] } {
  let samples = 0;
  const log: string[] = [];
  return {
    log,
    level: undefined,
    start: () => void (samples = 0),
    hear(sound, whole) {
      samples += sound.length;
      if (whole) log.push("whole");
    },
    finish: () => void log.push(String(samples)),
    best: () => ({ text: "", frames: 100, distance: 0, posterior: 0, ...heard }),
  };
}

const sound = new Int16Array(1_600);

/** A hiss that no telephone carries. */
const wideSound = Int16Array.from({ length: 1_600 }, (_, at) => (at % 2 === 0 ? 8_000 : -8_000));

describe("an utterance", () => {
  test("on a line that goes above a telephone's band is heard in that from its beginning, and so is the next", () => {
    const starts: boolean[] = [];
    const free = (): Decoder & { log: string[] } => {
      const decoder = scripted({ text: "hello", distance: 30 });
      const level = { mean: [], frames: 10, isWide: true };
      return { ...decoder, level, start: (_speaker, isWide = false) => (starts.push(isWide), decoder.start()) };
    };
    const first = free();
    const utterance = new UtteranceDecoding({ any: first, anything: true });
    utterance.hear(sound);
    utterance.hear(wideSound);
    utterance.hear(sound);
    utterance.settle();
    expect(starts).toEqual([false, true]);
    // All of it: the decoder was given the first part again.
    expect(first.log.at(-1)).toBe("4800");
    const next = new UtteranceDecoding({ any: free(), anything: true, speaker: utterance.level });
    next.hear(sound);
    expect(starts).toEqual([false, true, true]);
  });

  test("that fits what was asked for is settled by the grammar alone", () => {
    const [guided, free] = [scripted({ text: "yes", distance: 20 }), scripted({ text: "guess", distance: 40 })];
    const utterance = new UtteranceDecoding({ any: free, guided, anything: false });
    utterance.hear(sound);
    expect(utterance.settle()).toMatchObject({ text: "yes" });
    expect(guided.log).toEqual(["1600"]);
    expect(free.log).toEqual([]);
  });

  test("whose letters were to have words and have none is heard by letters alone, once it is over", () => {
    const worded = (text: string) => scripted({ text, distance: 60 });
    const bare = scripted({ text: "n g o z i", distance: 22 });
    const free = scripted({ text: "and do you see", distance: 20 });
    const settled = (guided: Decoder): string => {
      const utterance = new UtteranceDecoding({ any: free, guided, bare: () => bare, spelled: () => undefined, anything: false });
      utterance.hear(sound);
      return utterance.settle().text;
    };
    expect(settled(worded("n nine"))).toBe("n g o z i");
    expect(bare.log).toEqual(["1600", "whole", "1600"]);
    expect(settled(worded("n for nancy g for george o for orange"))).not.toBe("n g o z i");
    expect(bare.log).toHaveLength(3);
  });

  test("that does not fit is heard again freely", () => {
    const guided = scripted({ text: "nine nine", distance: 45 });
    const free = scripted({ text: "what does it cost", distance: 36, posterior: 0.8 });
    const utterance = new UtteranceDecoding({ any: free, guided, anything: false });
    utterance.hear(sound);
    expect(utterance.settle()).toMatchObject({ text: "what does it cost", confidence: 0.8 });
    expect(guided.log).toEqual(["1600", "whole", "1600"]);
    expect(free.log).toEqual(["whole", "1600"]);
  });

  test("whose free words are nearly those of the grammar is the grammar's", () => {
    const settled = (free: string): string => {
      const guided = scripted({ text: "tuesday at ten in the morning", distance: 35 });
      const utterance = new UtteranceDecoding({
        any: scripted({ text: free, distance: 33, posterior: 0.8 }),
        guided,
        anything: true,
      });
      utterance.hear(sound);
      return utterance.settle().text;
    };
    expect(settled("tuesday at them in the morning")).toBe("tuesday at ten in the morning");
    expect(settled("are you open in the morning")).toBe("are you open in the morning");
    expect(settled("what time do you close")).toBe("what time do you close");
  });

  test("of letters is the names that they may be, where these are as near, or else the letters, or any English", () => {
    const settled = (names: Partial<Hypothesis> | undefined, free: Partial<Hypothesis> = { distance: 40 }): string => {
      const guided = scripted({ text: "pauline a l i m a", distance: 42 });
      const spelled = (): Decoder | undefined => names && scripted({ text: "halima h a l i m a", distance: 33, ...names });
      const utterance = new UtteranceDecoding({
        any: scripted({ text: "holly my", ...free }),
        guided,
        anything: false,
        name: true,
        spelled,
      });
      utterance.hear(sound);
      return utterance.settle().text;
    };
    expect(settled({})).toBe("halima h a l i m a");
    expect(settled({ distance: 50 })).toBe("pauline a l i m a");
    expect(settled({ frames: 20 })).toBe("pauline a l i m a");
    expect(settled({ text: "" })).toBe("pauline a l i m a");
    expect(settled(undefined)).toBe("pauline a l i m a");
    expect(settled(undefined, { distance: 30 })).toBe("holly my");
  });

  test("that refuses is believed where yes or no was asked, though free words lie nearer; a yes is not", () => {
    const nothing = { text: "nell", frames: 33, distance: 21, posterior: 0.004 };
    const settled = (guided: string, free: Partial<Hypothesis>, yesNo = true): string => {
      const decoder = scripted({ text: guided, distance: 43, frames: 35, ...(free.frames === 100 ? { frames: 100 } : {}) });
      const utterance = new UtteranceDecoding({ any: scripted(free), guided: decoder, anything: true, yesNo });
      utterance.hear(sound);
      return utterance.settle().text;
    };
    expect(settled("no", nothing)).toBe("no");
    expect(settled("no", nothing, false)).toBe("nell");
    expect(settled("yes", nothing)).toBe("nell");
    expect(settled("goodbye", nothing)).toBe("nell");
    expect(settled("no thank you", { text: "nalbandian", frames: 100, distance: 43, posterior: 0.99 })).toBe("no thank you");
    expect(settled("no thank you", { text: "what does it cost", frames: 100, distance: 30, posterior: 0.9 })).toBe(
      "what does it cost",
    );
    expect(settled("no the name is mary", { text: "nor the name is merry", frames: 100, distance: 35, posterior: 0.9 })).not.toBe(
      "no",
    );
  });

  test("that may be anything is heard freely and corrected by the grammar when that is much nearer", () => {
    const guided = scripted({ text: "the roof terrace", distance: 22 });
    const free = scripted({ text: "the proof that", distance: 41, posterior: 0.34 });
    const utterance = new UtteranceDecoding({ any: free, guided, anything: true });
    utterance.hear(sound);
    expect(utterance.settle()).toMatchObject({ text: "the roof terrace" });
    // Nobody waits for the rest of the free search; it goes on with the speaker.
    expect(free.log).toEqual([]);
    utterance.resume();
    utterance.hear(sound);
    utterance.end();
    expect(guided.log).toEqual(["1600", "3200"]);
    expect(free.log).toEqual(["3200"]);
  });

  test("is not taken for words that leave half of it out", () => {
    const free = { text: "well played our ancient attempt", distance: 40, posterior: 0.3, frames: 240 };
    const guided = scripted({ text: "yup please do", distance: 20, frames: 90 });
    const utterance = new UtteranceDecoding({ any: scripted(free), guided, anything: true });
    utterance.hear(sound);
    expect(utterance.settle().text).toBe(free.text);
  });

  test("of a moment is an answer rather than a word of any English", () => {
    const guided = scripted({ text: "yes", distance: 45, frames: 40 });
    const free = scripted({ text: "us", distance: 38, posterior: 0.6, frames: 40 });
    const utterance = new UtteranceDecoding({ any: free, guided, anything: true });
    utterance.hear(sound);
    expect(utterance.settle().text).toBe("yes");
  });

  test("in which the grammar and any English have the same words is not looked at again, however far off they are", () => {
    const [guided, free] = [scripted({ text: "yes please", distance: 44 }), scripted({ text: "yes please", distance: 40 })];
    const utterance = new UtteranceDecoding({ any: free, guided, anything: true });
    utterance.hear(sound);
    expect(utterance.settle().text).toBe("yes please");
    expect([...guided.log, ...free.log]).toEqual(["1600"]);
  });

  test("of free speech goes on after a pause where it stopped, with what was said meanwhile", () => {
    const decoder = scripted({ text: "hello", posterior: 1 });
    const utterance = new UtteranceDecoding({ any: decoder, anything: true });
    utterance.hear(sound);
    utterance.settle();
    utterance.hear(sound);
    expect(utterance.settle().text).toBe("hello");
    utterance.resume();
    utterance.hear(sound);
    expect(utterance.settle().text).toBe("hello hello");
    expect(decoder.log).toEqual(["1600", "3200"]);
    utterance.end();
  });

  test("without end is not kept without end", () => {
    const decoder = scripted({});
    const utterance = new UtteranceDecoding({ any: decoder, anything: true });
    for (let i = 0; i < 400; i++) utterance.hear(sound);
    utterance.settle();
    expect(decoder.log).toEqual(["480000"]);
  });
});
