import { describe, expect, test } from "vitest";
import type { Hypothesis, SphinxSearch as Search } from "./sphinx.ts";
import { UtteranceDecoding, type Decoder } from "./utterance.ts";

/** A decoder that hears what it is told to and remembers how it was used. */
function scripted(guided: Partial<Hypothesis>, free: Partial<Hypothesis>): Decoder & { log: string[] } {
  let search: Search = "free";
  let samples = 0;
  const log: string[] = [];
  return {
    log,
    start(next) {
      search = next;
      samples = 0;
    },
    hear: (sound) => void (samples += sound.length),
    finish: () => void log.push(`${search} ${samples}`),
    best: () => ({ text: "", frames: 100, distance: 0, posterior: 0, ...(search === "guided" ? guided : free) }),
  };
}

const sound = new Int16Array(1_600);

describe("an utterance", () => {
  test("that fits what was asked for is settled by the grammar alone", () => {
    const decoder = scripted({ text: "yes", distance: 20 }, { text: "guess", distance: 40 });
    const utterance = new UtteranceDecoding(decoder, { guided: true, anything: false });
    utterance.hear(sound);
    expect(utterance.settle()).toMatchObject({ text: "yes" });
    expect(decoder.log).toEqual(["guided 1600", "guided 1600"]);
  });

  test("that does not fit is heard again freely", () => {
    const decoder = scripted({ text: "nine nine", distance: 45 }, { text: "what does it cost", distance: 36, posterior: 0.8 });
    const utterance = new UtteranceDecoding(decoder, { guided: true, anything: false });
    utterance.hear(sound);
    expect(utterance.settle()).toMatchObject({ text: "what does it cost", confidence: 0.8 });
  });

  test("whose free words are nearly those of the grammar is the grammar's", () => {
    const settled = (free: string): string => {
      const decoder = scripted(
        { text: "tuesday at ten in the morning", distance: 35 },
        { text: free, distance: 33, posterior: 0.8 },
      );
      const utterance = new UtteranceDecoding(decoder, { guided: true, anything: true });
      utterance.hear(sound);
      return utterance.settle().text;
    };
    expect(settled("tuesday at them in the morning")).toBe("tuesday at ten in the morning");
    expect(settled("are you open in the morning")).toBe("are you open in the morning");
    expect(settled("what time do you close")).toBe("what time do you close");
  });

  test("that may be anything is heard freely and corrected by the grammar when that is much nearer", () => {
    const decoder = scripted(
      { text: "the roof terrace", distance: 22 },
      { text: "the proof that", distance: 41, posterior: 0.34 },
    );
    const utterance = new UtteranceDecoding(decoder, { guided: true, anything: true });
    utterance.hear(sound);
    expect(utterance.settle()).toMatchObject({ text: "the roof terrace" });
  });

  const sampled = (free: Partial<Hypothesis>, likely: Partial<Hypothesis>): string => {
    const guide = { guided: false, anything: true, sampled: scripted({}, likely) };
    const utterance = new UtteranceDecoding(scripted({}, free), guide);
    utterance.hear(sound);
    return utterance.settle().text;
  };

  test("is what this agent's callers are likely to say, unless the sound is too far from it", () => {
    const free = { text: "paul rear and i'm planning", distance: 37, posterior: 0.3 };
    expect(sampled(free, { text: "can you move my appointment", distance: 43, posterior: 0.8 })).toBe(
      "can you move my appointment",
    );
    const other = { text: "does your uncle like football", distance: 36, posterior: 0.8 };
    expect(sampled(other, { text: "what are your collect", distance: 45, posterior: 0.5 })).toBe("does your uncle like football");
  });

  test("is not taken for words that leave half of it out", () => {
    const free = { text: "well played our ancient attempt", distance: 40, posterior: 0.3, frames: 240 };
    expect(sampled(free, { text: "please", distance: 20, posterior: 0.9, frames: 60 })).toBe(free.text);
    const decoder = scripted({ text: "yup please do", distance: 20, frames: 90 }, free);
    const utterance = new UtteranceDecoding(decoder, { guided: true, anything: true });
    utterance.hear(sound);
    expect(utterance.settle().text).toBe(free.text);
  });

  test("of a moment is an answer rather than a word of any English", () => {
    const decoder = scripted({ text: "yes", distance: 45, frames: 40 }, { text: "us", distance: 38, posterior: 0.6, frames: 40 });
    const utterance = new UtteranceDecoding(decoder, { guided: true, anything: true });
    utterance.hear(sound);
    expect(utterance.settle().text).toBe("yes");
  });

  test("of free speech goes on after a pause where it stopped, with what was said meanwhile", () => {
    const decoder = scripted({}, { text: "hello", posterior: 1 });
    const utterance = new UtteranceDecoding(decoder, { guided: false, anything: true });
    utterance.hear(sound);
    utterance.settle();
    utterance.hear(sound);
    expect(utterance.settle().text).toBe("hello");
    utterance.resume();
    utterance.hear(sound);
    expect(utterance.settle().text).toBe("hello hello");
    expect(decoder.log).toEqual(["free 1600", "free 3200"]);
    utterance.end();
  });

  test("without end is not kept without end", () => {
    const decoder = scripted({}, {});
    const utterance = new UtteranceDecoding(decoder, { guided: false, anything: true });
    for (let i = 0; i < 400; i++) utterance.hear(sound);
    utterance.settle();
    expect(decoder.log).toEqual(["free 480000"]);
  });
});
