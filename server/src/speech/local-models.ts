/** Neural models that the operator has pulled: started as one host for all calls, offered where they are not there. Never fetched here. */
import {
  findInstalled,
  publicModels,
  sizeOf,
  startLocalHost,
  type HostEvent,
  type ModelDescription,
  type SpeechHost,
} from "@ongea/providers/hosts";

export interface LocalModels {
  /** Of those that run. */
  readonly models: readonly ModelDescription[];
  readonly host: SpeechHost | undefined;
  /** Why models that are there do not run. */
  readonly problems: readonly string[];
}

/** What a model of ours would improve, where it has not been pulled. */
export interface ModelOffer {
  id: string;
  part: "ears" | "voice" | "end of turn";
  megabytes: number;
  improves: string;
}

const PARTS: Partial<Record<ModelDescription["kind"], ModelOffer["part"]>> = {
  recogniser: "ears",
  voice: "voice",
  "end-of-turn": "end of turn",
};

export async function startLocalModels(
  folder: string,
  socketPath: string,
  onEvent: (event: HostEvent) => void,
): Promise<LocalModels> {
  const found = await findInstalled(folder);
  const models = usable(found.models.map(({ description }) => description));
  if (models.length === 0) return { models, host: undefined, problems: found.problems };
  try {
    const host = await startLocalHost({ socketPath, onEvent }, { modelsFolder: folder, models: models.map(({ id }) => id) });
    return { models, host, problems: found.problems };
  } catch (error) {
    const problem = `The local models could not be loaded: ${error instanceof Error ? error.message : String(error)}`;
    return { models: [], host: undefined, problems: [...found.problems, problem] };
  }
}

/** One model for each part that has none yet: the first that anybody can pull and may use for a business. */
export async function modelOffers(folder: string): Promise<ModelOffer[]> {
  const served = new Set((await findInstalled(folder)).models.map(({ description }) => description.kind));
  const offers: ModelOffer[] = [];
  for (const model of publicModels()) {
    const part = PARTS[model.kind];
    if (!part || served.has(model.kind) || model.trialsOnly) continue;
    served.add(model.kind);
    offers.push({ id: model.id, part, megabytes: Math.ceil(sizeOf(model) / 1_000_000), improves: model.improves });
  }
  return offers;
}

/** One recogniser, one end of turn, every voice. A small language model invents facts and is not given to callers unasked. */
function usable(models: readonly ModelDescription[]): ModelDescription[] {
  const first = (kind: ModelDescription["kind"]): ModelDescription[] => models.filter((model) => model.kind === kind).slice(0, 1);
  return [...first("recogniser"), ...first("end-of-turn"), ...models.filter((model) => model.kind === "voice")];
}
