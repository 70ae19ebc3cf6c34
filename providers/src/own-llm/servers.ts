/** Language model servers on this machine, by OpenAI's protocol or their own: who is there, and which models they have. */
import { askJson } from "../check/ask-json.ts";
import { modelListAt } from "./protocol.ts";

export interface LlmServer {
  /** Up to and with the version: `http://127.0.0.1:8080/v1`. */
  baseUrl: string;
  name: string;
  /** Empty: it is there, and has none. */
  models: readonly string[];
}

export interface KnownServer {
  baseUrl: string;
  name: string;
}

/** Where they listen when nobody says otherwise. */
export const KNOWN_SERVERS: readonly KnownServer[] = [
  { name: "Ollama", baseUrl: "http://127.0.0.1:11434/api" },
  { name: "llama-server", baseUrl: "http://127.0.0.1:8080/v1" },
  // Where it will listen: https://github.com/ggml-org/llama.cpp/pull/26508
  { name: "llama-server", baseUrl: "http://127.0.0.1:9931/v1" },
  { name: "vLLM", baseUrl: "http://127.0.0.1:8000/v1" },
];

const TIMEOUT_MS = 2_000;
const MOST_MODELS = 50;

/** In the order of the servers. What answers with anything but a list of models is none. */
export async function findServers(servers: readonly KnownServer[], apiKey: string): Promise<LlmServer[]> {
  const found = await Promise.all(servers.map((server) => lookAt(server, apiKey)));
  return found.filter((one) => one !== undefined);
}

async function lookAt({ baseUrl, name }: KnownServer, apiKey: string): Promise<LlmServer | undefined> {
  const { url, headers, modelsIn } = modelListAt(baseUrl, apiKey);
  const answer = await askJson({ url, headers, secrets: apiKey === "" ? [] : [apiKey] }, { timeoutMs: TIMEOUT_MS });
  const models = answer.ok ? modelsIn(answer.json) : undefined;
  return models && { baseUrl, name, models: models.slice(0, MOST_MODELS) };
}
