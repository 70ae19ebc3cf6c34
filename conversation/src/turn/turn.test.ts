import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { completeness, digitsSaid } from "./completeness.ts";
import { endpointMs, longestWaitMs, SHORTEST_WAIT_MS } from "./endpointing.ts";
import { verdict } from "./interruption.ts";
import { after } from "./states.ts";

const settings = { endpointingMs: 250, incrementalDelayMs: 900, wordsForInterruption: 2 };

describe("whether a caller has finished", () => {
  it.each([
    ["I would like an appointment on Thursday", "likely"],
    ["yes please", "finished"],
    ["Is it open tomorrow?", "finished"],
    ["I would like to come on", "unfinished"],
    ["my name is", "unfinished"],
    ["nataka kuja na", "unfinished"],
    ["ndiyo", "finished"],
    ["Thursday", "uncertain"],
    ["", "uncertain"],
  ] as const)("“%s” is %s", (text, how) => {
    expect(completeness(text, [])).toBe(how);
  });

  it("a number is waited for until it has enough digits", () => {
    const phone = [{ kind: "phone" }] as const;
    expect(completeness("zero seven one two", phone)).toBe("unfinished");
    expect(completeness("zero seven one two three four five six double seven", phone)).toBe("finished");
    expect(completeness("four seven one one", [{ kind: "digits", min: 4, max: 4 }])).toBe("finished");
    expect(completeness("four seven", [{ kind: "digits", min: 4, max: 4 }])).toBe("unfinished");
  });

  it("the sound of the voice corrects the words by a step, but finishes no hanging sentence", () => {
    expect(completeness("Thursday", [], 0.9)).toBe("likely");
    expect(completeness("I would like an appointment", [], 0.1)).toBe("uncertain");
    expect(completeness("I would like to come on", [], 0.99)).toBe("unfinished");
  });

  it("double seven is two digits", () => {
    expect(digitsSaid("oh seven double two 5")).toBe(5);
  });
});

describe("how long is waited", () => {
  it("grows with doubt and is capped by incremental_delay only where there is doubt", () => {
    const waits = (["finished", "likely", "uncertain", "unfinished"] as const).map((how) => endpointMs(how, settings));
    expect(waits).toEqual([125, 200, 600, 900]);
  });

  it("never falls below the shortest wait nor above the longest", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 1_000 }),
        fc.integer({ min: 200, max: 1_500 }),
        fc.constantFrom("finished" as const, "likely" as const, "uncertain" as const, "unfinished" as const),
        (endpointingMs, incrementalDelayMs, how) => {
          const these = { ...settings, endpointingMs, incrementalDelayMs };
          expect(endpointMs(how, these)).toBeGreaterThanOrEqual(SHORTEST_WAIT_MS);
          expect(endpointMs(how, these)).toBeLessThanOrEqual(Math.max(longestWaitMs(these), endpointingMs));
        },
      ),
    );
  });
});

describe("a voice over ours", () => {
  it.each([
    ["mm-hmm", true, 2, "release"],
    ["uh huh okay", true, 1, "release"],
    ["no wait", false, 5, "take"],
    ["I need a doctor", false, 2, "take"],
    ["maybe", false, 2, "undecided"],
    ["maybe", true, 2, "release"],
    ["maybe", false, 1, "take"],
    ["", true, 1, "release"],
  ] as const)("“%s” (settled: %s, %i words asked for): %s", (text, settled, words, meant) => {
    expect(verdict(text, settled, words)).toBe(meant);
  });
});

it("a conversation that is closing never opens again", () => {
  for (const change of ["sounds", "turn-ends", "held", "released", "nobody-speaks"] as const)
    expect(after("closing", change)).toBeUndefined();
});
