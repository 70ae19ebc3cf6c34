/** Whole conversations with language models that are slow, hang, cut off or write nonsense: the caller always hears something. */
import { describe, expect, it } from "vitest";
import type { FillerRules } from "./plan.ts";
import type { LanguageModel, Synthesiser, Thought } from "./ports.ts";
import { ProviderFailure } from "./ports.ts";
import { ScriptedConversation, ScriptedModel, type ScriptedConversationOptions } from "./testing/index.ts";

const fillers: FillerRules = {
  words: { en: ["One moment.", "Let me see.", "Just a second."], sw: ["Subiri kidogo.", "Ngoja nione."] },
  again: { en: "Sorry, once more.", sw: "Samahani, tena." },
};
const GUIDED = "We open at eight.";

interface Beside {
  plan?: ScriptedConversationOptions["plan"];
  guided?: string;
}

/** A call whose first mind is this one and whose second is the guided dialogue. */
function callWith(llm: (clock: ScriptedConversation["clock"]) => LanguageModel, { plan = {}, guided = GUIDED }: Beside = {}) {
  return new ScriptedConversation({
    plan: { fillers, ...plan },
    parts: ({ clock }) => ({ languageModels: [llm(clock), new ScriptedModel(clock, () => guided, { name: "guided dialogue" })] }),
  });
}

async function asked(call: ScriptedConversation, text = "when do you open please", ms = 8_000): Promise<number> {
  await call.pass(500);
  const endedMs = await call.callerSays(text);
  await call.pass(ms);
  return endedMs;
}

const FILLERS = /^(?:One moment\.|Let me see\.|Just a second\.) /;
const answer = (call: ScriptedConversation): string => call.turns.at(-1)!.text.replace(FILLERS, "");

describe("a caller whose answer is slow to come", () => {
  it("hears a filler after a second and another model after 2.5 s, and the delays tell the two apart", async () => {
    const call = callWith((clock) => new ScriptedModel(clock, () => "Too late.", { firstTokenMs: 12_000, name: "cloud" }));
    await asked(call);
    const turn = call.turns.at(-1)!;
    expect(turn.text).toMatch(/^(?:One moment\.|Let me see\.|Just a second\.) We open at eight\.$/);
    const { speechEndMs, fillerMs, firstSoundMs } = turn.delays!;
    expect(fillerMs! - speechEndMs).toBeGreaterThanOrEqual(1_000);
    expect(fillerMs! - speechEndMs).toBeLessThanOrEqual(1_300);
    expect(firstSoundMs - speechEndMs).toBeLessThanOrEqual(3_500);
    expect(call.entries("failure")).toMatchObject([
      { by: "cloud", next: "guided dialogue", recovery: "fallback", problem: { code: "timeout" } },
    ]);
  });

  it("hears a slow model out where the assistant says how long, after fillers, and another one where it takes longer still", async () => {
    const slow = (ms: number) => (clock: ScriptedConversation["clock"]) =>
      new ScriptedModel(clock, () => "We open at nine, as on every other day of the week.", {
        firstTokenMs: ms,
        tokenMs: 200,
        name: "small machine",
      });
    const waited = callWith(slow(7_000), { plan: { firstWordsMs: 8_000 } });
    await asked(waited, undefined, 16_000);
    expect(waited.turns.at(-1)?.text).toMatch(/ We open at nine, as on every other day of the week\.$/);
    expect(waited.turns.at(-1)?.text).toMatch(FILLERS);
    expect(waited.entries("failure")).toEqual([]);
    const given = callWith(slow(9_000), { plan: { firstWordsMs: 8_000 } });
    await asked(given, undefined, 16_000);
    expect(answer(given)).toContain(GUIDED);
    expect(given.entries("failure")).toMatchObject([{ by: "small machine", problem: { code: "timeout" } }]);
  });

  it("hears another filler four seconds after the first, whatever lengths the voice's pieces have", async () => {
    const call = new ScriptedConversation({
      plan: { fillers, firstWordsMs: 9_000 },
      parts: ({ clock, voice }) => ({
        languageModels: [new ScriptedModel(clock, () => "We open at nine.", { firstTokenMs: 8_000, name: "slow" })],
        voices: [inOddPieces(voice)],
      }),
    });
    await asked(call, undefined, 16_000);
    expect(call.turns.at(-1)?.text).toMatch(/^(?:(?:One moment|Let me see|Just a second)\. ){2}We open at nine\.$/);
  });

  it("waits for a model as long as its operator says, where the assistant says nothing", async () => {
    const llm = (clock: ScriptedConversation["clock"]): LanguageModel =>
      Object.assign(new ScriptedModel(clock, () => "We open at nine.", { firstTokenMs: 4_500, name: "small machine" }), {
        firstWordsMs: 5_000,
      });
    const call = callWith(llm);
    await asked(call, undefined, 12_000);
    expect(call.turns.at(-1)?.text).toMatch(/ We open at nine\.$/);
    const hurried = callWith(llm, { plan: { firstWordsMs: 2_000 } });
    await asked(hurried);
    expect(answer(hurried)).toBe(GUIDED);
  });

  it("hears another one within 2 s of a session that is dead, also where the agent lets models take longer", async () => {
    const dead = (clock: ScriptedConversation["clock"]): LanguageModel =>
      Object.assign(new ScriptedModel(clock, () => "Too late.", { firstTokenMs: 60_000, name: "realtime" }), {
        firstWordsMs: 1_800,
        mostFirstWordsMs: 1_800,
      });
    const call = callWith(dead, { plan: { firstWordsMs: 30_000 } });
    await asked(call, undefined, 12_000);
    expect(answer(call)).toBe(GUIDED);
    const gaveUpMs = call.entries("failure")[0]?.atMs ?? 0;
    expect(call.entries("failure")).toMatchObject([{ by: "realtime", next: "guided dialogue", problem: { code: "timeout" } }]);
    expect(gaveUpMs - (call.turns.at(-1)?.delays?.decisionMs ?? 0)).toBeLessThanOrEqual(2_000);
  });

  it("hears no filler where the answer comes within a second", async () => {
    const call = callWith((clock) => new ScriptedModel(clock, () => "At nine.", { firstTokenMs: 700 }));
    await asked(call);
    expect(call.turns.at(-1)?.text).toBe("At nine.");
    expect(call.turns.at(-1)?.delays?.fillerMs).toBeUndefined();
  });

  it("hears none where the assistant is set to say none", async () => {
    const call = new ScriptedConversation({ delays: { firstTokenMs: 4_000 } });
    await asked(call);
    expect(call.transcript.at(-1)).toBe("assistant: All right.");
  });

  it("hears each filler before any comes again, and the model is told of none", async () => {
    let slow: ScriptedModel | undefined;
    const call = callWith((clock) => (slow = new ScriptedModel(clock, () => "At nine.", { firstTokenMs: 1_800 })));
    for (let i = 0; i < 3; i++) await asked(call);
    const said = call.turns.filter(({ by }) => by === "assistant").map(({ text }) => text.replace(" At nine.", ""));
    expect(said.toSorted()).toEqual(["Just a second.", "Let me see.", "One moment."]);
    expect(slow?.requests.at(-1)?.messages.filter(({ role }) => role === "assistant")).toEqual([
      { role: "assistant", text: "At nine." },
      { role: "assistant", text: "At nine." },
    ]);
  });

  it("hears it in the language that is now spoken, and the model is told that language", async () => {
    let llm: ScriptedModel | undefined;
    const answers: (readonly Thought[])[] = [
      [
        { kind: "language", language: "sw" },
        { kind: "text", text: "Karibu." },
      ],
      [{ kind: "text", text: "Saa mbili." }],
    ];
    const call = callWith(
      (clock) => (llm = new ScriptedModel(clock, () => answers.shift() ?? "Ndiyo.", { firstTokenMs: 1_500 })),
    );
    await asked(call);
    await asked(call, "mnafungua saa ngapi tafadhali");
    expect(call.turns.at(-1)?.text).toMatch(/^(?:Subiri kidogo|Ngoja nione)\. Saa mbili\.$/);
    expect(llm?.requests.map(({ language }) => language)).toEqual(["en", "sw"]);
  });

  it("may speak over a filler: what was asked first is not forgotten, and both are answered", async () => {
    let llm: ScriptedModel | undefined;
    const call = callWith((clock) => (llm = new ScriptedModel(clock, () => "At nine.", { firstTokenMs: 2_000 })));
    await asked(call, "when do you open please", 1_050);
    await call.callerSays("no wait I mean on Sundays");
    await call.pass(8_000);
    expect(answer(call)).toBe("At nine.");
    expect(llm?.requests.at(-1)?.messages.map((message) => ("text" in message ? message.text : ""))).toEqual([
      "when do you open please",
      "no wait I mean on Sundays",
    ]);
  });

  it("hears another filler while a tool takes long, and no more than two in one answer", async () => {
    const call = new ScriptedConversation({
      plan: { fillers },
      answers: ({ messages }) =>
        messages.some(({ role }) => role === "tool-result")
          ? "You are booked."
          : [
              { kind: "text", text: "I am looking." },
              { kind: "tool", id: "1", name: "book", arguments: "{}" },
            ],
      parts: ({ clock }) => ({
        tools: {
          run: () => new Promise((resolve) => clock.at(clock.now() + 14_000, () => resolve({ ok: true, result: "booked" }))),
        },
      }),
    });
    await asked(call, "book me for Thursday please", 20_000);
    const text = call.turns.at(-1)!.text;
    expect(text).toMatch(/^I am looking\. .* You are booked\.$/);
    expect(text.match(/One moment\.|Let me see\.|Just a second\./g)).toHaveLength(2);
  });

  it("who hangs up while a filler is spoken leaves no timer and no thought behind", async () => {
    const llm = { aborted: false };
    const call = callWith((clock) => ({
      name: "hangs",
      async *think(_request, signal) {
        await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
        llm.aborted = true;
        clock.now();
        yield { kind: "text", text: "I know it now." };
      },
    }));
    await asked(call, "when do you open please", 1_100);
    call.line.callerHangsUp();
    await call.pass(5_000);
    expect(llm.aborted).toBe(true);
    expect(call.clock.pending).toBe(0);
    expect(JSON.stringify(call.journal)).not.toContain("I know it now");
  });
});

describe("a language model that misbehaves", () => {
  it.each<[string, (clock: ScriptedConversation["clock"]) => LanguageModel]>([
    ["stalls before its first word", (clock) => new ScriptedModel(clock, () => "x", { firstTokenMs: 60_000 })],
    ["stalls in its first words", (clock) => new ScriptedModel(clock, () => "We will be open from", { stallsAfter: 2 })],
    ["drips a letter every two seconds", (clock) => new ScriptedModel(clock, () => "W e w i l l o p e n", { tokenMs: 2_000 })],
    ["drops in the middle of a word", (clock) => cutOff(clock, ["We will be op"])],
    ["sends nothing", (clock) => new ScriptedModel(clock, () => [])],
    ["sends empty pieces for ever", (clock) => new ScriptedModel(clock, () => Array(200).fill(said("")), { tokenMs: 100 })],
    ["sends only markup", (clock) => new ScriptedModel(clock, () => "**\n```json\n{}\n```\n<tool_call>{}</tool_call> 👍 ---")],
    ["thinks aloud for ever", (clock) => new ScriptedModel(clock, () => `<think>${"hm ".repeat(500)}`, { tokenMs: 100 })],
    ["writes a call of a tool as its answer", (clock) => new ScriptedModel(clock, () => '{"name":"book","arguments":{"a":1}}')],
    ["fails at once", (clock) => cutOff(clock, [])],
  ])("and %s: the rule-based dialogue answers within 4 s, and says nothing else", async (_, llm) => {
    const call = callWith(llm);
    const endedMs = await asked(call, "when do you open please", 12_000);
    expect(answer(call)).toBe(GUIDED);
    expect(call.turns.at(-1)!.delays!.firstSoundMs - endedMs).toBeLessThanOrEqual(5_200);
    expect(call.entries("failure").at(-1)).toMatchObject({ next: "guided dialogue", recovery: "fallback" });
  });

  it("and breaks off in the middle of a sentence: what was whole stays said, the rest is begun anew by another", async () => {
    const call = callWith((clock) => cutOff(clock, ["Yes, we are open today. And tomorrow we op"]));
    await asked(call);
    expect(answer(call)).toBe("Yes, we are open today. We open at eight.");
  });

  it("and breaks off where half a sentence was spoken: that is said, and it is begun anew", async () => {
    const call = callWith((clock) => cutOff(clock, ["On Thursday we have, let me lo"]));
    await asked(call);
    expect(answer(call)).toBe("On Thursday we have, Sorry, once more. We open at eight.");
  });

  it("and breaks off after whole sentences: they are the answer", async () => {
    const call = callWith((clock) => cutOff(clock, ["We are open from eight to five."]));
    await asked(call);
    expect(answer(call)).toBe("We are open from eight to five.");
  });

  it("a sentence that another says again is said once", async () => {
    const call = callWith((clock) => cutOff(clock, ["We open at eight. And on Sun"]), {
      guided: "We open at eight. We close at five.",
    });
    await asked(call);
    expect(answer(call)).toBe("We open at eight. We close at five.");
  });

  it("and sends the same piece twice, or turns in circles: it is said once, and not for ever", async () => {
    const twice = callWith(
      (clock) => new ScriptedModel(clock, () => [said("We open at nine"), said("We open at nine"), said(".")]),
    );
    await asked(twice);
    expect(answer(twice)).toBe("We open at nine.");
    const circles = callWith(
      (clock) => new ScriptedModel(clock, () => Array(500).fill(said("I am here to help. ")), { tokenMs: 50 }),
    );
    await asked(circles, "when do you open please", 15_000);
    expect(answer(circles)).toBe("I am here to help.");
  });

  it("and writes markup around its words: neither the voice, nor the transcript, nor the next question has it", async () => {
    let llm: ScriptedModel | undefined;
    const call = callWith(
      (clock) => (llm = new ScriptedModel(clock, () => "**We open** at `eight` 😀.<tool_call>{}</tool_call>", { tokenMs: 10 })),
    );
    await asked(call);
    await asked(call);
    expect(call.transcript.filter((line) => line.startsWith("assistant"))).toEqual(
      Array(2).fill("assistant: We open at eight ."),
    );
    expect(JSON.stringify(llm?.requests.at(-1)?.messages)).not.toMatch(/\*|tool_call|😀/);
    expect(call.voice.spoken.join(" ")).not.toMatch(/\*|`|<|😀/);
  });

  it("and answers after it was told to stop: nobody hears it", async () => {
    const call = callWith((clock) => ({
      name: "deaf",
      async *think() {
        await new Promise<void>((resolve) => void clock.at(clock.now() + 4_000, resolve));
        yield said("I did not hear you stop me.");
        yield { kind: "tool", id: "1", name: "book", arguments: "{}" };
      },
    }));
    await asked(call, "when do you open please", 15_000);
    expect(answer(call)).toBe(GUIDED);
    expect(call.entries("tool")).toEqual([]);
  });

  it("is asked once in a turn, however often its words are revised and whatever tools run", async () => {
    let asked0 = 0;
    const call = callWith((clock) => ({
      name: "down",
      // eslint-disable-next-line require-yield
      async *think() {
        asked0++;
        await new Promise<void>((resolve) => void clock.at(clock.now() + 10, resolve));
        throw new ProviderFailure("unavailable", "down");
      },
    }));
    await call.pass(500);
    await call.callerSays("my name is Wanjiku Kamau");
    await call.pass(120);
    call.recogniser.prompt("my name is Wanjiku Kamau and I need a doctor today");
    call.line.say(1_500);
    await call.pass(5_000);
    expect(asked0).toBe(1);
    expect(answer(call)).toBe(GUIDED);
  });

  it("and writes a long call of a tool is waited for: that is no silence of its own", async () => {
    const ran: string[] = [];
    const call = new ScriptedConversation({
      plan: { fillers },
      parts: ({ clock }) => ({
        languageModels: [
          {
            name: "writes",
            async *think({ messages }) {
              if (messages.some(({ role }) => role === "tool-result")) return yield* [said("You are booked.")];
              yield { kind: "calling" };
              await new Promise<void>((resolve) => void clock.at(clock.now() + 5_000, resolve));
              yield { kind: "tool", id: "1", name: "book", arguments: "{}" };
            },
          },
          new ScriptedModel(clock, () => GUIDED),
        ],
        tools: { run: async ({ name }) => (ran.push(name), { ok: true, result: "booked" }) },
      }),
    });
    await asked(call, "book me for Thursday please", 12_000);
    expect(ran).toEqual(["book"]);
    expect(answer(call)).toBe("You are booked.");
  });

  it("three of them: each is asked in the assistant's order, and the caller waits for two at most", async () => {
    const call = new ScriptedConversation({
      plan: { fillers },
      parts: ({ clock }) => ({
        languageModels: [
          new ScriptedModel(clock, () => "x", { firstTokenMs: 60_000, name: "first" }),
          new ScriptedModel(clock, () => "x", { firstTokenMs: 60_000, name: "second" }),
          new ScriptedModel(clock, () => GUIDED, { name: "guided dialogue" }),
        ],
      }),
    });
    const endedMs = await asked(call, "when do you open please", 8_000);
    expect(answer(call)).toBe(GUIDED);
    expect(call.turns.at(-1)!.delays!.firstSoundMs - endedMs).toBeLessThanOrEqual(4_500);
    expect(call.entries("failure").map(({ by, next }) => `${by} → ${next}`)).toEqual([
      "first → second",
      "second → guided dialogue",
    ]);
  });
});

function said(text: string): Thought {
  return { kind: "text", text };
}

/** Says these pieces, then its connection drops. */
function cutOff(clock: ScriptedConversation["clock"], pieces: readonly string[]): LanguageModel {
  return new ScriptedModel(clock, () => pieces.map(said), {
    failsAfter: pieces.length,
    failure: new ProviderFailure("unavailable", "the connection dropped"),
    name: "cut off",
  });
}

/** The end of what a real voice says fills no whole frame. */
function inOddPieces(voice: Synthesiser): Synthesiser {
  return {
    name: voice.name,
    async *speak(words, signal) {
      for await (const piece of voice.speak(words, signal))
        yield "samples" in piece ? { ...piece, samples: piece.samples.subarray(0, piece.samples.length - 37) } : piece;
    },
  };
}
