/** Services at an address that a person gave: which protocol they speak, and how they list their models. Of OpenAI's, where nothing says otherwise. */
import { z } from "zod";

export type Protocol = "openai" | "gemini" | "ollama";

export interface ModelList {
  url: URL;
  headers: Readonly<Record<string, string>>;
  /** Answers that mean: not with this key. */
  refusals: readonly number[];
  /** Undefined: the answer is no list of models. */
  modelsIn(json: unknown): string[] | undefined;
}

const GOOGLE = "generativelanguage.googleapis.com";
const OLLAMA_PORT = "11434";

export function protocolAt(address: string): Protocol {
  const { hostname, port, pathname } = new URL(address);
  const path = pathname.replace(/\/+$/, "");
  // Google and Ollama have a path for OpenAI's protocol, too.
  if (path.endsWith("/openai")) return "openai";
  if (hostname === GOOGLE) return "gemini";
  if (path.endsWith("/v1")) return "openai";
  if (port === OLLAMA_PORT || path.endsWith("/api/chat")) return "ollama";
  return path.endsWith("/v1beta") ? "gemini" : "openai";
}

/** Of a language model's settings, the name by which its usage tells of it: the protocol of an address, or the vendor. */
export function serviceOf({ use, baseUrl }: { use: string; baseUrl?: string | undefined }): string {
  return use === "openai" && baseUrl !== undefined ? protocolAt(baseUrl) : use;
}

/** Up to and with the version, as the adapter of its protocol wants it. */
export function baseUrlAt(address: string): string {
  const { hostname, origin } = new URL(address);
  const protocol = protocolAt(address);
  if (protocol === "ollama") return `${address.replace(/(?:\/api(?:\/chat)?)?\/*$/, "")}/api`;
  return protocol === "gemini" && hostname === GOOGLE ? `${origin}/v1beta` : address;
}

const ids = z.object({ data: z.array(z.object({ id: z.string().min(1).max(200) })).nullable() });
const names = z.object({ models: z.array(z.object({ name: z.string().min(1).max(200) })).nullish() });

export function modelListAt(address: string, apiKey = ""): ModelList {
  const protocol = protocolAt(address);
  const url = new URL(`${baseUrlAt(address).replace(/\/+$/, "")}/${protocol === "ollama" ? "tags" : "models"}`);
  const bearer = apiKey === "" ? {} : { authorization: `Bearer ${apiKey}` };
  const modelsIn: ModelList["modelsIn"] = (json) => {
    const list = names.safeParse(json).data;
    return list && (list.models ?? []).map(({ name }) => name.replace(/^models\//, ""));
  };
  // It answers 400 to a key that is none.
  if (protocol === "gemini")
    return { url, headers: apiKey === "" ? {} : { "x-goog-api-key": apiKey }, refusals: [400, 401, 403], modelsIn };
  if (protocol === "ollama") return { url, headers: bearer, refusals: [401, 403], modelsIn };
  return {
    url,
    headers: bearer,
    refusals: [401, 403],
    modelsIn: (json) => {
      const list = ids.safeParse(json).data;
      return list && (list.data ?? []).map(({ id }) => id);
    },
  };
}
