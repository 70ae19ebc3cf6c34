/** Neural models that the operator has pulled: started as one host for all calls. */
import { findInstalled, startLocalHost, type HostEvent, type ModelDescription, type SpeechHost } from "@ongea/providers/hosts";

export interface LocalModels {
  /** Of those that run. */
  readonly models: readonly ModelDescription[];
  readonly host: SpeechHost | undefined;
  /** Why models that are there do not run. */
  readonly problems: readonly string[];
}

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

/** One recogniser, one end of turn, every voice. A small language model invents facts and is not given to callers unasked. */
function usable(models: readonly ModelDescription[]): ModelDescription[] {
  const first = (kind: ModelDescription["kind"]): ModelDescription[] => models.filter((model) => model.kind === kind).slice(0, 1);
  return [...first("recogniser"), ...first("end-of-turn"), ...models.filter((model) => model.kind === "voice")];
}
