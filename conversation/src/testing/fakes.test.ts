import { describe, expect, it } from "vitest";
import type { Clock, Speech, Thought } from "../ports.ts";
import { ProviderFailure } from "../ports.ts";
import {
  recogniserConformance,
  streamConformance,
  voiceActivityConformance,
  type Behaviour,
  type ConformanceCase,
  type Stream,
  type Subject,
} from "./conformance/index.ts";
import { BabblingVoice, babble, loudIsSpeech, PromptedRecogniser, ScriptedModel, VirtualClock } from "./index.ts";

const tell = (cases: readonly ConformanceCase[]): void => {
  it.each(cases)("$name", ({ run }) => expect(run()).resolves.toBeUndefined());
};
const BEHAVIOURS: readonly Behaviour[] = ["answers", "slowly", "stalls", "fails-at-once", "fails-after-first"];
const FAILURE = new ProviderFailure("unavailable", "the provider is gone");

/** How the fakes are told to behave. */
const optionsOf = (behaviour: Behaviour): object =>
  ({
    answers: {},
    slowly: { pieceMs: 900 },
    stalls: { stallsAfter: 1 },
    "fails-at-once": { failsAfter: 0, failure: FAILURE },
    "fails-after-first": { failsAfter: 1, failure: FAILURE },
  })[behaviour];

async function opened<Piece>(make: (clock: Clock) => Stream<Piece>): Promise<Subject<Stream<Piece>>> {
  const clock = new VirtualClock();
  return { adapter: make(clock), pass: (ms) => clock.pass(ms), close: () => {} };
}

describe("the scripted language model (LLM) of the tests", () => {
  tell(
    streamConformance<Thought>({
      open: (behaviour) =>
        opened((clock) => {
          const llm = new ScriptedModel(clock, () => "We are open until five.", optionsOf(behaviour));
          const request = { messages: [], tools: [], knowledge: [] } as never;
          return (signal) => llm.think(request, signal);
        }),
      behaviours: BEHAVIOURS,
      whole: (pieces) => pieces.map((piece) => (piece.kind === "text" ? piece.text : "")).join(""),
      consumerMs: 20_000,
      limitMs: 600_000,
    }),
  );
});

describe("the babbling voice (TTS) of the tests", () => {
  tell(
    streamConformance<Speech>({
      open: (behaviour) =>
        opened((clock) => {
          const voice = new BabblingVoice(clock, { pieceSamples: 3_001, ...optionsOf(behaviour) });
          return (signal) => voice.speak({ text: "We are open.", language: "en" }, signal);
        }),
      behaviours: BEHAVIOURS,
      whole: (pieces) => String(pieces.reduce((sum, { samples }) => sum + samples.length, 0)),
      consumerMs: 20_000,
      limitMs: 600_000,
    }),
  );
});

describe("the prompted recogniser (STT) of the tests", () => {
  const open = async (breaks = false) => {
    const clock = new VirtualClock();
    const adapter = new PromptedRecogniser(clock, { breaksAtPause: breaks });
    adapter.prompt("good morning");
    return { adapter, pass: (ms: number) => clock.pass(ms), close: () => {} };
  };
  tell(
    recogniserConformance({
      open: () => open(),
      openFailing: () => open(true),
      speech: babble(1_000, 16_000),
      expected: [],
      language: "en",
      limitMs: 5_000,
    }),
  );
});

describe("the voice activity (VAD) of the tests", () => {
  tell(voiceActivityConformance(loudIsSpeech));
});

it("a fake leaves out, repeats and swaps what it is told to", async () => {
  const said = async (how: object): Promise<string> => {
    const llm = new ScriptedModel(new VirtualClock(), () => "one two three four", how);
    let text = "";
    const thoughts = llm.think({ messages: [], tools: [], knowledge: [] } as never, new AbortController().signal);
    for await (const thought of thoughts) if (thought.kind === "text") text += thought.text;
    return text.trim();
  };
  expect(await said({ dropsEvery: 2 })).toBe("one three");
  expect(await said({ repeatsEvery: 3 })).toBe("one two three three four");
  expect((await said({ swapsEvery: 2 })).split(/\s+/)).toEqual(["twoone", "four", "three"]);
});
