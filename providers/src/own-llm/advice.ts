/** Which model fits a machine that has no language model yet, and the commands that get it. Models of the catalogue only, with their licence. */
import { publicModels } from "../local/manifest/index.ts";

export interface Machine {
  cores: number;
  memoryGb: number;
}

/** The largest first. The small ones only tell the rules what a caller meant. */
const FITS = [
  { id: "qwen3-4b-2507", cores: 8, memoryGb: 15, isSmall: false },
  { id: "qwen3.5-2b", cores: 4, memoryGb: 7, isSmall: true },
  { id: "qwen3-0.6b", cores: 2, memoryGb: 3, isSmall: true },
];
/** Models of this size speak them badly; the rules know their numbers, days and names. */
const BEYOND_SMALL_MODELS = new Map([
  ["sw", "Swahili"],
  ["ha", "Hausa"],
  ["yo", "Yoruba"],
  ["zu", "Zulu"],
  ["am", "Amharic"],
]);
const CONTEXT_A_CALL = 4_096;

export function adviceFor({ cores, memoryGb }: Machine, languages: readonly string[]): string[] {
  const has = `This machine has ${cores} cores and ${Math.floor(memoryGb)} GB of memory.`;
  const fit = FITS.find((one) => cores >= one.cores && memoryGb >= one.memoryGb);
  const model = publicModels().find(({ id }) => id === fit?.id);
  const [file] = model?.files ?? [];
  if (!model || !file?.url)
    return [
      `${has} A language model needs two cores and 4 GB.`,
      "The rule-based dialogue answers calls here. A model on another machine works too: set LLM_BASE_URL.",
    ];
  const calls = cores >= 16 ? 4 : 2;
  const beyond = languages.flatMap((one) => BEYOND_SMALL_MODELS.get(one.split("-")[0] ?? one) ?? []);
  return [
    `${has} ${model.name} fits it (${model.licence}, ${(file.bytes / 1e9).toFixed(1)} GB). ${model.neverRun ? "It was never run here: measure it." : ""}`.trim(),
    ...(fit?.isSmall ? ["It is small: it tells the rule-based dialogue what a caller meant, and does not speak itself."] : []),
    ...(beyond.length === 0 || fit?.isSmall
      ? []
      : [`It speaks ${beyond.join(", ")} badly. Leave agents in these languages to the rule-based dialogue.`]),
    "Install llama.cpp (MIT): `brew install llama.cpp`, or a build from https://github.com/ggml-org/llama.cpp/releases. Then:",
    `  curl -L -o ${file.path} ${file.url}`,
    `  llama-server -m ${file.path} --jinja -c ${CONTEXT_A_CALL * calls} -np ${calls} --host 127.0.0.1 --port 8080`,
    "Then run `npm run llm` again. It measures what callers will wait.",
  ];
}
