import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { joined, quiet } from "../../testing/flite-speech.ts";
import { spokenBy } from "../../testing/caller-voices.ts";
import { type Hypothesis, Sphinx, sphinxInstalled } from "./sphinx.ts";

/** Left out where PocketSphinx is not installed. */
describe.skipIf(!sphinxInstalled())("a decoder", () => {
  let sphinx: Sphinx;
  beforeAll(() => {
    sphinx = new Sphinx();
  });
  afterAll(() => sphinx.free());

  test("without a language model says so, instead of ending the process", () => {
    const grammars = new Sphinx("no words");
    expect(() => grammars.likeliest(["the"], 1)).toThrow("no language model");
    expect(() => grammars.join(sphinx, 0.5)).toThrow("no language model");
    grammars.free();
    expect(sphinx.likeliest(["xylophone", "the", "nosuchword"], 5)).toEqual(["the", "xylophone"]);
  });

  function heard(parts: readonly Int16Array[], whole: boolean): string {
    sphinx.start();
    for (const part of parts) sphinx.hear(part, whole);
    sphinx.finish();
    return sphinx.best(true).text;
  }

  test("hears a long part at once after an utterance that was mostly quiet", async () => {
    const speech = await spokenBy("i would like to see the doctor tomorrow morning please", "slt");
    for (const quietMs of [500, 4_000]) {
      heard([joined([quiet(quietMs), speech.subarray(0, 8_000), quiet(200)])], true);
      const long = joined([quiet(200), speech, quiet(300), speech, quiet(200)]);
      expect(heard([long], false).split(" ").length).toBeGreaterThan(12);
    }
  });

  test("hears the same sound alike, whatever it heard before and however much comes at once", async () => {
    const speech = joined([quiet(150), await spokenBy("i would like to come on monday at nine", "slt"), quiet(200)]);
    const loud = Int16Array.from({ length: 48_000 }, (_, at) => 8_000 * Math.sin(at * at * 0.7));
    const alike = (part: number): Hypothesis => {
      sphinx.start();
      for (let at = 0; at < speech.length; at += part) sphinx.hear(speech.subarray(at, at + part), false);
      sphinx.finish();
      return sphinx.best(true);
    };
    const first = alike(3_200);
    expect(first.text).toContain("monday");
    for (const [sound, isWhole] of [
      [loud, false],
      [quiet(3_000), true],
      [joined([loud, speech]), true],
    ] as const) {
      heard([sound], isWhole);
      for (const part of [320, speech.length])
        expect(alike(part)).toMatchObject({ text: first.text, distance: first.distance, frames: first.frames });
    }
  });

  test("takes an utterance of nothing, and one that is over at once", () => {
    expect(heard([], false)).toBe("");
    expect(heard([quiet(20)], false)).toBe("");
    expect(heard([quiet(40)], true)).toBe("");
  });
});
