/**
 * Twenty sentences of callers in the telephone band (µ-law, 8 kHz, 300–3400 Hz): how long after a pause each recogniser has its words
 * and how many are wrong, and how soon each voice is heard. Prints a table and JSON.
 *
 *     npx tsx bench/speech-local.ts [--models ./models] [--sentences 20] [--no-sphinx]
 *
 * Without `--models` the weights beside the repository are pulled from loopback into a temporary folder; where there are none, only
 * the built-in tier is measured.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Recogniser, Synthesiser } from "@ongea/conversation";
import { createRecogniser, createSynthesiser, linkToHost, type HostLinks } from "@ongea/providers";
import { findInstalled, knownModels, pullModel, startBuiltinHost, startLocalHost } from "@ongea/providers/hosts";
import {
  CALL_CENTRE_SENTENCES,
  listenWith,
  fliteSpeech,
  joined,
  quiet,
  resampled,
  startMirror,
  testWeights,
  throughTelephone,
  wordErrors,
} from "@ongea/providers/testing";

const { values } = parseArgs({
  options: {
    models: { type: "string" },
    sentences: { type: "string", default: "20" },
    "no-sphinx": { type: "boolean", default: false },
  },
});
const sentences = CALL_CENTRE_SENTENCES.slice(0, Number(values.sentences));
const never = new AbortController().signal;
const folder = mkdtempSync(join(tmpdir(), "ongea-bench-"));
const results: Record<string, unknown>[] = [];

try {
  await measure();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure(): Promise<void> {
  const models = await modelsIn(values.models);
  const builtin = await startBuiltinHost({ socketPath: join(folder, "builtin") });
  const local =
    models.ids.length === 0
      ? undefined
      : await startLocalHost({ socketPath: join(folder, "local") }, { modelsFolder: models.folder, models: models.ids });
  const links: HostLinks = { builtin: linkToHost(builtin.socketPath), ...(local ? { local: linkToHost(local.socketPath) } : {}) };
  try {
    const voices = models.voice ? [createSynthesiser({ use: "local", model: models.voice }, links)] : [];
    const callers = [flite("slt"), flite("rms"), ...voices.map(neural)];
    const ears: Recogniser[] = models.recogniser ? [createRecogniser({ use: "local", model: models.recogniser }, links)] : [];
    if (!values["no-sphinx"]) ears.push(createRecogniser({ use: "builtin" }, links));
    for (const recogniser of ears) for (const caller of callers) results.push(await listenTo(recogniser, caller));
    for (const voice of [createSynthesiser({ use: "builtin" }, links), ...voices]) results.push(await speakWith(voice));
  } finally {
    links.builtin?.close();
    links.local?.close();
    await Promise.all([builtin.stop(), local?.stop()]);
  }
  console.table(results);
  console.log(JSON.stringify({ bench: "speech-local", sentences: sentences.length, results }));
}

interface Models {
  folder: string;
  ids: string[];
  recogniser?: string;
  voice?: string;
}

async function modelsIn(given: string | undefined): Promise<Models> {
  if (!given && !testWeights) return { folder, ids: [] };
  if (!given && testWeights) {
    const mirror = await startMirror(testWeights);
    for (const model of knownModels().filter(({ kind }) => kind === "recogniser" || kind === "voice")) {
      await pullModel(model, { modelsFolder: folder, mirror: mirror.url });
    }
    await mirror.close();
  }
  const modelsFolder = given ?? folder;
  const found = (await findInstalled(modelsFolder)).models.map(({ description }) => description);
  const recogniser = found.find(({ kind, engine }) => kind === "recogniser" && engine !== "streaming-transducer")?.id;
  const voice = found.find(({ kind }) => kind === "voice")?.id;
  const ids = [recogniser, voice].filter((id) => id !== undefined);
  return { folder: modelsFolder, ids, ...(recogniser ? { recogniser } : {}), ...(voice ? { voice } : {}) };
}

interface Caller {
  name: string;
  say(text: string): Promise<Int16Array>;
}

function flite(voice: string): Caller {
  return { name: voice, say: (text) => fliteSpeech(text, voice) };
}

function neural(voice: Synthesiser): Caller {
  return {
    name: voice.name,
    async say(text) {
      const parts: Int16Array[] = [];
      for await (const { samples, sampleRateHz } of voice.speak({ text, language: "en" }, never))
        parts.push(resampled(samples, sampleRateHz, 16_000));
      return joined(parts);
    },
  };
}

async function listenTo(recogniser: Recogniser, caller: Caller): Promise<Record<string, unknown>> {
  const ears = listenWith(recogniser);
  const delays: number[] = [];
  let [errors, words, seconds] = [0, 0, 0];
  await ears.hear(throughTelephone(await caller.say("hello"), 16_000));
  for (const sentence of sentences) {
    const sound = throughTelephone(joined([quiet(300), await caller.say(sentence), quiet(120)]), 16_000);
    // In real time, as on a call: a streaming recogniser works while the caller speaks.
    const heard = await ears.hear(sound, [], recogniser.name === "PocketSphinx");
    const counted = wordErrors(sentence, heard.words.text);
    delays.push(heard.tookMs);
    errors += counted.errors;
    words += counted.words;
    seconds += sound.length / 16_000;
  }
  ears.listening.close();
  return {
    part: "recogniser",
    name: recogniser.name,
    caller: caller.name,
    wordErrorPercent: round((100 * errors) / words),
    pauseToWordsP50Ms: Math.round(quantile(delays, 0.5)),
    pauseToWordsMaxMs: Math.round(quantile(delays, 1)),
    secondsHeard: round(seconds),
  };
}

async function speakWith(voice: Synthesiser): Promise<Record<string, unknown>> {
  const firsts: number[] = [];
  let [busyMs, seconds] = [0, 0];
  for (const sentence of sentences) {
    const beganMs = performance.now();
    let first = 0;
    for await (const { samples, sampleRateHz } of voice.speak({ text: `${sentence}, please.`, language: "en" }, never)) {
      first ||= performance.now() - beganMs;
      seconds += samples.length / sampleRateHz;
    }
    busyMs += performance.now() - beganMs;
    firsts.push(first);
  }
  return {
    part: "voice",
    name: voice.name,
    firstSoundP50Ms: Math.round(quantile(firsts, 0.5)),
    firstSoundMaxMs: Math.round(quantile(firsts, 1)),
    realTimeFactor: Math.round(busyMs / seconds) / 1_000,
  };
}

function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function round(number: number): number {
  return Math.round(number * 10) / 10;
}
