/** Whole conversations whose providers and tools fail, are late, or are overtaken by the caller. */
import { describe, expect, it } from "vitest";
import type { Recogniser } from "./ports.ts";
import { ProviderFailure } from "./ports.ts";
import { BabblingVoice, PromptedRecogniser, ScriptedConversation, ScriptedModel } from "./testing/index.ts";

describe("tools", () => {
  it("run only when the turn is surely over, and their result is spoken and remembered", async () => {
    const ran: string[] = [];
    const call = new ScriptedConversation({
      answers: (request) =>
        request.messages.some((m) => m.role === "tool-result")
          ? "You are booked."
          : [
              { kind: "text", text: "One moment." },
              { kind: "tool", id: "t1", name: "book", arguments: '{"day":"Thursday"}' },
            ],
      parts: (scripted) => ({
        tools: {
          run: async (tool) => (ran.push(`${tool.name} at ${Math.round(scripted.clock.now())}`), { ok: true, result: "booked" }),
        },
      }),
    });
    await call.pass(500);
    const endedMs = await call.callerSays("book me for Thursday please");
    await call.pass(100);
    expect(ran).toEqual([]);
    await call.pass(5_000);
    expect(ran).toHaveLength(1);
    expect(Number(ran[0]!.split(" ").at(-1)) - endedMs).toBeGreaterThan(90);
    expect(call.transcript).toEqual(["caller: book me for Thursday please", "assistant: One moment. You are booked."]);
    expect(call.journal.filter((entry) => entry.kind === "turn" || entry.kind === "tool").map((entry) => entry.kind)).toEqual([
      "turn",
      "tool",
      "turn",
    ]);
    expect(call.entries("tool")).toMatchObject([{ name: "book", ok: true, result: "booked" }]);
    expect(call.llm.requests.at(-1)?.messages.map((m) => m.role)).toEqual(["caller", "assistant", "tool-call", "tool-result"]);
  });
});

it("a caller who speaks while a tool runs has it run once: whoever answers knows that it is under way", async () => {
  const ran: string[] = [];
  const tools = ["book", "confirm"].map((name) => ({ name, description: name, parameters: { type: "object" } }));
  const call = new ScriptedConversation({
    plan: { tools },
    answers: (request) => {
      const result = request.messages.findLast((m) => m.role === "tool-result");
      if (result) return result.result === "booked" ? "You are booked." : "I am still at it.";
      return ["book", "confirm"].map((name) => ({ kind: "tool", id: name, name, arguments: "{}" }) as const);
    },
    parts: ({ clock }) => ({
      tools: {
        run: ({ name }) =>
          new Promise((resolve) => {
            ran.push(name);
            clock.at(clock.now() + 4_000, () => resolve({ ok: true, result: "booked" }));
          }),
      },
    }),
  });
  await call.pass(500);
  await call.callerSays("book me for Thursday please");
  await call.pass(600);
  await call.callerSays("is it done already please");
  await call.pass(8_000);
  expect(ran).toEqual(["book"]);
  expect(call.transcript).toEqual([
    "caller: book me for Thursday please",
    "caller: is it done already please",
    "assistant: I am still at it.",
  ]);
  await call.callerSays("and now please tell me");
  await call.pass(3_000);
  expect(call.transcript.at(-1)).toBe("assistant: You are booked.");
});

describe("what a call used of its providers", () => {
  it("is told while it runs and before it ends, each provider once in a while", async () => {
    const call = new ScriptedConversation({
      plan: { welcomeMessage: "Good morning." },
      answers: () => [
        { kind: "usage", usage: { tokensIn: 900, tokensCached: 800 } },
        { kind: "text", text: "We are open until five." },
        { kind: "usage", usage: { tokensOut: 7 } },
      ],
    });
    for (let i = 0; i < 6; i++) {
      await call.pass(4_000);
      await call.callerSays("when do you open please");
    }
    await call.pass(4_000);
    const whileItRan = call.entries("usage").length;
    call.line.callerHangsUp();
    expect(call.journal.at(-1)?.kind).toBe("closed");
    const used = call.entries("usage");
    expect(whileItRan).toBeGreaterThanOrEqual(4);
    expect(used.length).toBeLessThan(14);
    const sum = (stage: string, kind: "tokensIn" | "tokensOut" | "tokensCached" | "characters" | "soundMs"): number =>
      used.filter((one) => one.stage === stage).reduce((all, { usage }) => all + (usage[kind] ?? 0), 0);
    const asked = call.llm.requests.length;
    expect(sum("think", "tokensIn")).toBe(900 * asked);
    expect(sum("think", "tokensCached")).toBe(800 * asked);
    expect(sum("speak", "characters")).toBe(call.voice.spoken.join("").length);
    expect(sum("speak", "soundMs") / sum("speak", "characters")).toBeCloseTo(60, 1);
    expect(new Set(used.map(({ by }) => by))).toEqual(new Set(["scripted", "babbling"]));
  });
});

it("a voice that speaks only some words is asked for those, and nothing has failed where the next one speaks", async () => {
  let own: BabblingVoice | undefined;
  const call = new ScriptedConversation({
    plan: { welcomeMessage: "Good morning." },
    answers: () => [{ kind: "text", text: "We are open until five." }],
    parts: ({ clock, voice }) => {
      own = new BabblingVoice(clock, { name: "own" });
      return { voices: [Object.assign(own, { speaks: (text: string) => text.startsWith("We are") }), voice] };
    },
  });
  await call.pass(3_000);
  await call.callerSays("when do you open please");
  await call.pass(4_000);
  expect(call.voice.spoken).toEqual(["Good morning."]);
  expect(own?.spoken).toEqual(["We are open until five."]);
  expect(call.entries("failure")).toEqual([]);
});

describe("when a provider fails", () => {
  it("another mind answers in the same turn", async () => {
    const call = new ScriptedConversation({
      parts: (scripted) => {
        scripted.llm.failure = new ProviderFailure("unavailable", "no connection");
        return { languageModels: [scripted.llm, new ScriptedModel(scripted.clock, () => "The clinic opens at eight.")] };
      },
    });
    await call.pass(500);
    await call.callerSays("when do you open please");
    await call.pass(3_000);
    expect(call.transcript.at(-1)).toBe("assistant: The clinic opens at eight.");
    expect(call.entries("failure")).toMatchObject([
      { stage: "think", recovery: "fallback", by: "scripted", next: "scripted", problem: { message: "no connection" } },
    ]);
  });

  it("a mind that is slow is waited for once, and the journal says who took over and why", async () => {
    const call = new ScriptedConversation({
      parts: ({ clock }) => ({
        languageModels: [
          new ScriptedModel(clock, () => "Too late.", { name: "groq llama", firstTokenMs: 60_000 }),
          new ScriptedModel(clock, () => "We open at eight.", { name: "guided dialogue" }),
        ],
      }),
    });
    await call.pass(500);
    await call.callerSays("when do you open please");
    await call.pass(9_000);
    expect(call.transcript.at(-1)).toBe("assistant: We open at eight.");
    expect(call.entries("failure")).toMatchObject([
      { stage: "think", problem: { code: "timeout" }, recovery: "fallback", by: "groq llama", next: "guided dialogue" },
    ]);
  });

  it.each([
    ["is slow", { firstAudioMs: 60_000 }, undefined, 1],
    ["refuses", {}, new ProviderFailure("refused", "the provider refuses the key"), 2],
  ])("a voice that %s is not asked for every clause again: the next one speaks", async (_, options, failure, failures) => {
    const call = new ScriptedConversation({
      answers: () => "We open at eight. We close at five. On Sundays we are closed. Will you come?",
      parts: ({ clock }) => {
        const first = new BabblingVoice(clock, { name: "elevenlabs flash", ...options });
        first.failure = failure;
        return { voices: [first, new BabblingVoice(clock, { name: "slt" })] };
      },
    });
    await call.pass(500);
    await call.callerSays("when do you open please");
    await call.pass(20_000);
    expect(call.transcript.at(-1)).toMatch(/^assistant: We open at eight\. .*Will you come\?/);
    expect(call.entries("failure")).toHaveLength(failures);
    expect(call.entries("failure")[0]).toMatchObject({
      stage: "speak",
      recovery: "fallback",
      by: "elevenlabs flash",
      next: "slt",
    });
    expect(call.entries("usage").every(({ stage, by }) => stage !== "speak" || by === "slt")).toBe(true);
  });

  it("an apology is heard when there is no other, and the call ends when it happens again", async () => {
    const call = new ScriptedConversation();
    call.llm.failure = new ProviderFailure("timeout", "no answer");
    await call.pass(500);
    await call.callerSays("when do you open please");
    await call.pass(3_000);
    expect(call.transcript.at(-1)).toBe("assistant: Sorry, I cannot answer right now.");
    await call.callerSays("hello are you there");
    await call.pass(4_000);
    expect(await call.conversation.closed).toBe("cannot-answer");
  });

  it("another voice speaks", async () => {
    const call = new ScriptedConversation({
      parts: (scripted) => {
        scripted.voice.failure = new ProviderFailure("rate-limited", "too many");
        return { voices: [scripted.voice, new BabblingVoice(scripted.clock)] };
      },
    });
    await call.pass(500);
    await call.callerSays("when do you open please");
    await call.pass(3_000);
    expect(call.transcript.at(-1)).toBe("assistant: All right.");
  });

  it.each(["listen", "expect", "hear", "begin", "pause", "close"] as const)(
    "a recogniser that throws when it is told to %s is replaced, and the call goes on",
    async (when) => {
      const call = new ScriptedConversation({
        parts: (scripted) => ({ recognisers: [throwing(when), scripted.recogniser] }),
      });
      await call.pass(500);
      await call.callerSays("when do you open please");
      await call.pass(4_000);
      call.line.callerHangsUp();
      const heard = when === "close" ? "(inaudible)" : "when do you open please";
      expect(call.transcript).toEqual([`caller: ${heard}`, "assistant: All right."]);
      expect(await call.conversation.closed).toBe("caller-hung-up");
    },
  );

  it("a part that throws in the middle of the sound ends its own call and nothing else", async () => {
    let heard = 0;
    const call = new ScriptedConversation({
      parts: () => ({
        voiceActivity: {
          windowSamples: 512,
          judge: () => {
            if (++heard > 3) throw new Error("out of memory");
            return 0.9;
          },
          reset: () => {},
        },
      }),
    });
    await call.pass(300);
    call.line.say(2_000);
    await call.pass(3_000);
    expect(await call.conversation.closed).toBe("cannot-answer");
    expect(call.line.ended).toBe(true);
    expect(call.entries("failure")).toMatchObject([{ problem: { message: "The conversation broke: out of memory" } }]);
    expect(call.journal.at(-1)?.kind).toBe("closed");
  });

  it("another recogniser hears the rest of the utterance", async () => {
    let second: PromptedRecogniser | undefined;
    const call = new ScriptedConversation({
      parts: (scripted) => {
        second = new PromptedRecogniser(scripted.clock);
        second.prompt("I need a doctor");
        return { recognisers: [scripted.recogniser, second] };
      },
    });
    await call.pass(500);
    call.line.say(1_000);
    await call.pass(500);
    call.recogniser.breakDown();
    await call.pass(4_000);
    expect(call.transcript).toEqual(["caller: I need a doctor", "assistant: All right."]);
    expect(call.entries("failure")).toMatchObject([
      { stage: "hear", recovery: "fallback", by: expect.any(String), next: expect.any(String) },
    ]);
  });
});

/** A recogniser with a fault in one of its parts; it says nothing. */
function throwing(when: string): Recogniser {
  const part = (name: string) => (): void => {
    if (name === when) throw new Error(`cannot ${name}`);
  };
  return {
    name: "faulty",
    listen: () => {
      part("listen")();
      return {
        hear: part("hear"),
        begin: part("begin"),
        pause: part("pause"),
        resume: part("resume"),
        end: part("end"),
        expect: part("expect"),
        close: part("close"),
      };
    },
  };
}

it("a model whose help was asked for has its own use and its own failure in the journal, and the answer goes on", async () => {
  const call = new ScriptedConversation({
    answers: () => [
      { kind: "usage", usage: { tokensIn: 900 }, by: "openai small" },
      { kind: "failure", by: "openai small", problem: { code: "timeout", message: "openai small took longer than 2500 ms" } },
      { kind: "text", text: "We open at nine." },
    ],
  });
  await call.pass(500);
  await call.callerSays("when do you open");
  await call.pass(5_000);
  call.conversation.end("stopped");
  await call.pass(3_000);
  expect(call.transcript).toEqual(["caller: when do you open", "assistant: We open at nine."]);
  expect(call.entries("failure")).toMatchObject([
    { stage: "think", by: "openai small", next: call.llm.name, recovery: "fallback", problem: { code: "timeout" } },
  ]);
  expect(call.entries("usage")).toContainEqual(
    expect.objectContaining({ stage: "think", by: "openai small", usage: { tokensIn: 900 } }),
  );
});
