/** What hears, thinks and speaks, in parts that can be named in any language. */
import type { SpeechUse } from "@ongea/contract";
import { AGENT_MODEL, type Choices } from "./choices.ts";

type Chosen = Choices["recognisers" | "languageModels" | "voices"][number];

/** `engines`: of the built-in voice, as they were found. */
export function usesOf(choices: readonly Chosen[], engines: readonly string[] = []): SpeechUse[] {
  return choices.map((choice) => useOf(choice, engines)).filter(({ kind, names }) => kind !== "named" || names.length > 0);
}

function useOf({ settings, name }: Chosen, engines: readonly string[]): SpeechUse {
  if (settings.use === "guided") return { kind: "guided", names: [] };
  // Ears that are built in have a name; the voice has the names of its engines.
  if (settings.use === "builtin") return name.startsWith("PocketSphinx") ? PHONES : { kind: "named", names: [...engines] };
  if (settings.use !== "openai") return { kind: "named", names: [name] };
  const { host } = new URL(settings.baseUrl);
  const model = settings.model === AGENT_MODEL ? "" : settings.model;
  const voice = "voice" in settings ? settings.voice : "";
  if (model === "" && !voice) return { kind: "assistants_model", names: [], at: host };
  return { kind: "named", names: [[voice, model].filter(Boolean).join(", ")], at: host };
}

const PHONES: SpeechUse = { kind: "pocketsphinx", names: [] };
