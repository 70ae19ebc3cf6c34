/** Answers to the questions of a dialogue, over a telephone: how many become the right value, by kind, with which ears, said by whom. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Recogniser } from "@ongea/conversation";
import { createRecogniser, linkToHost } from "@ongea/providers";
import { findInstalled, knownModels, pullModel, startBuiltinHost, startLocalHost } from "@ongea/providers/hosts";
import { earsOf, humanCallers, slotsHeard, startMirror, synthetic, testWeights, type SlotCaller } from "@ongea/providers/testing";
import type { Results } from "./driver/table.ts";

const RECORDINGS = resolve(".ongea/bench-sets/voices");
const QUICK_VOICES = ["rms", "slt"];

/** `modelsFolder`: with a recogniser that has been pulled; without one, where weights for tests lie beside the repository, those. */
export async function slots(results: Results, quick: boolean, modelsFolder = resolve("models")): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "ongea-bench-"));
  const builtin = await startBuiltinHost({ socketPath: join(folder, "builtin") });
  const model = await localModel(modelsFolder, folder);
  const local =
    model && (await startLocalHost({ socketPath: join(folder, "local") }, { modelsFolder: model.folder, models: [model.id] }));
  const links = { builtin: linkToHost(builtin.socketPath), ...(local ? { local: linkToHost(local.socketPath) } : {}) };
  try {
    const ears: [string, Recogniser][] = [["built-in", createRecogniser({ use: "builtin" }, links)]];
    if (model) {
      const settings = { use: "local" as const, model: model.id, streaming: model.isStreaming };
      ears.push([`${model.id} alone`, createRecogniser(settings, links)]);
      ears.push([`${model.id} with built-in`, createRecogniser({ ...settings, guided: true }, links)]);
    } else results.note("slots: no local recogniser was there: npm run models -- pull whisper-base.");
    const people: [string, readonly SlotCaller[]][] = [
      ["synthetic", synthetic(quick ? QUICK_VOICES : undefined)],
      ["people", humanCallers(RECORDINGS, (line) => results.note(line))],
    ];
    for (const [name, recogniser] of ears)
      for (const [who, callers] of people) if (callers.length > 0) await measure(results, [name, recogniser], [who, callers]);
  } finally {
    links.builtin.close();
    if ("local" in links) links.local?.close();
    await Promise.all([builtin.stop(), local?.stop()]);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(
  results: Results,
  [name, recogniser]: [string, Recogniser],
  [who, callers]: [string, readonly SlotCaller[]],
): Promise<void> {
  const ears = earsOf(recogniser, "en", ["Mary Smith", "Grace Wanjiku"]);
  // In real time where two hear: the slower one is waited for no longer than in a call.
  const isPaced = name.includes("with");
  const { right, of, wrong, wrongUnasked, missed } = await slotsHeard(
    async (sound, expected) => (await ears.hear(sound, expected, isPaced)).words,
    callers,
  );
  ears.listening.close();
  for (const [kind, count] of Object.entries(of)) {
    results.add("slots", `${name}, ${who}: ${kind}`, {
      answers: count,
      right: right[kind] ?? 0,
      "another value": wrong[kind] ?? 0,
      "looked up by it unasked": wrongUnasked[kind] ?? 0,
    });
  }
  for (const line of missed) console.log(`  ${line}`);
}

interface Found {
  folder: string;
  id: string;
  isStreaming: boolean;
}

async function localModel(modelsFolder: string, folder: string): Promise<Found | undefined> {
  const whisper = knownModels().find(({ id }) => id === "whisper-base-int8");
  const { models } = await findInstalled(modelsFolder);
  const found = models.find(({ description }) => description.kind === "recogniser")?.description;
  if (found) return { folder: modelsFolder, id: found.id, isStreaming: found.engine === "streaming-transducer" };
  if (!testWeights || !whisper) return undefined;
  const mirror = await startMirror(testWeights);
  try {
    await pullModel(whisper, { modelsFolder: folder, mirror: mirror.url });
  } finally {
    await mirror.close();
  }
  return { folder, id: whisper.id, isStreaming: false };
}
