/** Whole conversations with ears and voices that keep still: the caller always hears something, and is heard again. */
import { describe, expect, it } from "vitest";
import type { FillerRules } from "./plan.ts";
import type { Recogniser, Synthesiser } from "./ports.ts";
import { ProviderFailure } from "./ports.ts";
import { ScriptedConversation } from "./testing/index.ts";

const fillers: FillerRules = { words: { en: ["One moment."] }, again: { en: "Sorry, once more." } };

async function asked(call: ScriptedConversation, text = "when do you open please", ms = 8_000): Promise<void> {
  await call.pass(500);
  await call.callerSays(text);
  await call.pass(ms);
}

describe("a caller whose voice or ears are slow", () => {
  it("hears another voice after three seconds where one keeps still, and the call does not ask it again", async () => {
    const call = new ScriptedConversation({
      plan: { fillers },
      parts: (scripted) => ({ voices: [stillVoice("cloud voice"), scripted.voice] }),
    });
    await asked(call);
    const { speechEndMs, firstSoundMs, fillerMs } = call.turns.at(-1)!.delays!;
    expect(Math.min(firstSoundMs, fillerMs ?? Infinity) - speechEndMs).toBeLessThanOrEqual(4_000);
    expect(call.entries("failure")).toMatchObject([
      { stage: "speak", by: "cloud voice", recovery: "fallback", problem: { code: "timeout" } },
    ]);
  });

  it("waits longer for the only voice that there is", async () => {
    const slow: Synthesiser = {
      name: "slow",
      async *speak(_words, signal) {
        await new Promise<void>((resolve) => void call.clock.at(call.clock.now() + 4_000, resolve));
        if (!signal.aborted) yield { samples: new Int16Array(8_000).fill(9_000), sampleRateHz: 8_000 };
      },
    };
    const call: ScriptedConversation = new ScriptedConversation({ parts: () => ({ voices: [slow] }) });
    await asked(call, undefined, 14_000);
    expect(call.entries("failure")).toEqual([]);
    expect(call.turns.at(-1)?.by).toBe("assistant");
  });

  it("is heard in the next turn by the only ears that there are, where they failed with one utterance", async () => {
    const call = new ScriptedConversation({
      parts: (scripted) => ({ recognisers: [failingWith(1, scripted.recogniser)] }),
    });
    await asked(call, "when do you open please");
    await asked(call, "when do you open please");
    expect(call.transcript.filter((line) => line.startsWith("caller"))).toEqual([
      "caller: (inaudible)",
      "caller: when do you open please",
    ]);
    expect(call.entries("failure")).toMatchObject([{ stage: "hear", recovery: "none", problem: { code: "timeout" } }]);
  });
});

describe("a caller whom no ears can hear", () => {
  it("is answered as soon as one whose words are unclear, where the only ears do not know the language", async () => {
    const call = new ScriptedConversation({
      plan: { fillers },
      parts: () => ({
        recognisers: [
          {
            name: "english",
            listen: () => {
              throw new ProviderFailure("refused", "hears English only");
            },
          },
        ],
      }),
    });
    await asked(call);
    expect(call.transcript).toContain("caller: (inaudible)");
    const { speechEndMs, decisionMs } = call.turns.at(-1)!.delays!;
    expect(decisionMs - speechEndMs).toBeLessThanOrEqual(700);
  });
});

function stillVoice(name: string): Synthesiser {
  return {
    name,
    async *speak(_words, signal) {
      await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
      yield* [];
    },
  };
}

/** Ears that do not answer in time for this utterance. */
function failingWith(utterance: number, stt: Recogniser): Recogniser {
  return {
    name: "segments",
    listen(options, listener) {
      const inner = stt.listen(options, listener);
      return {
        ...inner,
        pause(id, pause) {
          if (id === utterance) listener.failed({ code: "timeout", message: "no words within 2500 ms" }, id);
          else inner.pause(id, pause);
        },
        begin: (id) => id !== utterance && inner.begin(id),
      };
    },
  };
}
