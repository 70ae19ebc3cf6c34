/** The ears of this machine, in processes of their own as in a call: the built-in ones, and a local model where there is one. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Recogniser } from "@ongea/conversation";
import { createRecogniser, linkToHost } from "@ongea/providers";
import { findInstalled, knownModels, pullModel, startBuiltinHost, startLocalHost } from "@ongea/providers/hosts";
import { startMirror, testWeights } from "@ongea/providers/testing";

export interface BenchEars {
  name: string;
  recogniser: Recogniser;
  /** In real time where two hear: the slower one is waited for no longer than in a call. */
  isPaced: boolean;
}

/** `modelsFolder`: with a recogniser that has been pulled; without one, where weights for tests lie beside the repository, those. */
export async function openEars(modelsFolder: string): Promise<{ ears: BenchEars[]; close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), "ongea-bench-"));
  const builtin = await startBuiltinHost({ socketPath: join(folder, "builtin") });
  const model = await localModel(modelsFolder, folder);
  const local =
    model && (await startLocalHost({ socketPath: join(folder, "local") }, { modelsFolder: model.folder, models: [model.id] }));
  const links = { builtin: linkToHost(builtin.socketPath), ...(local ? { local: linkToHost(local.socketPath) } : {}) };
  const ears: BenchEars[] = [{ name: "built-in", recogniser: createRecogniser({ use: "builtin" }, links), isPaced: false }];
  if (model) {
    const settings = { use: "local" as const, model: model.id, streaming: model.isStreaming };
    ears.push({ name: `${model.id} alone`, recogniser: createRecogniser(settings, links), isPaced: false });
    const both = createRecogniser({ ...settings, guided: true }, links);
    ears.push({ name: `${model.id} with built-in`, recogniser: both, isPaced: true });
  }
  return {
    ears,
    async close() {
      links.builtin.close();
      if ("local" in links) links.local?.close();
      await Promise.all([builtin.stop(), local?.stop()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
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
