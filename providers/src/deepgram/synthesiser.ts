import type { Synthesiser } from "@ongea/conversation";
import type { ServiceAccess } from "../http/ask.ts";
import { createHttpVoice } from "../sound/spoken-answer.ts";
import { DEEPGRAM } from "./addresses.ts";

export interface DeepgramSynthesiserOptions extends Omit<ServiceAccess, "baseUrl"> {
  apiKey: string;
  /** What Deepgram calls a model: `aura-2-thalia-en`. */
  voice: string;
  baseUrl?: string;
  name?: string;
}

const RATE_HZ = 16_000;
/** What one request takes. */
const MOST_CHARACTERS = 2_000;

/** TTS: Deepgram's Aura, asked for each clause. */
export function createDeepgramSynthesiser(options: DeepgramSynthesiserOptions): Synthesiser {
  const { voice, baseUrl = DEEPGRAM } = options;
  const query = { model: voice, encoding: "linear16", sample_rate: String(RATE_HZ), container: "none" };
  return createHttpVoice({
    access: { ...options, baseUrl, keyScheme: "Token", query },
    name: options.name ?? `deepgram ${voice}`,
    path: "v1/speak",
    mostCharacters: MOST_CHARACTERS,
    sampleRateHz: RATE_HZ,
    body: ({ text }) => ({ text }),
  });
}
