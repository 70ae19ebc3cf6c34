import type { LanguageModel } from "@ongea/conversation";
import { createGeminiModel } from "../gemini/model.ts";
import { createOllamaModel } from "../ollama/model.ts";
import { createOpenAiModel, type OpenAiModelOptions } from "../openai/chat.ts";
import { baseUrlAt, protocolAt } from "./protocol.ts";

/** A language model at an address that a person gave, by the protocol of that address. Its name begins with the protocol's. */
export function createModelAt(options: Omit<OpenAiModelOptions, "name" | "extra">): LanguageModel {
  const protocol = protocolAt(options.baseUrl);
  const named = { ...options, baseUrl: baseUrlAt(options.baseUrl), name: `${protocol} ${options.model}` };
  if (protocol === "gemini") return createGeminiModel(named);
  return protocol === "ollama" ? createOllamaModel(named) : createOpenAiModel(named);
}
