/** A language model that fails in a call: it rests, and is asked again. */
import { describe, expect, it } from "vitest";
import type { LanguageModel } from "./ports.ts";
import { ProviderFailure } from "./ports.ts";
import { ScriptedConversation, ScriptedModel } from "./testing/index.ts";

function callWith(model: (clock: ScriptedConversation["clock"]) => LanguageModel): ScriptedConversation {
  return new ScriptedConversation({
    parts: ({ clock }) => ({
      languageModels: [model(clock), new ScriptedModel(clock, () => "We open at eight.", { name: "rules" })],
    }),
  });
}

describe("a language model that fails twice", () => {
  it("rests, is asked again after a while, and leads again once it answers", async () => {
    let asked = 0;
    let isWell = false;
    const call = callWith(
      (clock) =>
        new ScriptedModel(clock, () => {
          asked++;
          if (!isWell) throw new ProviderFailure("unavailable", "down");
          return "I am back.";
        }),
    );
    for (let turn = 0; turn < 3; turn++) await ask(call);
    expect(asked).toBe(2);
    isWell = true;
    await call.pass(20_000);
    await ask(call);
    expect([asked, call.turns.at(-1)!.text]).toEqual([3, "I am back."]);
    await ask(call);
    expect([asked, call.turns.at(-1)!.text]).toEqual([4, "I am back."]);
  });

  it("and goes on failing rests twice as long each time", async () => {
    const askedAtMs: number[] = [];
    const call = callWith(
      (clock) =>
        new ScriptedModel(clock, () => {
          askedAtMs.push(clock.now());
          throw new ProviderFailure("unavailable", "down");
        }),
    );
    for (let turn = 0; turn < 14; turn++) await ask(call, 6_000);
    const pauses = askedAtMs.slice(1).map((atMs, index) => atMs - askedAtMs[index]!);
    expect(pauses.slice(1).every((pause, index) => pause >= 15_000 * 2 ** index)).toBe(true);
    expect(askedAtMs.length).toBeGreaterThan(3);
    expect(askedAtMs.length).toBeLessThan(7);
  });
});

async function ask(call: ScriptedConversation, ms = 3_000): Promise<void> {
  await call.callerSays("when do you open please");
  await call.pass(ms);
}
