import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { joined, quiet } from "../../testing/flite-speech.ts";
import { spokenBy } from "../../testing/caller-voices.ts";
import { Sphinx, sphinxInstalled } from "./sphinx.ts";

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

  test("hears a long part at once after an utterance that was mostly quiet", { timeout: 60_000 }, async () => {
    const speech = await spokenBy("i would like to see the doctor tomorrow morning please", "slt");
    for (const quietMs of [500, 1_500, 4_000]) {
      heard([joined([quiet(quietMs), speech.subarray(0, 8_000), quiet(200)])], true);
      const long = joined([quiet(200), speech, quiet(300), speech, quiet(200)]);
      expect(heard([long], false).split(" ").length).toBeGreaterThan(12);
    }
  });
});
