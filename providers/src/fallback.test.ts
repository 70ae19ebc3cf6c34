/** Whole conversations in real time, whose providers are adapters of ours at peers that fail: who takes over, and what the journal says of it. */
import { openConversation, type Clock, type ConversationParts, type JournalEntry } from "@ongea/conversation";
import {
  BabblingVoice,
  examplePlan,
  loudIsSpeech,
  PromptedRecogniser,
  ScriptedModel,
  TestLine,
} from "@ongea/conversation/testing";
import { afterEach, expect, test } from "vitest";
import { createAnthropicModel } from "./anthropic/model.ts";
import { createDeepgramRecogniser } from "./deepgram/recogniser.ts";
import { createElevenLabsSynthesiser } from "./elevenlabs/synthesiser.ts";
import { createGeminiModel } from "./gemini/model.ts";
import { createOllamaModel } from "./ollama/model.ts";
import { anthropicEvents, event, streams } from "./testing/anthropic-answers.ts";
import { ollamaLine, ollamaLines, streamsLines } from "./testing/ollama-answers.ts";
import { geminiEvent, geminiEvents } from "./testing/gemini-answers.ts";
import { startDeepgramServer } from "./testing/deepgram-server.ts";
import { startOpenAiServer } from "./testing/openai-server.ts";
import { startVoiceServer } from "./testing/voice-server.ts";

/** A caller who speaks in real time is heard in pieces while the machine does something else for long: then the call is made once more. */
const REAL_TIME = { timeout: 20_000, retry: 2 };
const KEY = "canary-0123456789abcdef";
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const realTime: Clock = {
  now: () => performance.now(),
  at(atMs, callback) {
    const timer = setTimeout(callback, Math.max(0, atMs - performance.now()));
    return { cancel: () => clearTimeout(timer) };
  },
  pulse(firstMs, beat) {
    let dueMs = firstMs;
    let timer = setTimeout(next, dueMs - performance.now());
    function next(): void {
      beat(dueMs);
      dueMs += 20;
      timer = setTimeout(next, Math.max(0, dueMs - performance.now()));
    }
    return { cancel: () => clearTimeout(timer) };
  },
};

function call(parts: Partial<ConversationParts>): { line: TestLine; journal: JournalEntry[] } {
  const line = new TestLine(realTime);
  const journal: JournalEntry[] = [];
  const recogniser = new PromptedRecogniser(realTime);
  recogniser.prompt("when do you open please");
  openConversation({
    plan: examplePlan(),
    line,
    clock: realTime,
    voiceActivity: loudIsSpeech(),
    recognisers: [recogniser],
    languageModels: [new ScriptedModel(realTime, () => "We open at eight. See you then.", { name: "guided dialogue" })],
    voices: [new BabblingVoice(realTime, { name: "slt", characterMs: 10 })],
    journal: { write: (entry) => journal.push(entry) },
    ...parts,
  });
  closing.push(() => line.callerHangsUp());
  return { line, journal };
}

const failures = (journal: readonly JournalEntry[]): string[] =>
  journal.flatMap((entry) =>
    entry.kind === "failure"
      ? [`${entry.stage}: ${entry.by ?? "?"} (${entry.problem.code}) → ${entry.next ?? entry.recovery}: ${entry.problem.message}`]
      : [],
  );
const said = (journal: readonly JournalEntry[]): string[] =>
  journal.flatMap((entry) => (entry.kind === "turn" ? [`${entry.by}: ${entry.text}`] : []));
const usedBy = (journal: readonly JournalEntry[], stage: string): string[] =>
  journal.flatMap((entry) => (entry.kind === "usage" && entry.stage === stage ? [entry.by] : []));

test("Deepgram breaks down while the caller speaks: the next recogniser hears the whole sentence", REAL_TIME, async () => {
  const server = await startDeepgramServer();
  closing.push(() => server.close());
  server.serve = (socket) => {
    socket.on("message", () => socket.terminate());
  };
  const next = new PromptedRecogniser(realTime);
  next.prompt("when do you open please");
  const deepgram = createDeepgramRecogniser({ apiKey: KEY, baseUrl: server.baseUrl, name: "deepgram nova-3" });
  const { line, journal } = call({ recognisers: [deepgram, Object.assign(next, { name: "PocketSphinx" })] });
  setTimeout(() => line.say(1_200), 300);
  await expect.poll(() => said(journal), { timeout: 8_000 }).toContain("caller: when do you open please");
  await expect.poll(() => said(journal).at(-1), { timeout: 8_000 }).toBe("assistant: We open at eight. See you then.");
  expect(failures(journal)).toEqual([
    expect.stringMatching(/^hear: deepgram nova-3 \(unavailable\) → PocketSphinx: the provider /),
  ]);
  line.callerHangsUp();
  expect(usedBy(journal, "hear")).toContain("deepgram nova-3");
  expect(JSON.stringify(journal)).not.toContain(KEY);
});

test("Anthropic is overloaded before it says a word: the next mind answers in the same turn", REAL_TIME, async () => {
  const server = await startOpenAiServer();
  closing.push(() => server.close());
  const overloaded = event({ type: "error", error: { type: "overloaded_error", message: `Overloaded ${KEY}` } });
  server.answer = streams([event({ type: "message_start", message: {} }), overloaded]);
  const baseUrl = new URL(server.baseUrl).origin;
  const anthropic = createAnthropicModel({ apiKey: KEY, model: "claude-haiku-4-5", baseUrl });
  const guided = new ScriptedModel(realTime, () => "We open at eight.", { name: "guided dialogue" });
  const { line, journal } = call({ languageModels: [anthropic, guided] });
  setTimeout(() => line.say(1_200), 300);
  await expect.poll(() => said(journal).at(-1), { timeout: 8_000 }).toBe("assistant: We open at eight.");
  const first = "think: anthropic claude-haiku-4-5 (rate-limited) → guided dialogue: the provider broke off: Overloaded …";
  expect(new Set(failures(journal))).toEqual(new Set([first]));
  expect(JSON.stringify(journal)).not.toContain(KEY);
});

test("Anthropic dies in mid-sentence: what was said stays said, and the call goes on", REAL_TIME, async () => {
  const server = await startOpenAiServer();
  closing.push(() => server.close());
  server.answer = (response) => {
    response.write(
      anthropicEvents([{ text: ["We open at eight. And we "] }])
        .slice(0, 4)
        .join(""),
    );
    setTimeout(() => response.destroy(), 30);
  };
  const anthropic = createAnthropicModel({ apiKey: KEY, model: "claude-haiku-4-5", baseUrl: new URL(server.baseUrl).origin });
  const { line, journal } = call({ languageModels: [anthropic] });
  setTimeout(() => line.say(1_200), 300);
  await expect.poll(() => said(journal).at(-1), { timeout: 8_000 }).toMatch(/^assistant: We open at eight\./);
  expect(failures(journal)[0]).toMatch(/^think: anthropic claude-haiku-4-5 \(unavailable\) → none: /);
  expect(line.ended).toBe(false);
  line.callerHangsUp();
  expect(usedBy(journal, "think")).toEqual(["anthropic claude-haiku-4-5"]);
});

test.each([
  ["is limited before it says a word", [geminiEvent({ error: { code: 429, message: `Quota ${KEY}` } })], "rate-limited"],
  ["blocks its answer", geminiEvents([[]], "SAFETY"), "refused"],
  ["writes a call that is none", geminiEvents([[{ functionCall: { name: "book", args: ["x"] } }]]), "bad-answer"],
] as const)("Gemini %s: the next mind answers in the same turn", REAL_TIME, async (_, events, code) => {
  const server = await startOpenAiServer();
  closing.push(() => server.close());
  server.answer = streams(events);
  const baseUrl = `${new URL(server.baseUrl).origin}/v1beta`;
  const gemini = createGeminiModel({ apiKey: KEY, model: "gemini-3.8-flash", baseUrl });
  const guided = new ScriptedModel(realTime, () => "We open at eight.", { name: "guided dialogue" });
  const { line, journal } = call({ languageModels: [gemini, guided] });
  setTimeout(() => line.say(1_200), 300);
  await expect.poll(() => said(journal).at(-1), { timeout: 8_000 }).toBe("assistant: We open at eight.");
  expect(failures(journal)[0]).toMatch(new RegExp(`^think: gemini gemini-3\\.8-flash \\(${code}\\) → guided dialogue: `));
  expect([JSON.stringify(journal).includes(KEY), server.refused]).toEqual([false, []]);
});

test("Ollama breaks down before it says a word: the next mind answers in the same turn", REAL_TIME, async () => {
  const server = await startOpenAiServer();
  closing.push(() => server.close());
  server.answer = streamsLines([
    ...ollamaLines([{ thinking: "Well" }]).slice(0, 1),
    ollamaLine({ error: `out of memory ${KEY}` }),
  ]);
  const ollama = createOllamaModel({ apiKey: KEY, model: "qwen3:4b", baseUrl: `${new URL(server.baseUrl).origin}/api` });
  const guided = new ScriptedModel(realTime, () => "We open at eight.", { name: "guided dialogue" });
  const { line, journal } = call({ languageModels: [ollama, guided] });
  setTimeout(() => line.say(1_200), 300);
  await expect.poll(() => said(journal).at(-1), { timeout: 8_000 }).toBe("assistant: We open at eight.");
  expect(failures(journal)[0]).toBe(
    "think: ollama qwen3:4b (unavailable) → guided dialogue: the provider broke off: out of memory …",
  );
  expect([JSON.stringify(journal).includes(KEY), server.refused]).toEqual([false, []]);
});

test.each([
  ["refuses the voice", "fails-at-once", "refused"],
  ["hangs up", "hangs-up", "unavailable"],
  ["says nothing", "says-nothing", "timeout"],
] as const)("ElevenLabs %s: the next voice speaks the same clause", REAL_TIME, async (_, behaviour, code) => {
  const server = await startVoiceServer("elevenlabs");
  closing.push(() => server.close());
  server.behaviour = behaviour;
  const voice = createElevenLabsSynthesiser({ apiKey: KEY, voice: "amina", baseUrl: server.baseUrl, firstBytesTimeoutMs: 400 });
  const slt = new BabblingVoice(realTime, { name: "slt", characterMs: 10 });
  const { line, journal } = call({ voices: [voice, slt] });
  setTimeout(() => line.say(1_200), 300);
  await expect.poll(() => said(journal).at(-1), { timeout: 8_000 }).toBe("assistant: We open at eight. See you then.");
  expect(slt.spoken.join(" ")).toContain("We open at eight.");
  expect(failures(journal)[0]).toMatch(new RegExp(`^speak: elevenlabs eleven_flash_v2_5 \\(${code}\\) → slt: the provider `));
  expect(failures(journal).length).toBeLessThanOrEqual(2);
  line.callerHangsUp();
  expect(usedBy(journal, "speak")).toEqual(["slt"]);
});

test("a caller who hangs up while all of them stall leaves no connection behind", REAL_TIME, async () => {
  const [ears, llm, voice] = await Promise.all([startDeepgramServer(), startOpenAiServer(), startVoiceServer("elevenlabs")]);
  closing.push(
    () => ears.close(),
    () => llm.close(),
    () => voice.close(),
  );
  llm.answer = streams(anthropicEvents([{ text: ["We open at eight."] }]));
  voice.behaviour = "stalls";
  const { line, journal } = call({
    recognisers: [createDeepgramRecogniser({ apiKey: KEY, baseUrl: ears.baseUrl })],
    languageModels: [createAnthropicModel({ apiKey: KEY, model: "m", baseUrl: new URL(llm.baseUrl).origin })],
    voices: [createElevenLabsSynthesiser({ apiKey: KEY, voice: "amina", baseUrl: voice.baseUrl })],
  });
  setTimeout(() => line.say(1_200), 300);
  await expect.poll(() => line.soundingMs.length, { timeout: 8_000 }).toBeGreaterThan(0);
  line.callerHangsUp();
  expect(journal.at(-1)).toMatchObject({ kind: "closed", reason: "caller-hung-up" });
  await expect.poll(() => ears.open.size).toBe(0);
  // The voice's connection is everybody's; only the context of this call ends.
  await expect.poll(() => voice.cancelled.length).toBeGreaterThan(0);
  const after = journal.length;
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(journal).toHaveLength(after);
});
