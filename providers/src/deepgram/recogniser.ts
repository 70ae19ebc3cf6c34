import type { ListenOptions, Recogniser } from "@ongea/conversation";
import type { SocketAccess } from "../socket/open-socket.ts";
import { DEEPGRAM, deepgramLanguage } from "./addresses.ts";
import { DeepgramListening } from "./listening.ts";

export interface DeepgramRecogniserOptions {
  apiKey: string;
  /** `nova-3`, `nova-2-phonecall` … */
  model?: string;
  /** Of a region or of an installation of its own; absent: api.deepgram.com. */
  baseUrl?: string;
  connectTimeoutMs?: number;
  /** After a pause, how long words are waited for before the recogniser counts as dead. */
  answerTimeoutMs?: number;
  name?: string;
}

const CONNECT_TIMEOUT_MS = 3_000;
const ANSWER_TIMEOUT_MS = 2_500;
/** What it takes at most: a call whose words are too many would be refused whole. */
const MOST_KEYWORDS = 100;
const MOST_KEYWORD_CHARACTERS = 1_500;

/**
 * STT: Deepgram over its WebSocket. One connection a call, opened when the call begins and kept open through silence; words come while one
 * speaks, and a pause asks for the final ones (`Finalize`).
 */
export function createDeepgramRecogniser(options: DeepgramRecogniserOptions): Recogniser {
  const model = options.model ?? "nova-3";
  const { apiKey, connectTimeoutMs = CONNECT_TIMEOUT_MS, answerTimeoutMs = ANSWER_TIMEOUT_MS } = options;
  return {
    name: options.name ?? `deepgram ${model}`,
    listen: (asked, listener) => {
      const url = listenUrl(options.baseUrl ?? DEEPGRAM, model, asked);
      const access: SocketAccess = { url, headers: { authorization: `Token ${apiKey}` }, secrets: [apiKey], connectTimeoutMs };
      return new DeepgramListening(access, answerTimeoutMs, listener);
    },
  };
}

function listenUrl(baseUrl: string, model: string, { language, keywords }: ListenOptions): URL {
  const url = new URL(baseUrl);
  url.protocol = url.protocol === "http:" ? "ws:" : "wss:";
  url.pathname = `${url.pathname.replace(/\/+$/, "")}/v1/listen`;
  const asked = {
    model,
    language: deepgramLanguage(language),
    encoding: "linear16",
    sample_rate: "16000",
    channels: "1",
    interim_results: "true",
    smart_format: "true",
    // Without it, numbers are held back until they are surely complete.
    no_delay: "true",
  };
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
  const field = model.startsWith("nova-3") ? "keyterm" : "keywords";
  let characters = 0;
  for (const keyword of keywords.slice(0, MOST_KEYWORDS)) {
    const word = keyword.trim().slice(0, 100);
    characters += word.length;
    if (characters > MOST_KEYWORD_CHARACTERS) break;
    if (word !== "") url.searchParams.append(field, word);
  }
  return url;
}
