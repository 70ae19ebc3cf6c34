/** Connected services that say what texts mean: those that speak OpenAI's protocol. */
import { createOpenAiEmbedder, type Embedder } from "@ongea/providers";
import type { Log } from "../../platform/log/log.ts";
import { memoizeFor } from "../../platform/async/memoize.ts";
import type { KeyRing } from "../../platform/secrets/key-ring.ts";
import { openCredentials } from "./credentials.ts";
import type { AllowedPrivate } from "./vendor-settings.ts";
import type { ConnectionStore, StoredConnection } from "./store.ts";

export interface ConnectedEmbedders {
  services(workspaceId: string): Promise<{ service: string; name: string; models: string[] }[]>;
  /** Undefined: it is not connected, or its key cannot be used. */
  of(workspaceId: string, service: string, model: string): Promise<Embedder | undefined>;
}

export interface ConnectedEmbeddersParts {
  store: Pick<ConnectionStore, "all">;
  ring: KeyRing;
  /** Private addresses that a service of one's own may have all the same. */
  allowed: AllowedPrivate;
  log: Pick<Log, "warn">;
}

const OPENAI = { baseUrl: "https://api.openai.com/v1", models: ["text-embedding-3-small", "text-embedding-3-large"] };
/** Another server may have changed something. */
const FRESH_MS = 2_000;
const MOST_KEPT = 500;

export function createConnectedEmbedders({ store, ring, allowed, log }: ConnectedEmbeddersParts): ConnectedEmbedders {
  const rowsOf = memoizeFor(FRESH_MS, async (workspaceId) =>
    (await store.all(workspaceId)).filter(
      ({ own, provider, state }) => (own || provider === "openai") && state !== "refused" && state !== "incomplete",
    ),
  );
  /** One that asks to be left alone is known again. */
  const made = new Map<string, Embedder>();

  function make(row: StoredConnection, model: string): Embedder | undefined {
    try {
      const { key, base_url: baseUrl } = openCredentials(ring, row);
      const apiKey = key === undefined ? {} : { apiKey: key };
      const where = baseUrl === undefined ? { baseUrl: OPENAI.baseUrl } : { baseUrl, allowedPrivate: [...allowed] };
      if (row.own && baseUrl === undefined) return undefined;
      return createOpenAiEmbedder({ ...apiKey, ...where, model, name: `${row.provider} ${model}` });
    } catch (error) {
      log.warn({ err: error, connection: row.id }, "A connection could not be opened");
      return undefined;
    }
  }

  return {
    services: async (workspaceId) =>
      (await rowsOf(workspaceId)).map(({ provider, name, own, models }) => {
        const embeds = models.filter((model) => /embed|bge|e5|gte|minilm/i.test(model));
        return { service: provider, name, models: own ? embeds : OPENAI.models };
      }),
    async of(workspaceId, service, model) {
      const row = (await rowsOf(workspaceId)).find(({ provider }) => provider === service);
      if (!row) return undefined;
      const place = `${row.id}/${row.revision}/${model}`;
      const known = made.get(place);
      if (known) return known;
      const embedder = make(row, model);
      if (made.size >= MOST_KEPT) made.clear();
      if (embedder) made.set(place, embedder);
      return embedder;
    },
  };
}
