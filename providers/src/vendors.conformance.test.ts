/** The adapters of vendors against the suite of their port; behind each stands a peer of ours that speaks the vendor's protocol. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Recogniser, Speech, Synthesiser } from "@ongea/conversation";
import {
  recogniserConformance,
  streamConformance,
  type Behaviour,
  type ConformanceCase,
  type Stream,
  type Subject,
} from "@ongea/conversation/conformance";
import { describe, test } from "vitest";
import { createCartesiaSynthesiser } from "./cartesia/synthesiser.ts";
import { createDeepgramRecogniser } from "./deepgram/recogniser.ts";
import { createElevenLabsSynthesiser } from "./elevenlabs/synthesiser.ts";
import { startDeepgramServer } from "./testing/deepgram-server.ts";
import { startVoiceServer } from "./testing/voice-server.ts";

const pass = async (ms: number): Promise<void> => void (await sleep(ms));
const sound = Int16Array.from({ length: 16_000 }, (_, i) => Math.round(8_000 * Math.sin(i / 7)));
const BEHAVIOURS: readonly Behaviour[] = ["answers", "slowly", "stalls", "fails-at-once", "fails-after-first"];
/** A consumer is slower than this. */
const TIMEOUTS = { connectTimeoutMs: 2_000, firstBytesTimeoutMs: 400, idleTimeoutMs: 250 };
const samplesOf = (pieces: readonly Speech[]): string => {
  const samples = pieces.reduce((sum, one) => sum + one.samples.length, 0);
  return samples === 0 ? "" : String(samples);
};
const HEARING = { speech: sound, expected: [], language: "en", limitMs: 8_000 };

function tell(cases: readonly ConformanceCase[]): void {
  test.each(cases)("$name", ({ run }) => run(), 60_000);
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
  tell(streamConformance({ open, behaviours: BEHAVIOURS, whole: samplesOf, consumerMs: 400, limitMs: 8_000 }));
});
