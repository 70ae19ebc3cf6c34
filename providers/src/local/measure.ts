import { createHostEmbedder } from "../host/host-embedder.ts";
import { createHostEndOfTurn, createHostSegmentRecogniser } from "../host/host-judges.ts";
import { createHostLanguageModel } from "../host/host-language-model.ts";
import { createHostRecogniser } from "../host/host-recogniser.ts";
import { createHostSynthesiser } from "../host/host-synthesiser.ts";
import { linkToHost, type HostLink } from "../host/link.ts";
import { startEmbeddingHost } from "./embedding/start-embedding-host.ts";
import type { ModelDescription } from "./models/description.ts";
import type { InstalledModel } from "./models/installed.ts";
import { startLocalHost } from "./start-local-host.ts";

const SECOND = Int16Array.from({ length: 16_000 }, (_, i) => Math.round(3_000 * Math.sin(i / 9) * Math.sin(i / 900)));
const ROUNDS = 5;
const HEARING_ROUNDS = 3;

/** Loads a model in a host of its own and says how long it takes for what it is for; lines for people. */
export async function measureModel({ description }: InstalledModel, modelsFolder: string, socketPath: string): Promise<string[]> {
  const startedMs = performance.now();
  const host = await hostOf(description, { modelsFolder, socketPath });
  const loadedMs = performance.now() - startedMs;
  const link = linkToHost(socketPath);
  try {
    const rounds: number[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const beganMs = performance.now();
      const seconds = await use(description, link);
      if (round > 0) rounds.push((performance.now() - beganMs) / seconds);
    }
    const median = rounds.toSorted((a, b) => a - b)[ROUNDS >> 1] ?? 0;
    return [`${description.id}: ready in ${(loadedMs / 1_000).toFixed(1)} s`, sentenceOf(description, median)];
  } finally {
    link.close();
    await host.stop();
  }
}

/** What a second of sound takes of a recogniser in a host that runs, in seconds. */
export async function hearingFactor(description: ModelDescription, socketPath: string): Promise<number> {
  const link = linkToHost(socketPath);
  try {
    const rounds: number[] = [];
    for (let round = 0; round <= HEARING_ROUNDS; round++) {
      const beganMs = performance.now();
      const seconds = await use(description, link);
      // The first one makes the model warm.
      if (round > 0) rounds.push((performance.now() - beganMs) / 1_000 / seconds);
    }
    return rounds.toSorted((a, b) => a - b)[HEARING_ROUNDS >> 1] ?? 1;
  } finally {
    link.close();
  }
}

function hostOf({ kind, id }: ModelDescription, { modelsFolder, socketPath }: Record<"modelsFolder" | "socketPath", string>) {
  if (kind === "embedding") return startEmbeddingHost({ socketPath }, { modelsFolder, model: id });
  return startLocalHost({ socketPath }, { modelsFolder, models: [id] });
}

function sentenceOf({ kind }: ModelDescription, medianMs: number): string {
  if (kind === "end-of-turn") return `judges a pause in ${medianMs.toFixed(0)} ms`;
  if (kind === "embedding") return `reads a question in ${medianMs.toFixed(0)} ms`;
  if (kind === "language-model") return `writes a token in ${medianMs.toFixed(0)} ms`;
  const what = kind === "voice" ? "speaks" : "hears";
  return `${what} a second of sound in ${medianMs.toFixed(0)} ms (real-time factor ${(medianMs / 1_000).toFixed(2)})`;
}

/** Returns how many seconds of sound (or tokens) it was. */
async function use(description: ModelDescription, link: HostLink): Promise<number> {
  const signal = new AbortController().signal;
  const language = description.languages[0] === "*" ? "en" : (description.languages[0] ?? "en");
  if (description.kind === "voice") return await speak(link, language, signal);
  if (description.kind === "language-model") return await think(link, signal);
  if (description.kind === "embedding") {
    await createHostEmbedder(link, description.id).embed(["When do you open on Saturdays?"], "question", signal);
    return 1;
  }
  if (description.kind === "end-of-turn") {
    await createHostEndOfTurn(link, description.id).judge(SECOND, signal);
    return 1;
  }
  await hear(link, description, language);
  return 3;
}

let spoken = 0;

async function speak(link: HostLink, language: string, signal: AbortSignal): Promise<number> {
  let seconds = 0;
  // Never the same words twice, for those would come from memory.
  const text = `Good morning, this is number ${(++spoken).toString()}. How can I help you today?`;
  for await (const { samples, sampleRateHz } of createHostSynthesiser(link, { name: "" }).speak({ text, language }, signal)) {
    seconds += samples.length / sampleRateHz;
  }
  return seconds;
}

async function think(link: HostLink, signal: AbortSignal): Promise<number> {
  let tokens = 0;
  const request = {
    instructions: "You are a friendly receptionist.",
    knowledge: [],
    messages: [{ role: "caller" as const, text: "Hello, who are you?" }],
    tools: [],
    language: "en",
    localTime: new Date().toISOString(),
    settings: { maxTokens: 60, temperature: 0.2 },
  };
  for await (const _ of createHostLanguageModel(link, "").think(request, signal)) tokens++;
  return Math.max(1, tokens);
}

/** Three seconds of sound and the words at the pause. */
function hear(link: HostLink, description: ModelDescription, language: string): Promise<void> {
  const streaming = description.engine === "streaming-transducer";
  const recogniser = streaming ? createHostRecogniser(link, description.id) : createHostSegmentRecogniser(link, description.id);
  return new Promise((resolve, reject) => {
    const listening = recogniser.listen(
      { language, keywords: [] },
      { partial() {}, settled: () => resolve(), failed: ({ message }) => reject(new Error(message)) },
    );
    listening.begin(1);
    for (let at = 0; at < 3 * SECOND.length; at += 320)
      listening.hear(SECOND.subarray(at % SECOND.length, (at % SECOND.length) + 320));
    listening.pause(1, 0);
  });
}
