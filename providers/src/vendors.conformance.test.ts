/** The adapters of vendors against the suite of their port; behind each stands a peer of ours that speaks the vendor's protocol. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Recogniser, Speech, Synthesiser, ThinkRequest, Thought } from "@ongea/conversation";
import {
  recogniserConformance,
  streamConformance,
  type Behaviour,
  type ConformanceCase,
  type Stream,
  type Subject,
} from "@ongea/conversation/conformance";
import { describe, expect, test } from "vitest";
import { createAnthropicModel } from "./anthropic/model.ts";
import { createCartesiaSynthesiser } from "./cartesia/synthesiser.ts";
import { createRecogniser, createSynthesiser } from "./create.ts";
import { createDeepgramRecogniser } from "./deepgram/recogniser.ts";
import { createElevenLabsSynthesiser } from "./elevenlabs/synthesiser.ts";
import { createGeminiModel } from "./gemini/model.ts";
import { createOllamaModel } from "./ollama/model.ts";
import { anthropicEvents } from "./testing/anthropic-answers.ts";
import { geminiEvents } from "./testing/gemini-answers.ts";
import { ollamaLines } from "./testing/ollama-answers.ts";
import { startDeepgramServer } from "./testing/deepgram-server.ts";
import { startOpenAiServer } from "./testing/openai-server.ts";
import { startVoiceServer } from "./testing/voice-server.ts";

const pass = async (ms: number): Promise<void> => void (await sleep(ms));
const sound = Int16Array.from({ length: 16_000 }, (_, i) => Math.round(8_000 * Math.sin(i / 7)));
const BEHAVIOURS: readonly Behaviour[] = ["answers", "slowly", "stalls", "fails-at-once", "fails-after-first"];
/** A consumer is slower than this. Far above the 120 ms between two pieces: other work on the machine must not make a peer late. */
const TIMEOUTS = { connectTimeoutMs: 4_000, firstBytesTimeoutMs: 900, idleTimeoutMs: 600 };
const samplesOf = (pieces: readonly Speech[]): string => {
  const samples = pieces.reduce((sum, one) => sum + one.samples.length, 0);
  return samples === 0 ? "" : String(samples);
};
const HEARING = { speech: sound, expected: [], language: "en", limitMs: 8_000 };

function tell(cases: readonly ConformanceCase[]): void {
  test.each(cases)("$name", ({ run }) => expect(run()).resolves.toBeUndefined(), 60_000);
}

describe("Deepgram (STT)", () => {
  const open = async (): Promise<Subject<Recogniser>> => {
    const { baseUrl, close } = await startDeepgramServer();
    return { adapter: createDeepgramRecogniser({ apiKey: "k", baseUrl }), pass, close };
  };
  const openFailing = async (): Promise<Subject<Recogniser>> => {
    const server = await startDeepgramServer();
    server.status = 503;
    return { adapter: createDeepgramRecogniser({ apiKey: "k", baseUrl: server.baseUrl }), pass, close: () => server.close() };
  };
  tell(recogniserConformance({ ...HEARING, open, openFailing }));
});

describe.each([
  ["elevenlabs", createElevenLabsSynthesiser],
  ["cartesia", createCartesiaSynthesiser],
] as const)("a voice of %s (TTS)", (vendor, create) => {
  const open = async (behaviour: Behaviour): Promise<Subject<Stream<Speech>>> => {
    const server = await startVoiceServer(vendor);
    server.behaviour = behaviour;
    const voice: Synthesiser = create({ apiKey: "k", voice: "amina", baseUrl: server.baseUrl, ...TIMEOUTS });
    const adapter: Stream<Speech> = (signal) => voice.speak({ text: "Good morning", language: "en" }, signal);
    return { adapter, pass, close: () => server.close() };
  };
  tell(streamConformance({ open, behaviours: BEHAVIOURS, whole: samplesOf, consumerMs: 700, limitMs: 15_000 }));
});

const REQUEST: ThinkRequest = {
  instructions: "You are the front desk of Imani Clinic.",
  knowledge: [],
  messages: [{ role: "caller", text: "Hello" }],
  tools: [],
  language: "en",
  localTime: "2026-11-21T09:41:00+03:00",
  settings: { maxTokens: 100, temperature: 0 },
};

const WORDS = ["We ", "are ", "open ", "until ", "five."];
const events = anthropicEvents([{ text: WORDS }]);
const LANGUAGE_MODELS = [
  // Its first piece is what the question cost, and the first words come with it.
  ["Anthropic", createAnthropicModel, "", [events.slice(0, 4).join(""), ...events.slice(4)]],
  ["Gemini", createGeminiModel, "/v1beta", geminiEvents(WORDS.map((word) => [word]))],
  ["Ollama", createOllamaModel, "/api", ollamaLines(WORDS)],
] as const;
describe.each(LANGUAGE_MODELS)("%s (LLM)", (_vendor, create, path, pieces) => {
  const open = async (behaviour: Behaviour): Promise<Subject<Stream<Thought>>> => {
    const server = await startOpenAiServer();
    server.answer = async (response) => {
      if (behaviour === "fails-at-once") return void response.writeHead(529).end();
      for (const [index, piece] of pieces.entries()) {
        // Cut in the middle of an event.
        response.write(piece.slice(0, 9));
        response.write(piece.slice(9));
        await sleep(behaviour === "slowly" ? 120 : 5);
        if (index > 0) continue;
        if (behaviour === "stalls") return;
        if (behaviour === "fails-after-first") return void response.destroy();
      }
      response.end();
    };
    const baseUrl = `${new URL(server.baseUrl).origin}${path}`;
    const model = create({ apiKey: "k", model: "m", baseUrl, ...TIMEOUTS });
    return { adapter: (signal) => model.think(REQUEST, signal), pass, close: () => server.close() };
  };
  const whole = (thoughts: readonly Thought[]): string => thoughts.map((one) => (one.kind === "text" ? one.text : "")).join("");
  tell(streamConformance({ open, behaviours: BEHAVIOURS, whole, consumerMs: 700, limitMs: 15_000 }));
});

/** Asked over HTTP, each in its own way. */
const pieces = [0, 4_001, 9_003, 20_000].map((from, at, all) => Buffer.from(sound.buffer).subarray(from, all[at + 1]));
const VOICES = [
  { use: "deepgram", voice: "aura-2-thalia-en" },
  { use: "sarvam", voice: "shubh" },
  { use: "spitch", voice: "lina" },
  { use: "elevenlabs", voice: "amina", model: "eleven_v3" },
] as const;
describe.each(VOICES)("$use over HTTP (TTS)", (settings) => {
  const open = async (behaviour: Behaviour): Promise<Subject<Stream<Speech>>> => {
    const server = await startOpenAiServer();
    server.answer = async (response) => {
      if (behaviour === "fails-at-once") return void response.writeHead(429, { "retry-after": "9" }).end();
      for (const [index, piece] of pieces.entries()) {
        response.write(piece);
        await sleep(behaviour === "slowly" ? 120 : 5);
        if (index > 0) continue;
        if (behaviour === "stalls") return;
        if (behaviour === "fails-after-first") return void response.destroy();
      }
      response.end();
    };
    const voice = createSynthesiser({ ...settings, apiKey: "k", baseUrl: new URL(server.baseUrl).origin, ...TIMEOUTS }, {});
    const adapter: Stream<Speech> = (signal) => voice.speak({ text: "Good morning", language: "en" }, signal);
    return { adapter, pass, close: () => server.close() };
  };
  tell(streamConformance({ open, behaviours: BEHAVIOURS, whole: samplesOf, consumerMs: 700, limitMs: 15_000 }));
});

describe.each(["groq", "sarvam", "spitch", "lelapa", "botlhale"] as const)("%s, asked at each pause (STT)", (use) => {
  const on = async (status: number): Promise<Subject<Recogniser>> => {
    const server = await startOpenAiServer();
    server.answer = (response, body) => {
      const heard = `${body.length} bytes`;
      const words = { text: heard, transcript: heard, transcription_text: heard };
      // Botlhale's key is changed into another first.
      const answer = body.toString().startsWith("refresh_token=") ? { token: "t", expires: 86_400 } : words;
      response.writeHead(status).end(JSON.stringify(answer));
    };
    const adapter = createRecogniser({ use, apiKey: "k", baseUrl: new URL(server.baseUrl).origin }, {});
    return { adapter, pass, close: () => server.close() };
  };
  tell(recogniserConformance({ ...HEARING, open: () => on(200), openFailing: () => on(503) }));
});
