import type { Message, Recogniser } from "@ongea/conversation";
import type { Behaviour, Subject } from "@ongea/conversation/conformance";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startGeminiLiveServer, type GeminiLiveServer, type LiveFaults } from "../../testing/gemini-live-server.ts";
import { callOn, llmCases, LOCAL_TIME, OPENING, pass, SOUND, sttCases, textOf, WHOLE } from "../../testing/realtime-call.ts";
import { createGeminiLive } from "./model.ts";

const OPTIONS = { apiKey: "AIza-secret", model: "gemini-3.8-live" };
const never = new AbortController().signal;

let server: GeminiLiveServer;
beforeEach(async () => {
  server = await startGeminiLiveServer();
});
afterEach(() => server.close());

function call(options: { connectTimeoutMs?: number; mode?: "full" | "half" } = {}) {
  const model = createGeminiLive({ ...OPTIONS, baseUrl: server.baseUrl, ...options });
  model.languageModel.prepare?.(OPENING);
  return callOn(model);
}

const told = (): string[] =>
  server.messages
    .flatMap((one) => ("clientContent" in one ? (one.clientContent.turns ?? []) : []))
    .flatMap(({ parts }) => parts.map(({ text }) => text));

describe("Gemini Live as STT", () => {
  const on = async (faults: LiveFaults = {}): Promise<Subject<Recogniser>> => {
    const own = await startGeminiLiveServer();
    own.faults = faults;
    const { recogniser } = createGeminiLive({ ...OPTIONS, baseUrl: own.baseUrl, connectTimeoutMs: 700, answerTimeoutMs: 1_500 });
    return { adapter: recogniser, pass, close: () => own.close() };
  };
  test.each(sttCases(on, { isSilent: true }))("$name", ({ run }) => expect(run()).resolves.toBeUndefined(), 60_000);
});

describe("Gemini Live as LLM", () => {
  const FAULTS: Readonly<Partial<Record<Behaviour, LiveFaults>>> = {
    slowly: { pieceMs: 120 },
    "fails-after-first": { answers: "breaks" },
  };
  // One session gives one answer at a time.
  const cases = llmCases(["answers", "slowly", "fails-after-first"], (behaviour) => {
    server.faults = FAULTS[behaviour] ?? {};
    return call().languageModel;
  }).filter(({ name }) => !name.startsWith("answers twice"));
  test.each(cases)("$name", ({ run }) => expect(run()).resolves.toBeUndefined(), 60_000);
});

describe("a call with Gemini Live", () => {
  const note = { language: "en", localTime: LOCAL_TIME };

  test("it is told once what it cannot know, and then answers what it hears by itself", async () => {
    const { say, think } = call();
    const first = await say(1);
    const messages: Message[] = [
      { role: "assistant", text: "Imani Clinic, good morning." },
      { role: "caller", text: first, note },
    ];
    expect(textOf(await think(messages))).toBe(WHOLE);
    expect(told()).toHaveLength(1);
    expect(told()[0]).toContain("Imani Clinic, good morning.");
    messages.push({ role: "assistant", text: WHOLE }, { role: "caller", text: await say(2, 600), note });
    expect(textOf(await think(messages))).toBe(WHOLE);
    // Nothing was new.
    expect(told()).toHaveLength(1);
    const setup = server.messages.flatMap((one) => ("setup" in one ? [one.setup] : []))[0];
    expect(setup).toMatchObject({
      model: "models/gemini-3.8-live",
      realtimeInputConfig: { automaticActivityDetection: { disabled: true } },
    });
    expect(JSON.stringify(setup)).toContain("front desk of Imani Clinic");
    expect(server.refusals).toEqual([]);
  });

  test("what the caller did not hear, typed and whispered words and passages reach it before it answers", async () => {
    const { say, think } = call();
    const messages: Message[] = [{ role: "caller", text: await say(1), note }];
    await think(messages);
    messages.push({ role: "assistant", text: "We are open", cut: true });
    messages.push({ role: "caller", text: await say(2), note: { ...note, whispers: ["Offer Friday."] } });
    await think(messages);
    expect(told().at(-1)).toContain("The caller heard you say: We are open —");
    expect(told().at(-1)).toContain("Offer Friday.");
    messages.push({ role: "assistant", text: WHOLE }, { role: "caller", text: "typed words", note });
    await think(messages);
    expect(told().at(-1)).toContain("The caller said: typed words");
    expect(told().at(-1)).not.toContain("Offer Friday.");
  });

  test("a tool that it calls is answered with what came of it, and it goes on", async () => {
    server.reply = (question) =>
      question === "results" ? { words: ["Booked."] } : { calls: [{ name: "book", args: { day: "friday" } }] };
    const { say, think } = call();
    const messages: Message[] = [{ role: "caller", text: await say(1), note }];
    const [called] = (await think(messages)).filter((one) => one.kind === "tool");
    expect(called).toMatchObject({ name: "book", arguments: '{"day":"friday"}' });
    const id = called?.kind === "tool" ? called.id : "";
    messages.push({ role: "tool-call", id, name: "book", arguments: '{"day":"friday"}' });
    messages.push({ role: "tool-result", id, name: "book", result: "booked" });
    expect(textOf(await think(messages))).toBe("Booked.");
    const responses = server.messages.flatMap((one) => ("toolResponse" in one ? one.toolResponse.functionResponses : []));
    // The call before was made before the session knew everything, and was not done.
    expect(responses.at(-1)).toEqual({ id, name: "book", response: { result: "booked" } });
    expect(JSON.stringify(responses.slice(0, -1))).toMatch(/^\[\]$|This was not done/u);
    expect(server.refusals).toEqual([]);
  });

  test("a call of a tool that the guard holds for a question does not stand in the way of the caller's answer", async () => {
    server.reply = (question) => (question === "" ? { calls: [{ name: "book", args: {} }] } : { words: ["Then I will not."] });
    const { say, think } = call();
    const messages: Message[] = [{ role: "caller", text: await say(1), note }];
    const thoughts = await think(messages);
    const called = thoughts.find((one) => one.kind === "tool");
    const id = called?.kind === "tool" ? called.id : "";
    messages.push({ role: "tool-call", id, name: "book", arguments: "{}" });
    messages.push({ role: "tool-result", id, name: "book", result: "held" });
    messages.push({ role: "assistant", text: "Shall I book it?" });
    messages.push({ role: "caller", text: await say(2), note });
    expect(textOf(await think(messages))).toBe("Then I will not.");
    expect(told().at(-1)).toContain("book has answered: held");
    expect(told().at(-1)).toContain("The caller heard you say: Shall I book it?");
    expect(server.refusals).toEqual([]);
  });

  test("a caller who goes on after a pause is answered for all of it", async () => {
    server.faults = { pieceMs: 30 };
    const { listening, settled, think, say } = call();
    await think([{ role: "caller", text: await say(1), note }]);
    listening.begin(2);
    listening.hear(SOUND);
    listening.pause(2, 1);
    await expect.poll(() => settled.at(-1)).toMatchObject({ id: 2, pause: 1 });
    listening.resume(2);
    listening.hear(SOUND.subarray(0, 8_000));
    listening.pause(2, 2);
    await expect.poll(() => settled.at(-1)).toMatchObject({ id: 2, pause: 2 });
    const text = settled.at(-1)?.words.text ?? "";
    expect(text).toBe("heard 1000 ms heard 500 ms");
    const heard: Message[] = [
      { role: "caller", text: "heard 1000 ms", note },
      { role: "assistant", text: WHOLE },
      { role: "caller", text, note },
    ];
    expect(textOf(await think(heard))).toBe(WHOLE);
  });

  test("in full mode its own sound speaks its answer; usage counts sound apart", async () => {
    const { say, think, voice } = call({ mode: "full" });
    const thoughts = [...(await think([{ role: "caller", text: await say(1), note }]))];
    expect(textOf(thoughts)).toBe(WHOLE);
    let samples = 0;
    for await (const speech of voice?.speak({ text: WHOLE, language: "en" }, never) ?? []) samples += speech.samples.length;
    expect(samples).toBe(WHOLE.length * 1_920);
    const usage = { tokensIn: 120, tokensCached: 0, tokensOut: 36, soundTokensIn: 40, soundTokensOut: 30 };
    expect(thoughts).toContainEqual({ kind: "usage", usage });
  });

  test("odd, huge and empty messages change nothing", async () => {
    server.faults = {
      babble: [
        "",
        "null",
        "[]",
        "{",
        '{"serverContent":{"modelTurn":{"parts":[{"inlineData":{}}]}}}',
        `{"x":"${"y".repeat(90_000)}"}`,
      ],
    };
    const { say, think } = call();
    expect(textOf(await think([{ role: "caller", text: await say(1), note }]))).toBe(WHOLE);
  });

  test("a connection that the vendor ends is left between two turns, and the session goes on over another one", async () => {
    server.faults = { goesAway: true };
    const { say, think, failures } = call();
    const messages: Message[] = [{ role: "caller", text: await say(1), note }];
    expect(textOf(await think(messages))).toBe(WHOLE);
    await expect.poll(() => server.requests.length).toBe(2);
    server.faults = {};
    messages.push({ role: "assistant", text: WHOLE }, { role: "caller", text: await say(2, 600), note });
    expect(textOf(await think(messages))).toBe(WHOLE);
    const handles = server.messages.flatMap((one) => ("setup" in one ? [one.setup.sessionResumption?.handle] : []));
    expect(handles).toEqual([undefined, expect.stringMatching(/^handle-/)]);
    await expect.poll(() => server.open.size).toBe(1);
    expect([failures, server.refusals]).toEqual([[], []]);
  });

  test("a session that cannot go on is left between two answers, and the cascade is told why", async () => {
    server.faults = { goesAway: true, isForgetful: true };
    const { say, think, failures } = call();
    expect(textOf(await think([{ role: "caller", text: await say(1), note }]))).toBe(WHOLE);
    await expect.poll(() => failures[0]).toEqual({ code: "unavailable", message: "the provider ends the session" });
    await expect(think([{ role: "caller", text: "x" }])).rejects.toMatchObject({ code: "unavailable" });
  });

  test.each([
    ["never sets the session up", { isSilent: true }],
    ["hears nothing and answers nothing", { isDeaf: true, answers: "never" }],
  ] as const)("where it %s, another one hears and answers", async (_what, faults) => {
    server.faults = faults;
    const { listening, failures } = call({ connectTimeoutMs: 900 });
    listening.begin(1);
    listening.hear(SOUND);
    listening.pause(1, 1);
    await expect.poll(() => failures[0]?.code, { timeout: 5_000 }).toBe("timeout");
  });

  test("a key that is refused is told as such, without the key", async () => {
    server.status = 403;
    const { failures } = call();
    await expect.poll(() => failures[0]?.code).toBe("refused");
    expect(JSON.stringify(failures)).not.toContain("AIza-secret");
  });
});
