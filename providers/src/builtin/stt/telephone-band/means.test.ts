import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CALL_CENTRE_SENTENCES } from "../../../testing/call-centre-sentences.ts";
import { spokenBy } from "../../../testing/caller-voices.ts";
import { joined, quiet } from "../../../testing/flite-speech.ts";
import { wordErrors } from "../../../testing/hear-utterance.ts";
import { throughTelephone } from "../../../testing/telephone-band.ts";
import { Search } from "../search.ts";
import { Sphinx, sphinxInstalled } from "../sphinx.ts";
import { UpperBand } from "../upper-band.ts";

const SAID = CALL_CENTRE_SENTENCES.slice(0, 4);
const VOICES = ["rms", "slt"];

/** Left out where PocketSphinx is not installed. */
describe.skipIf(!sphinxInstalled())("the means of a telephone's band", () => {
  let sphinx: Sphinx;
  let sounds: { said: string; sound: Int16Array }[];

  beforeAll(async () => {
    sphinx = new Sphinx();
    sounds = await Promise.all(
      SAID.map(async (said, at) => {
        const spoken = joined([quiet(300), await spokenBy(said, VOICES[at % VOICES.length]!), quiet(150)]);
        return { said, sound: new UpperBand().fill(throughTelephone(spoken, 16_000)) };
      }),
    );
  }, 60_000);
  afterAll(() => sphinx.free());

  const heard = (isWide: boolean): string[] => sounds.map(({ sound }) => new Search(sphinx).whole(sound, isWide).text);
  const wrong = (texts: readonly string[]): number =>
    texts.reduce((sum, text, at) => sum + wordErrors(sounds[at]!.said, text).errors, 0);

  test(
    "hear callers by telephone better than the model's own, which wide lines have again afterwards",
    { timeout: 120_000 },
    () => {
      const own = heard(true);
      const moved = heard(false);
      expect(wrong(moved)).toBeLessThan(wrong(own));
      expect(heard(true)).toEqual(own);
      expect(heard(false)).toEqual(moved);
    },
  );
});
