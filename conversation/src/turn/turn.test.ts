import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Expected } from "../ports.ts";
import { completeness } from "./completeness.ts";
import { endpointMs, LONGEST_WAIT_MS, longestWaitMs, SHORTEST_WAIT_MS } from "./endpointing.ts";
import { verdict } from "./interruption.ts";
import { countDigits } from "./phrases/numbers.ts";
import { wordsOf } from "./phrases/words-of.ts";
import { after } from "./states.ts";

const LADDER = ["finished", "likely", "uncertain", "open", "unfinished"] as const;
const settings = { endpointingMs: 250, incrementalDelayMs: 900, wordsForInterruption: 2 };

function how(
  text: string,
  expected: readonly Expected[] = [],
  more: { language?: string; judged?: number; trust?: 0 | 1 | 2 } = {},
) {
  return completeness({ text, expected, language: "en", ...more }).how;
}

describe("whether a caller has finished", () => {
  it.each([
    ["I would like an appointment on Thursday", "likely"],
    ["I would like an appointment on Thursday.", "likely"],
    ["On Thursday.", "uncertain"],
    ["yes please", "finished"],
    ["Is it open tomorrow?", "finished"],
    ["I would like to come on", "unfinished"],
    ["my name is", "unfinished"],
    ["Can you", "unfinished"],
    ["It is um", "unfinished"],
    ["I need to come, ehm", "unfinished"],
    ["what is it for", "uncertain"],
    ["turn the light on please and leave it on", "uncertain"],
    ["I think so", "uncertain"],
    ["as soon as you can", "uncertain"],
    ["whatever you need", "uncertain"],
    ["Thursday", "uncertain"],
    ["hmm", "uncertain"],
    ["", "uncertain"],
  ] as const)("“%s” is %s", (text, expected) => {
    expect(how(text)).toBe(expected);
  });

  it.each([
    ["Samuel", "open"],
    ["Samuel, S A M", "open"],
    ["Samuel S A M U E L", "open"],
    ["samuel s a m u e l banda b a n", "open"],
    ["B for boy, R for river", "open"],
    ["samuel s a m u e l banda b a n d a", "likely"],
    ["no", "finished"],
    ["I do not want to tell you my name", "likely"],
  ] as const)("of a name that is to be spelled “%s” is %s", (text, expected) => {
    expect(how(text, [{ kind: "name", spelled: true }])).toBe(expected);
  });

  it.each([
    ["sw", "nataka kuja na", "unfinished"],
    ["sw", "jina langu ni", "unfinished"],
    ["sw", "nataka kuja kesho because", "unfinished"],
    ["sw", "ndiyo", "finished"],
    ["sw", "hii ni yangu", "uncertain"],
    ["fr", "je voudrais prendre rendez-vous avec", "unfinished"],
    ["fr", "je cherche euh", "unfinished"],
    ["fr", "il a presque un an", "likely"],
    ["fr", "dites-moi c'est où", "uncertain"],
    ["fr", "oui merci", "finished"],
    ["pt-MZ", "eu gostaria de", "unfinished"],
    ["pt", "não, obrigado", "finished"],
    ["ha", "ina da tambaya amma", "unfinished"],
    ["ha", "na gode", "finished"],
    ["yo", "mo fẹ́ wá ṣùgbọ́n", "unfinished"],
    ["yo", "Bẹ́ẹ̀ni", "finished"],
    ["zu", "ngifuna ukuza kodwa", "unfinished"],
    ["am", "መምጣት እፈልጋለሁ ግን", "unfinished"],
    ["am", "አመሰግናለሁ", "finished"],
    ["ar", "أريد موعد في", "unfinished"],
    ["ar", "لا شكرا", "finished"],
  ] as const)("%s: “%s” is %s", (language, text, expected) => {
    expect(how(text, [], { language })).toBe(expected);
  });

  it("a number that was asked for is waited for until it has enough digits", () => {
    const phone = [{ kind: "phone" }] as const;
    expect(how("zero seven one two", phone)).toBe("unfinished");
    expect(how("zero seven one two three four five six double seven", phone)).toBe("finished");
    expect(how("my number is zero seven one two three four five six double seven", phone)).toBe("finished");
    expect(how("four seven one one", [{ kind: "digits", min: 4, max: 4 }])).toBe("finished");
    expect(how("four seven", [{ kind: "digits", min: 4, max: 4 }])).toBe("unfinished");
  });

  it.each([
    ["the account is four four one", "open"],
    ["the account is four four one nine two seven", "uncertain"],
    ["it is 0712 345", "open"],
    ["nambari yangu ni sifuri saba moja", "open"],
    ["mon numéro est le six deux", "open"],
    ["zero seven twenty two my number is zero seven twenty two", "open"],
    ["0712 345 678", "uncertain"],
    ["we are two", "uncertain"],
    ["there are five of us on 14 June", "likely"],
    ["we need seven hundred of them", "likely"],
  ] as const)("“%s”, a number that nobody asked for: %s", (text, expected) => {
    const language = text.startsWith("nambari") ? "sw" : text.startsWith("mon") ? "fr" : "en";
    expect(how(text, [], { language })).toBe(expected);
  });

  it("the sound of the voice corrects the words, but finishes no hanging sentence and opens no whole answer", () => {
    expect(how("Thursday", [], { judged: 0.9 })).toBe("likely");
    expect(how("I would like an appointment", [], { judged: 0.1 })).toBe("open");
    expect(how("I would like an appointment.", [], { judged: 0.1 })).toBe("open");
    expect(how("I would like to come on", [], { judged: 0.99 })).toBe("unfinished");
    expect(how("yes please", [], { judged: 0.01 })).toBe("finished");
  });

  it("a voice that falls at the end of a group of digits does not end the number", () => {
    expect(how("the account is four four one", [], { judged: 0.9 })).toBe("open");
    expect(how("the account is four four one nine two seven", [], { judged: 0.9 })).toBe("likely");
  });

  it("a model that was wrong about this caller's voice is believed less, and then not at all", () => {
    expect(how("I would like an appointment", [], { judged: 0.1, trust: 1 })).toBe("uncertain");
    expect(how("I would like an appointment", [], { judged: 0.1, trust: 0 })).toBe("likely");
  });

  it("double seven is two digits", () => {
    expect(countDigits(wordsOf("oh seven double two 5"))).toBe(5);
  });

  it("digits are counted in Hausa, Yoruba and Zulu as they are written there", () => {
    expect(countDigits(wordsOf("sifiri ɗaya huɗu"))).toBe(3);
    expect(countDigits(wordsOf("òdo ẹ̀jọ èje"))).toBe(3);
    expect(countDigits(wordsOf("iqanda kubili isikhombisa"))).toBe(3);
  });
});

describe("how long is waited", () => {
  it("grows with doubt, is capped by incremental_delay where there is doubt and longer where more must follow", () => {
    const waits = LADDER.map((rung) => endpointMs(rung, settings));
    expect(waits).toEqual([125, 200, 600, 1_200, 1_750]);
    expect(LADDER.map((rung) => endpointMs(rung, { ...settings, incrementalDelayMs: 400 }))).toEqual([
      125, 200, 400, 1_200, 1_750,
    ]);
  });

  it("never falls below the shortest wait nor above the longest", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 1_000 }),
        fc.integer({ min: 200, max: 1_500 }),
        fc.constantFrom(...LADDER),
        (endpointingMs, incrementalDelayMs, rung) => {
          const these = { ...settings, endpointingMs, incrementalDelayMs };
          expect(endpointMs(rung, these)).toBeGreaterThanOrEqual(SHORTEST_WAIT_MS);
          expect(endpointMs(rung, these)).toBeLessThanOrEqual(Math.min(longestWaitMs(these), LONGEST_WAIT_MS));
        },
      ),
    );
  });
});

describe("a voice over ours", () => {
  it.each([
    ["mm-hmm", true, 2, "release"],
    ["uh huh okay", true, 1, "release"],
    ["I see", true, 2, "release"],
    ["oh ok, I see", true, 2, "release"],
    ["that is good", true, 2, "release"],
    ["that is", false, 2, "undecided"],
    ["that is not", false, 2, "take"],
    ["that is my sister", false, 2, "take"],
    ["no problem", true, 2, "release"],
    ["sawa sawa, naelewa", true, 2, "release"],
    ["d'accord, je vois", true, 2, "release"],
    ["está bem, entendi", true, 2, "release"],
    ["yes ok right sure yes ok yes", true, 2, "take"],
    ["no wait", false, 5, "take"],
    ["what", true, 5, "take"],
    ["actually", false, 5, "take"],
    ["lakini", false, 5, "take"],
    ["Tuesday", true, 2, "take"],
    ["kesho", true, 2, "take"],
    ["Tuesday", true, 4, "release"],
    ["I need a doctor", false, 2, "take"],
    ["maybe", false, 2, "undecided"],
    ["maybe", true, 2, "release"],
    ["maybe", false, 1, "take"],
    ["", true, 1, "release"],
  ] as const)("“%s” (settled: %s, %i words asked for): %s", (text, settled, wordsNeeded, meant) => {
    expect(verdict(text, { settled, wordsNeeded })).toBe(meant);
  });

  it("one word that answers what we are asking is an answer", () => {
    const over = { settled: true, wordsNeeded: 2 };
    expect(verdict("Wanjiku", { ...over, asking: true })).toBe("take");
    expect(verdict("Wanjiku", over)).toBe("release");
    expect(verdict("mm-hm", { ...over, asking: true })).toBe("release");
  });
});

it("a conversation that is closing never opens again", () => {
  for (const change of ["sounds", "turn-ends", "held", "released", "nobody-speaks"] as const)
    expect(after("closing", change)).toBeUndefined();
});
