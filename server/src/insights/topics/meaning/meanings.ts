/**
 * What an embedding model makes of callers' words. A model that fails is left alone for a while, and never in anybody's way: topics are
 * found by words then.
 */
import { LONGEST_TOPIC_EXAMPLE, type TopicComparison } from "@ongea/contract";
import { memoizeFor } from "../../../platform/async/memoize.ts";
import type { Log } from "../../../platform/log/log.ts";
import type { MeaningStore } from "./store.ts";

/** The model that most of a workspace's knowledge is compared by. */
export interface TextModel {
  embedding: TopicComparison["embedding"];
  embeddingService: string | null;
  embeddingModel: string | null;
  /** Only vectors of one space can be compared. */
  space: string;
  /** In order. Rejects where the model cannot be used. */
  embed(texts: readonly string[], signal: AbortSignal): Promise<{ vectors: Int8Array[]; tokens: number }>;
  /** Of so many tokens, in US dollars; null: nobody knows. */
  costOf(tokens: number): number | null;
}

export interface TextModels {
  /** Texts about anything. */
  readonly nothing: readonly string[];
  /** Undefined: the workspace has none. */
  of(workspaceId: string): Promise<TextModel | undefined>;
}

export interface Meaning {
  space: string;
  /** Of texts about anything. */
  nothing: readonly Int8Array[];
  /** False: the vector is of a model that answers otherwise by now. */
  fits(vector: Int8Array): boolean;
  /** In order; undefined: the model has failed. Never rejects. */
  embed(texts: readonly string[]): Promise<Int8Array[] | undefined>;
}

export interface Meanings {
  /** Which model a workspace has; a change may be a moment old. */
  modelOf(workspaceId: string): Promise<TextModel | undefined>;
  /** The same one until the model changes. Undefined: the workspace has no model, or it has failed a while ago. */
  of(workspaceId: string): Promise<Meaning | undefined>;
  /** It has failed a while ago. */
  rests(workspaceId: string, model: TextModel): boolean;
}

export interface MeaningsParts {
  models: TextModels;
  store: Pick<MeaningStore, "addTokens">;
  log: Pick<Log, "warn">;
  nowMs(): number;
}

/** Texts in one request, and how long one may take. */
const AT_ONCE = 16;
const TIMEOUT_MS = 15_000;
const FIRST_REST_MS = 30_000;
const LONGEST_REST_MS = 3_600_000;
/** Of workspaces and their models. */
const MOST_KEPT = 1_000;
const FRESH_MS = 5_000;

export function createMeanings({ models, store, log, nowMs }: MeaningsParts): Meanings {
  const modelOf = memoizeFor(FRESH_MS, (workspaceId) => models.of(workspaceId));
  const made = new Map<string, Meaning>();
  const resting = new Map<string, { untilMs: number; nextMs: number }>();
  const placeOf = (workspaceId: string, { space }: TextModel): string => `${workspaceId} ${space}`;
  const rests: Meanings["rests"] = (workspaceId, model) =>
    nowMs() < (resting.get(placeOf(workspaceId, model))?.untilMs ?? -Infinity);

  async function embed(workspaceId: string, model: TextModel, texts: readonly string[]): Promise<Int8Array[] | undefined> {
    const place = placeOf(workspaceId, model);
    const all: Int8Array[] = [];
    try {
      for (let from = 0; from < texts.length; from += AT_ONCE) {
        const some = texts.slice(from, from + AT_ONCE).map((text) => text.slice(0, LONGEST_TOPIC_EXAMPLE));
        const { vectors, tokens } = await model.embed(some, AbortSignal.timeout(TIMEOUT_MS));
        if (tokens > 0) await store.addTokens(workspaceId, model.space, tokens);
        all.push(...vectors);
      }
      if (all.length !== texts.length || all.some(({ length }) => length !== all[0]?.length))
        throw new Error("The embedding model answered with other vectors than were asked for");
      resting.delete(place);
      return all;
    } catch (error) {
      const restMs = resting.get(place)?.nextMs ?? FIRST_REST_MS;
      keep(resting, place, { untilMs: nowMs() + restMs, nextMs: Math.min(LONGEST_REST_MS, restMs * 2) });
      log.warn({ err: error, restMs }, "Topics are found by words: the embedding model failed");
      return undefined;
    }
  }

  return {
    modelOf,
    rests,
    async of(workspaceId) {
      const model = await modelOf(workspaceId);
      if (!model || rests(workspaceId, model)) return undefined;
      const place = placeOf(workspaceId, model);
      const known = made.get(place);
      if (known) return known;
      const nothing = await embed(workspaceId, model, models.nothing);
      if (!nothing) return undefined;
      const fits = ({ length }: Int8Array): boolean => length === nothing[0]?.length;
      const meaning: Meaning = {
        space: model.space,
        nothing,
        fits,
        async embed(texts) {
          const vectors = await embed(workspaceId, model, texts);
          if (vectors?.every(fits)) return vectors;
          // The same name may be another model by now: it is asked about nothing anew.
          if (vectors) made.delete(place);
          return undefined;
        },
      };
      keep(made, place, meaning);
      return meaning;
    },
  };
}

/** The oldest goes first. */
function keep<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) if (map.size > MOST_KEPT) map.delete(oldest);
}
