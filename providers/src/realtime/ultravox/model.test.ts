import { setTimeout as sleep } from "node:timers/promises";
import type { Message, Problem, Recogniser, ThinkRequest, Thought } from "@ongea/conversation";
import type { Behaviour, Subject } from "@ongea/conversation/conformance";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import * as shared from "../../testing/realtime-call.ts";
import { startUltravoxServer, type UltravoxFaults, type UltravoxServer } from "../../testing/ultravox-server.ts";
import { createUltravox } from "./model.ts";

const { LOCAL_TIME: localTime, SOUND, textOf, WHOLE } = shared;
const note = { language: "en", localTime };
const OPENING: Omit<ThinkRequest, "messages"> = {
  ...shared.OPENING,
  tools: [
    {
      name: "book",
      description: "Books a visit.",
      parameters: { type: "object", properties: { day: { type: "string" } }, required: ["day"] },
      hasEffect: true,
    },
  ],
  settings: { maxTokens: 100, temperature: 1.4 },
};
const OPTIONS = { apiKey: "uv-secret-0123456789", model: "ultravox-v0.7" };
const toolsIn = (thoughts: readonly Thought[]): string[] => thoughts.flatMap((one) => (one.kind === "tool" ? [one.id] : []));
const never = new AbortController().signal;

let server: UltravoxServer;
beforeEach(async () => {
  server = await startUltravoxServer();
});
afterEach(() => server.close());

function call(options: { connectTimeoutMs?: number; mode?: "full" | "half" } = {}) {
  const model = createUltravox({ ...OPTIONS, baseUrl: server.baseUrl, ...options });
  model.languageModel.prepare?.(OPENING);
  return shared.callOn(model, OPENING);
}

const told = (): string[] => server.messages.flatMap((one) => (one.type === "user_text_message" ? [one.text] : []));
const results = () => server.messages.flatMap((one) => (one.type === "client_tool_result" ? [one] : []));

describe("Ultravox as STT", () => {
  const on = async (faults: UltravoxFaults = {}): Promise<Subject<Recogniser>> => {
    const own = await startUltravoxServer();
    own.faults = faults;
    const { recogniser } = createUltravox({ ...OPTIONS, baseUrl: own.baseUrl, connectTimeoutMs: 700, answerTimeoutMs: 1_500 });
    return { adapter: recogniser, pass: shared.pass, close: () => own.close() };
  };
  test.each(shared.sttCases(on, { isSilent: true }))("$name", ({ run }) => expect(run()).resolves.toBeUndefined(), 60_000);
});

describe("Ultravox as LLM", () => {
  const FAULTS: Readonly<Partial<Record<Behaviour, UltravoxFaults>>> = {
    slowly: { pieceMs: 120 },
    "fails-after-first": { answers: "breaks" },
  };
  // One session gives one answer at a time.
  const cases = shared
    .llmCases(
      ["answers", "slowly", "fails-after-first"],
      (behaviour) => {
        server.faults = FAULTS[behaviour] ?? {};
        return call().languageModel;
      },
      OPENING,
    )
    .filter(({ name }) => !name.startsWith("answers twice"));
  test.each(cases)("$name", ({ run }) => expect(run()).resolves.toBeUndefined(), 60_000);
});

describe("a call at Ultravox", () => {
  test("is made with the prompt, the tools, silence at first and nothing of ours, and is hung up", async () => {
    const { say, listening } = call();
    await say(1);
    expect(server.orders[0]).toMatchObject({
      model: "ultravox-v0.7",
      languageHint: "en-KE",
      temperature: 1,
      initialOutputMedium: "MESSAGE_MEDIUM_TEXT",
      firstSpeakerSettings: { user: {} },
      systemPrompt: expect.stringContaining("Imani Clinic") as string,
      selectedTools: [
        { temporaryTool: { modelToolName: "book", client: {}, dynamicParameters: [{ name: "day", required: true }] } },
      ],
    });
    expect(JSON.stringify(server.orders)).not.toContain("hasEffect");
    listening.close();
    await expect.poll(() => server.messages.at(-1)).toEqual({ type: "hang_up" });
    await expect.poll(() => server.open.size).toBe(0);
    expect(server.refusals).toEqual([]);
  });

  test("answers by itself what it has heard; what it cannot know it is told first", async () => {
    const { say, think } = call();
    const messages: Message[] = [
      { role: "assistant", text: "Imani Clinic." },
      { role: "caller", text: await say(1), note },
    ];
    expect(textOf(await think(messages))).toBe(WHOLE);
    expect(told()).toEqual([expect.stringContaining("The caller heard you say: Imani Clinic.")]);
    messages.push({ role: "assistant", text: WHOLE }, { role: "caller", text: await say(2, 600), note });
    expect(textOf(await think(messages))).toBe(WHOLE);
    expect(told()).toHaveLength(1);
    // The caller heard less of it than the server believes.
    messages.push({ role: "assistant", text: "We are", cut: true }, { role: "caller", text: await say(3, 500), note });
    expect(textOf(await think(messages))).toBe(WHOLE);
    expect(told().at(-1)).toContain("The caller heard you say: We are —");
    expect(server.refusals).toEqual([]);
  });

  test("that an answer which has begun was not heard, it is told once", async () => {
    server.faults = { pieceMs: 300 };
    const { say, think } = call();
    const messages: Message[] = [{ role: "caller", text: await say(1), note }];
    await sleep(450);
    expect(textOf(await think(messages))).toBe(WHOLE);
    expect(told()).toEqual([expect.stringContaining("Your answer that has begun was not heard.")]);
    messages.push({ role: "assistant", text: WHOLE }, { role: "caller", text: await say(2, 600), note });
    expect(textOf(await think(messages))).toBe(WHOLE);
    expect(told()).toHaveLength(1);
  });

  test("a caller who goes on after a pause is one turn of ours, and the answer to the first half is nobody's", async () => {
    const { listening, settled, say, think } = call();
    await think([{ role: "caller", text: await say(1), note }]);
    let answers = 0;
    server.reply = () => ({ words: [`Answer ${++answers}.`] });
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
    const messages: Message[] = [
      { role: "caller", text: "heard 1000 ms", note },
      { role: "assistant", text: WHOLE },
      { role: "caller", text, note },
    ];
    expect(textOf(await think(messages))).toMatch(/^Answer [23]\.$/);
  });

  test("a pause that is too short for the server's own turn loses no word", async () => {
    const { listening, settled } = call();
    listening.begin(1);
    listening.hear(SOUND);
    listening.pause(1, 1);
    listening.resume(1);
    listening.hear(SOUND.subarray(0, 8_000));
    listening.pause(1, 2);
    await expect.poll(() => settled.at(-1)).toMatchObject({ id: 1, pause: 2, words: { text: "heard 1500 ms" } });
  });

  test("a tool is called when the answer is taken, each once, and its result goes on in the same call", async () => {
    server.faults = { isDouble: true };
    server.reply = (text) =>
      text === "results"
        ? { words: ["You are booked."] }
        : { words: ["One moment. "], calls: [{ name: "book", parameters: { day: "friday" } }] };
    const { say, think } = call();
    const messages: Message[] = [{ role: "caller", text: await say(1), note }];
    const thoughts = await think(messages);
    expect(textOf(thoughts)).toBe("One moment. ");
    const ids = toolsIn(thoughts);
    expect(ids).toHaveLength(1);
    const id = ids[0] ?? "";
    messages.push(
      { role: "assistant", text: "One moment." },
      { role: "tool-call", id, name: "book", arguments: '{"day":"friday"}' },
      { role: "tool-result", id, name: "book", result: "booked" },
    );
    expect(textOf(await think(messages))).toBe("You are booked.");
    expect(results().filter(({ agentReaction }) => agentReaction === "speaks")).toMatchObject([
      { invocationId: id, result: "booked" },
    ]);
    expect(server.refusals).toEqual([]);
  });

  test("a tool that it calls in an answer that nobody takes is not done, and it is told so", async () => {
    const { say, think } = call();
    await think([{ role: "caller", text: await say(1), note }]);
    server.reply = () => ({ calls: [{ name: "book", parameters: { day: "friday" } }] });
    await say(2, 400);
    await sleep(100);
    server.reply = () => ({ words: ["Hello?"] });
    const history: Message[] = [{ role: "caller", text: "typed", note }];
    expect(textOf(await think(history))).toBe("Hello?");
    expect(results()).toMatchObject([{ agentReaction: "listens", result: expect.stringContaining("not done") as string }]);
  });

  test("in full mode its own sound speaks its answer", async () => {
    const { say, think, voice } = call({ mode: "full" });
    expect(textOf(await think([{ role: "caller", text: await say(1), note }]))).toBe(WHOLE);
    let samples = 0;
    for await (const speech of voice?.speak({ text: WHOLE, language: "en" }, never) ?? []) samples += speech.samples.length;
    expect(samples).toBe(WHOLE.length * 1_920);
    expect(server.orders[0]).toMatchObject({ initialOutputMedium: "MESSAGE_MEDIUM_VOICE", voice: "Mark" });
  });

  test("it is billed by the time that it lasts, spoken or not", async () => {
    const { listening, used, say } = call();
    await say(1, 300);
    await sleep(1_200);
    listening.close();
    const ms = used.reduce((sum, { soundMs = 0 }) => sum + soundMs, 0);
    expect(ms).toBeGreaterThan(1_200);
    expect(ms).toBeLessThan(6_000);
  });

  test("what it takes for noise is nothing said once; a session that hears nothing again is dead", async () => {
    server.faults = { isNumb: true };
    const { listening, failures, say } = call();
    expect(await say(1)).toBe("");
    expect(failures).toEqual([]);
    listening.end(1);
    listening.begin(2);
    listening.hear(SOUND);
    listening.pause(2, 1);
    await expect.poll(() => failures[0]?.code, { timeout: 3_000 }).toBe("timeout");
  });

  test("odd, huge and empty messages change nothing", async () => {
    const many = `{"x":"${"y".repeat(90_000)}"}`;
    const odd = ['{"type":"state","state":"dreaming"}', '{"type":"transcript","role":"agent"}', '{"type":"debug","message":"x"}'];
    server.faults = { babble: ["", "null", "[]", "{", '{"type":"new_thing"}', ...odd, many] };
    const { say, think } = call();
    expect(textOf(await think([{ role: "caller", text: await say(1), note }]))).toBe(WHOLE);
  });

  test.each<[string, UltravoxFaults, Problem["code"]]>([
    ["refuses the key", { status: 401 }, "refused"],
    ["has too many calls", { status: 429 }, "rate-limited"],
    ["never makes the call", { status: 0 }, "timeout"],
    ["makes a call without an address", { made: "{}" }, "bad-answer"],
    ["makes a call at an address that is none", { made: '{"joinUrl":"file:///etc/passwd"}' }, "bad-answer"],
    ["answers garbage", { made: "<html>" }, "bad-answer"],
    ["says nothing in the call", { isSilent: true }, "timeout"],
    ["writes nothing down and answers nothing", { isDeaf: true, answers: "never" }, "timeout"],
  ])("where it %s, another one hears and answers", async (_what, faults, code) => {
    server.faults = faults;
    const { listening, failures } = call({ connectTimeoutMs: 900 });
    listening.begin(1);
    listening.hear(SOUND);
    listening.pause(1, 1);
    await expect.poll(() => failures[0]?.code, { timeout: 5_000 }).toBe(code);
    expect(JSON.stringify(failures)).not.toContain("uv-secret");
  });

  test("a call that is closed while it is made is never joined", async () => {
    const { listening, failures } = call();
    listening.close();
    await sleep(150);
    expect([server.requests.length, failures]).toEqual([0, []]);
  });

  test("a private address that nobody allowed is not reached, nor joined", async () => {
    const { recogniser } = createUltravox({ ...OPTIONS, baseUrl: server.baseUrl, allowedPrivate: [] });
    const failures: Problem[] = [];
    recogniser.listen(
      { language: "en", keywords: [] },
      { partial() {}, settled() {}, failed: (problem) => failures.push(problem) },
    );
    await expect.poll(() => failures.length, { timeout: 4_000 }).toBe(1);
    expect([server.orders.length, server.requests.length]).toEqual([0, 0]);
  });
});
