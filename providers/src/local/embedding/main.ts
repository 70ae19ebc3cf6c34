/** The program of the embedding host: a model that says what texts mean, in a process of its own, so that no call's ears wait for it. */
import { z } from "zod";
import { runSpeechHost } from "../../host/program.ts";
import { findInstalled, verifyModel } from "../models/installed.ts";
import { loadE5 } from "./e5.ts";
import { createEmbeddingEngine } from "./embedding-engine.ts";

const hostSettings = z.object({ modelsFolder: z.string(), model: z.string() });

runSpeechHost(async (settings) => {
  const { modelsFolder, model: id } = hostSettings.parse(settings);
  const { models } = await findInstalled(modelsFolder);
  const found = models.find(({ description }) => description.id === id);
  if (found?.description.engine !== "e5") throw new Error(`the model ${id} is not in the models folder`);
  // Only the pinned bytes are loaded.
  const wrong = await verifyModel(found);
  if (wrong.length > 0) throw new Error(`${id}: ${wrong.join(", ")} is not what was pulled`);
  const { name, dimensions } = found.description;
  return { embedding: createEmbeddingEngine(await loadE5(found, found.description), { id, name, dimensions }) };
});
