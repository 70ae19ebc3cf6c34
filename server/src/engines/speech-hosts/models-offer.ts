/** Whether the local models that fit this machine are fetched: as a setting says, as somebody has answered once, or as somebody answers now. */
import type { ModelPull, PullStatus } from "./model-pull.ts";
import { keepChoice, storedChoice, type ModelsChoice } from "./models-choice.ts";

export interface ModelsOffer {
  /** What to ask at a terminal; undefined: nothing is to be asked. */
  question(): string | undefined;
  /** Kept for the next starts. A yes begins to fetch. */
  answer(choice: ModelsChoice): void;
  /** Begins where a setting or an earlier answer says so, so that what was cut off goes on. */
  begin(): void;
  onProgress(tell: (line: string) => void): void;
}

export interface ModelsOfferParts {
  pull: ModelPull;
  dataDir: string;
  setting: readonly string[];
  /** Programs are only tested here: nobody is asked, and nothing is fetched because of an earlier answer. */
  isTesting: boolean;
}

export function createModelsOffer({ pull, dataDir, setting, isTesting }: ModelsOfferParts): ModelsOffer {
  const [word] = setting;
  const isAsked = setting.length === 1 && word === "ask";
  const isWanted = !isAsked && word !== "never";
  return {
    question() {
      const status = pull.status();
      if (!isAsked || isTesting || status.state !== "offered" || storedChoice(dataDir) !== undefined) return undefined;
      return questionOf(status);
    },
    answer(choice) {
      keepChoice(dataDir, choice);
      if (choice === "yes") void pull.begin();
    },
    begin() {
      if (isWanted || (isAsked && !isTesting && storedChoice(dataDir) === "yes")) void pull.begin();
    },
    onProgress(tell) {
      let told = "";
      pull.onChange((status) => {
        const line = progressOf(status);
        if (line !== undefined && line !== told) tell(line);
        told = line ?? told;
      });
    },
  };
}

function questionOf({ models, bytes }: PullStatus): string {
  return [
    `This machine can hear better with models of its own (${megabytes(bytes)} MB, fetched while calls already work):`,
    ...models.map(({ name, improves }) => `  ${name}: ${improves}`),
    "Fetch them now? [Y/n] ",
  ].join("\n");
}

/** In steps of a tenth, so that a terminal is not filled. */
function progressOf({ state, bytes, doneBytes, note }: PullStatus): string | undefined {
  if (state === "pulling") {
    const tenths = Math.floor((10 * doneBytes) / Math.max(1, bytes));
    return `Models       ${tenths * 10} % of ${megabytes(bytes)} MB`;
  }
  if (state === "ready") return "Models       in use: the next call has them";
  return state === "failed" ? `Models       ${note ?? "could not be fetched"}` : undefined;
}

function megabytes(bytes: number): number {
  return Math.ceil(bytes / 1_000_000);
}
