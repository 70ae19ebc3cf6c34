/** Every adapter against the suite of its port: ours in speech hosts, OpenAI-compatible services, the guided dialogue, Silero. */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Recogniser, type Speech, type ThinkRequest, type Thought } from "@ongea/conversation";
import {
  endOfTurnConformance,
  recogniserConformance,
  streamConformance,
  voiceActivityConformance,
  type Behaviour,
  type ConformanceCase,
  type Stream,
  type Subject,
} from "@ongea/conversation/conformance";
import { describe, expect, test } from "vitest";
import { sphinxInstalled } from "./builtin/stt/sphinx.ts";
import { createRuleBasedDialogue } from "./builtin/dialogue/rule-based-dialogue.ts";
import { createSilero } from "./builtin/silero/index.ts";
import { createHostEndOfTurn, createHostSegmentRecogniser } from "./host/host-judges.ts";
import { createHostLanguageModel } from "./host/host-language-model.ts";
import { createHostRecogniser } from "./host/host-recogniser.ts";
import { createHostSynthesiser } from "./host/host-synthesiser.ts";
import { linkToHost, type HostLink } from "./host/link.ts";
import { serveSpeech } from "./host/serve.ts";
import { startSpeechHost } from "./host/supervise.ts";
import { createLlmEngine } from "./local/language-model/llm-engine.ts";
import { knownModels } from "./local/manifest/index.ts";
import type { ModelDescription } from "./local/models/description.ts";
import { createOpenAiModel } from "./openai/chat.ts";
import { createOpenAiSynthesiser } from "./openai/speech.ts";
import { createOpenAiRecogniser } from "./openai/transcription.ts";
import { chunkOf, startOpenAiServer, type OpenAiServer } from "./testing/openai-server.ts";
import { hearingEngine, pieceEngine } from "./testing/scripted-host.ts";
import { scriptedLlama, type Script } from "./testing/scripted-llama.ts";
import { fliteSpeech, joined, quiet } from "./testing/flite-speech.ts";
import { temporaryFolder } from "./testing/test-weights.ts";
import { throughTelephone } from "./testing/telephone-band.ts";

const pass = async (ms: number): Promise<void> => void (await sleep(ms));
const BEHAVIOURS: readonly Behaviour[] = ["answers", "slowly", "stalls", "fails-at-once", "fails-after-first"];
/** Of OpenAI-compatible services here: a consumer is slower than this. */
const TIMEOUTS = { connectTimeoutMs: 2_000, firstBytesTimeoutMs: 400, idleTimeoutMs: 250 };
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
const textOf = (pieces: readonly Thought[]): string => pieces.map((one) => (one.kind === "text" ? one.text : "")).join("");
const lengthOf = (pieces: readonly Speech[]): string => {
  const samples = pieces.reduce((sum, one) => sum + one.samples.length, 0);
  return samples === 0 ? "" : String(samples);
};
const sound = Int16Array.from({ length: 16_000 }, (_, i) => Math.round(8_000 * Math.sin(i / 7)));

function tell(cases: readonly ConformanceCase[]): void {
  test.each(cases)("$name", ({ run }) => expect(run()).resolves.toBeUndefined(), 60_000);
}

/** Something on a speech host with these services. */
async function onHost<Adapter>(
  services: Parameters<typeof serveSpeech>[1],
  make: (link: HostLink) => Adapter,
): Promise<Subject<Adapter>> {
  const folder = await temporaryFolder();
  const serving = await serveSpeech(join(folder.path, "host"), services);
  const link = linkToHost(join(folder.path, "host"));
  const close = async (): Promise<void> => {
    link.close();
    await serving.close();
    await folder.remove();
  };
  return { adapter: make(link), pass, close };
}

async function onServer<Adapter>(
  answer: OpenAiServer["answer"],
  make: (server: OpenAiServer) => Adapter,
): Promise<Subject<Adapter>> {
  const server = await startOpenAiServer();
  server.answer = answer;
  return { adapter: make(server), pass, close: () => server.close() };
}

/** An answer over HTTP in pieces, behaving like this. */
function inPieces(behaviour: Behaviour, pieces: readonly (string | Uint8Array)[]): OpenAiServer["answer"] {
  return async (response) => {
    if (behaviour === "fails-at-once") return void response.writeHead(503).end();
    for (const [index, piece] of pieces.entries()) {
      response.write(piece);
      await sleep(behaviour === "slowly" ? 120 : 5);
      if (index > 0) continue;
      if (behaviour === "stalls") return;
      if (behaviour === "fails-after-first") return void response.destroy();
    }
    response.end();
  };
}

describe("a language model (LLM) behind /chat/completions", () => {
  const events = [...WORDS.map((content) => chunkOf({ content }, null)), chunkOf({}, "stop"), "data: [DONE]\n\n"];
  const open = (behaviour: Behaviour): Promise<Subject<Stream<Thought>>> =>
    onServer(inPieces(behaviour, events), ({ baseUrl }) => {
      const model = createOpenAiModel({ baseUrl, model: "test", ...TIMEOUTS });
      return (signal) => model.think(REQUEST, signal);
    });
  tell(streamConformance({ open, behaviours: BEHAVIOURS, whole: textOf, consumerMs: 400, limitMs: 8_000 }));
});

describe("a voice (TTS) behind /audio/speech", () => {
  const bytes = Buffer.from(sound.buffer);
  // Cut in the middle of samples.
  const pieces = [0, 4_001, 9_003, 20_000].map((from, at, all) => bytes.subarray(from, all[at + 1]));
  const open = (behaviour: Behaviour): Promise<Subject<Stream<Speech>>> =>
    onServer(inPieces(behaviour, pieces), ({ baseUrl }) => {
      const voice = createOpenAiSynthesiser({ baseUrl, model: "tts-1", voice: "alloy", ...TIMEOUTS });
      return (signal) => voice.speak({ text: "Good morning", language: "en" }, signal);
    });
  tell(streamConformance({ open, behaviours: BEHAVIOURS, whole: lengthOf, consumerMs: 400, limitMs: 8_000 }));
});

describe("a language model (LLM) in a speech host", () => {
  const open = (behaviour: Behaviour): Promise<Subject<Stream<Thought>>> =>
    onHost(
      {
        llm: pieceEngine(
          behaviour,
          WORDS.map((text) => ({ say: { text } })),
        ),
      },
      (link) => {
        const model = createHostLanguageModel(link, "test");
        return (signal) => model.think(REQUEST, signal);
      },
    );
  tell(streamConformance({ open, behaviours: BEHAVIOURS, whole: textOf, consumerMs: 100, limitMs: 8_000 }));
});

describe("a local language model (LLM) by llama.cpp, in a speech host", () => {
  const llama = knownModels().find(({ engine }) => engine === "llama") as ModelDescription & { engine: "llama" };
  const parameters = { type: "object", properties: { day: { type: "string", format: "date" } }, required: ["day"] };
  const tools = [{ name: "book", description: "Books a table", parameters }];
  const wrote = (pieces: readonly Thought[]): string =>
    pieces.map((one) => (one.kind === "text" ? one.text : one.kind === "tool" ? `${one.name} ${one.arguments}` : "")).join("");
  /** What it writes, piece by piece; the choice comes before, as the subject of its own request. */
  const writing = (behaviour: Behaviour, choice: string, pieces: readonly string[]): Script =>
    async function* ({ begun, options }) {
      if (begun === "" && choice !== "") return yield choice;
      if (behaviour === "fails-at-once") throw new Error("the context is full");
      for (const [index, piece] of pieces.entries()) {
        yield piece;
        if (behaviour === "slowly") await sleep(300);
        if (index > 0) continue;
        if (behaviour === "fails-after-first") throw new Error("the context is full");
        if (behaviour === "stalls") await new Promise((resolve) => options.signal.addEventListener("abort", resolve));
      }
    };
  const opening =
    (request: ThinkRequest, choice: string, pieces: readonly string[]) =>
    async (behaviour: Behaviour): Promise<Subject<Stream<Thought>>> => {
      const script = scriptedLlama(writing(behaviour, choice, pieces));
      const llm = await createLlmEngine(script, { folder: "", description: llama }, llama, 1);
      return onHost({ llm }, (link) => {
        const model = createHostLanguageModel(link, "test");
        return (signal) => model.think(request, signal);
      });
    };
  const suite = { whole: wrote, consumerMs: 100, limitMs: 8_000 };
  describe("without tools", () => {
    tell(streamConformance({ ...suite, open: opening(REQUEST, "", WORDS), behaviours: BEHAVIOURS }));
  });
  describe("with tools, speaking", () => {
    tell(streamConformance({ ...suite, open: opening({ ...REQUEST, tools }, "say", WORDS), behaviours: BEHAVIOURS }));
  });
  describe("with tools, calling one", () => {
    const pieces = ['{"day":', '"2026', '-11-24"', "}"];
    // Its first pieces say that it writes; a failure before the call keeps nothing of it.
    const behaviours: Behaviour[] = ["answers", "slowly", "stalls", "fails-after-first"];
    tell(streamConformance({ ...suite, open: opening({ ...REQUEST, tools }, "book", pieces), behaviours }));
  });
});

describe("a voice (TTS) in a speech host", () => {
  const pieces = [1, 3_001, 12_000].map((length) => ({ say: { sampleRateHz: 16_000 }, samples: sound.subarray(0, length) }));
  const open = (behaviour: Behaviour): Promise<Subject<Stream<Speech>>> =>
    onHost({ voice: pieceEngine(behaviour, pieces) }, (link) => {
      const voice = createHostSynthesiser(link, { name: "test" });
      return (signal) => voice.speak({ text: "Good morning", language: "en" }, signal);
    });
  tell(streamConformance({ open, behaviours: BEHAVIOURS, whole: lengthOf, consumerMs: 100, limitMs: 8_000 }));
});

describe("the guided dialogue as a language model (LLM)", () => {
  const model = createRuleBasedDialogue();
  const adapter: Stream<Thought> = (signal) => model.think(REQUEST, signal);
  const open = async (): Promise<Subject<Stream<Thought>>> => ({ adapter, pass, close: () => {} });
  tell(streamConformance({ open, behaviours: ["answers"], whole: textOf, consumerMs: 50, limitMs: 2_000 }));
});

const HEARING = { speech: sound, expected: [], language: "en", limitMs: 8_000 };

describe("a recogniser (STT) behind /audio/transcriptions", () => {
  const make = ({ baseUrl }: OpenAiServer): Recogniser => createOpenAiRecogniser({ baseUrl, model: "whisper-1", ...TIMEOUTS });
  const answer: OpenAiServer["answer"] = (response, body) => void response.end(JSON.stringify({ text: `${body.length} bytes` }));
  const openFailing = (): Promise<Subject<Recogniser>> => onServer((response) => void response.writeHead(503).end(), make);
  tell(recogniserConformance({ ...HEARING, open: () => onServer(answer, make), openFailing }));
});

describe("a streaming recogniser (STT) in a speech host", () => {
  const make = (link: HostLink): Recogniser => createHostRecogniser(link, "test");
  const openFailing = (): Promise<Subject<Recogniser>> => onHost({ ears: hearingEngine("fails") }, make);
  tell(recogniserConformance({ ...HEARING, open: () => onHost({ ears: hearingEngine("answers") }, make), openFailing }));
});

describe("a recogniser (STT) of segments in a speech host", () => {
  const segments = pieceEngine("answers", [{ say: { text: "good morning" } }], true);
  const make = (link: HostLink): Recogniser => createHostSegmentRecogniser(link, "test");
  const openFailing = (): Promise<Subject<Recogniser>> => onHost({ segments: pieceEngine("fails-at-once", [], true) }, make);
  tell(recogniserConformance({ ...HEARING, open: () => onHost({ segments }, make), openFailing }));
});

describe.skipIf(!sphinxInstalled())("the built-in recogniser (STT; left out without PocketSphinx)", async () => {
  const said = joined([quiet(200), await fliteSpeech("yes please", "rms"), quiet(150)]);
  const open = async (): Promise<Subject<Recogniser>> => {
    const folder = await temporaryFolder();
    const socketPath = join(folder.path, "host");
    const host = await startSpeechHost({ entry: new URL("./builtin/host.ts", import.meta.url), socketPath, settings: {} });
    const link = linkToHost(socketPath);
    const close = async (): Promise<void> => {
      link.close();
      await host.stop();
      await folder.remove();
    };
    return { adapter: createHostRecogniser(link, "PocketSphinx"), pass, close };
  };
  const hearing = { speech: throughTelephone(said, 16_000), expected: [{ kind: "yes-no" as const }], language: "en" };
  tell(recogniserConformance({ ...hearing, open, limitMs: 30_000 }));
});

describe("a model of the end of a turn in a speech host", () => {
  const on = (behaviour: Behaviour): ReturnType<typeof onHost<ReturnType<typeof createHostEndOfTurn>>> =>
    onHost({ turn: pieceEngine(behaviour, [{ say: { finished: 0.7 } }], true) }, (link) => createHostEndOfTurn(link, "test"));
  const silent = { open: () => ({ told: () => {}, close: () => {} }), describe: () => ({}), close: async () => {} };
  tell(
    endOfTurnConformance({
      open: () => on("answers"),
      openFailing: () => on("fails-at-once"),
      openSilent: () => onHost({ turn: silent }, (link) => createHostEndOfTurn(link, "test")),
      limitMs: 5_000,
    }),
  );
});

describe("Silero (VAD)", () => {
  tell(voiceActivityConformance(createSilero));
});
