/** The program of the local speech host: neural models, in a process of their own. */
import { join } from "node:path";
import { z } from "zod";
import { runSpeechHost } from "../../host/program.ts";
import type { SpeechEngine } from "../../host/speech-engine.ts";
import { createTtsEngine } from "../../host/tts-engine.ts";
import { createLlmEngine } from "../language-model/llm-engine.ts";
import { findInstalled, verifyModel, type InstalledModel } from "../models/installed.ts";
import { loadLlamaEngine } from "../models/llama-engine.ts";
import { createNeuralSpeaker } from "./neural-voice.ts";
import { hearsSegments, loadSegmentRecogniser } from "./segment-recogniser.ts";
import { createSegmentEngine } from "./segment-engine.ts";
import { loadSherpa, type Sherpa } from "./sherpa.ts";
import { createSmartTurnEngine } from "./smart-turn.ts";
import { createStreamEngine, loadStreamRecognizer } from "./stream-recogniser.ts";

const hostSettings = z.object({
  modelsFolder: z.string(),
  /** Ids of the models to load; each is held in memory. */
  models: z.array(z.string()),
  threads: z.number().int().min(1).max(16).default(1),
  verify: z.boolean().default(true),
});

runSpeechHost(async (settings) => {
  const { modelsFolder, models: ids, threads, verify } = hostSettings.parse(settings);
  const { models } = await findInstalled(modelsFolder);
  const chosen = ids.map((id) => models.find(({ description }) => description.id === id) ?? missing(id));
  if (verify) for (const model of chosen) await insist(model);
  // Only for those that it runs: it takes a while.
  let loaded: Sherpa | undefined;
  const sherpa = (): Sherpa => (loaded ??= loadSherpa());
  const services: Record<string, SpeechEngine> = {};
  for (const model of chosen) {
    const { description } = model;
    if (hearsSegments(description))
      services["segments"] = createSegmentEngine(await loadSegmentRecogniser(sherpa, model, description, threads));
    else if (description.engine === "streaming-transducer") {
      services["ears"] = createStreamEngine(loadStreamRecognizer(sherpa(), model, description, threads), description);
    } else if (description.engine === "llama") {
      services["llm"] = await createLlmEngine(await loadLlamaEngine(modelsFolder), model, description, threads);
    } else if (description.engine === "smart-turn") services["turn"] = createSmartTurnEngine(model, description);
  }
  if (chosen.some(({ description }) => description.kind === "voice")) {
    services["voice"] = createTtsEngine(await createNeuralSpeaker(sherpa(), chosen, join(modelsFolder, ".prepared")), 1);
  }
  return services;
});

/** Only the pinned bytes are loaded. */
async function insist(model: InstalledModel): Promise<void> {
  const wrong = await verifyModel(model);
  if (wrong.length > 0) throw new Error(`${model.description.id}: ${wrong.join(", ")} is not what was pulled`);
}

function missing(id: string): never {
  throw new Error(`the model ${id} is not in the models folder`);
}
