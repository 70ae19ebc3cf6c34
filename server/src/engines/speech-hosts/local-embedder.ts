/** The model on this machine that says what texts mean: a host of its own, started when somebody first wants it. */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createHostEmbedder, linkToHost, type Embedder } from "@ongea/providers";
import { findInstalled, startEmbeddingHost } from "@ongea/providers/hosts";
import type { Log } from "../../platform/log/log.ts";
import { memoizeFor } from "../../platform/async/memoize.ts";
import { socketFolder } from "./speech-hosts.ts";

export interface LocalEmbedder {
  /** Its name; undefined: none has been pulled. */
  model(): Promise<string | undefined>;
  /** Undefined where there is none. Rejects when it cannot be started. */
  embedder(): Promise<Embedder | undefined>;
  stop(): Promise<void>;
}

export interface LocalEmbedderParts {
  dataDir: string;
  modelsFolder: string;
  log: Pick<Log, "info" | "warn">;
}

interface Running {
  embedder: Embedder;
  end(): Promise<void>;
}

/** Somebody may be pulling one. */
const FRESH_MS = 10_000;
/** One that cannot be started is not tried in every turn. */
const TRY_AGAIN_MS = 60_000;

export function createLocalEmbedder({ dataDir, modelsFolder, log }: LocalEmbedderParts): LocalEmbedder {
  const installed = memoizeFor(FRESH_MS, async (folder) => {
    const { models } = await findInstalled(folder);
    return models.find(({ description }) => description.kind === "embedding")?.description;
  });
  let running: Promise<Running> | undefined;
  let stopped = false;

  async function start(model: string): Promise<Running> {
    const folder = socketFolder(dataDir);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const socketPath = join(folder, "embedding.sock");
    rmSync(socketPath, { force: true });
    const host = await startEmbeddingHost(
      {
        socketPath,
        onEvent(event) {
          if (event.kind === "said") log.info({ line: event.line }, "The embedding host said something");
          else if (event.kind === "ready") log.info({ pid: event.pid }, "The embedding host is ready");
          else log.warn({ code: event.code, signal: event.signal }, "The embedding host stopped");
        },
      },
      { modelsFolder, model },
    );
    const link = linkToHost(socketPath);
    return {
      embedder: createHostEmbedder(link, model),
      async end() {
        link.close();
        await host.stop();
      },
    };
  }

  return {
    model: async () => (await installed(modelsFolder))?.name,
    async embedder() {
      const description = await installed(modelsFolder);
      if (!description || stopped) return undefined;
      if (!running) {
        const starting = start(description.id);
        running = starting;
        starting.catch((error: unknown) => {
          log.warn({ err: error }, "The embedding model cannot be started");
          setTimeout(() => running === starting && (running = undefined), TRY_AGAIN_MS).unref();
        });
      }
      return (await running).embedder;
    },
    async stop() {
      stopped = true;
      const left = await running?.catch(() => undefined);
      await left?.end();
    },
  };
}
