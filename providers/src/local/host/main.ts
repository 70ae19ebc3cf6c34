/** The program of the local speech host: neural models, in a process of their own. */
import { join } from "node:path";
import { z } from "zod";
import { runSpeechHost } from "../../host/program.ts";
import type { Service } from "../../host/service.ts";
import { createVoiceService } from "../../host/voice-service.ts";
import { findInstalled, verifyModel, type InstalledModel } from "../models/installed.ts";
import { loadLlamaEngine } from "../models/llama-engine.ts";
import { createMindService } from "./mind-service.ts";
import { createNeuralSpeaker } from "./neural-voice.ts";
import { hearsSegments, loadSegmentEars } from "./segment-ears.ts";
import { createSegmentService } from "./segment-service.ts";
import { loadSherpa } from "./sherpa.ts";
import { createSmartTurnService } from "./smart-turn.ts";
import { createStreamService, loadStreamRecognizer } from "./stream-ears.ts";

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
  const sherpa = loadSherpa();
  const services: Record<string, Service> = {};
  for (const model of chosen) {
    const { description } = model;
    if (hearsSegments(description))
      services["segments"] = createSegmentService(await loadSegmentEars(sherpa, model, description, threads));
    else if (description.engine === "streaming-transducer") {
      services["ears"] = createStreamService(loadStreamRecognizer(sherpa, model, description, threads), description);
    } else if (description.engine === "llama") {
      services["mind"] = await createMindService(await loadLlamaEngine(modelsFolder), model, description, threads);
    } else if (description.engine === "smart-turn") services["turn"] = createSmartTurnService(model, description);
  }
  if (chosen.some(({ description }) => description.kind === "voice")) {
    services["voice"] = createVoiceService(await createNeuralSpeaker(sherpa, chosen, join(modelsFolder, ".prepared")), 1);
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
