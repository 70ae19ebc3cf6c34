/** A realtime model that hears the caller itself (`tools_config.s2s`), in place of STT and LLM and, in full mode, of TTS. */
import { z } from "zod";

export const REALTIME_MODES = ["half", "full"] as const;
export type RealtimeMode = (typeof REALTIME_MODES)[number];

export interface RealtimeProvider {
  /** As the wire names it. */
  id: string;
  name: string;
  /** The connection whose key it takes: one of the catalogue, or a service of one's own at this host. */
  connection: { id: string } | { host: string };
  modes: readonly RealtimeMode[];
  /** Worth suggesting; the first is the default. */
  models: readonly string[];
  voices: readonly string[];
}

export const REALTIME_PROVIDERS: readonly RealtimeProvider[] = [
  {
    id: "openai_realtime",
    name: "OpenAI Realtime",
    connection: { id: "openai" },
    modes: ["full", "half"],
    models: ["gpt-realtime-2.1", "gpt-realtime-2.1-mini", "gpt-realtime-1.5"],
    voices: ["marin", "cedar", "alloy", "ash", "ballad", "coral", "echo", "sage", "shimmer", "verse"],
  },
  {
    id: "gemini_live",
    name: "Gemini Live",
    connection: { host: "generativelanguage.googleapis.com" },
    modes: ["full", "half"],
    models: ["gemini-3.8-live", "gemini-3.1-flash-live-preview"],
    voices: ["Kore", "Aoede", "Charon", "Fenrir", "Leda", "Orus", "Puck", "Zephyr"],
  },
  {
    id: "ultravox",
    name: "Ultravox",
    connection: { id: "ultravox" },
    modes: ["full", "half"],
    models: ["ultravox-v0.7", "ultravox-v0.6"],
    voices: ["Mark", "Jessica"],
  },
];

export function realtimeProviderNamed(id: string): RealtimeProvider | undefined {
  return REALTIME_PROVIDERS.find((one) => one.id === id);
}

/** What is not read here (turn detection, gates of other engines) is kept as it was written. */
export const S2s = z.looseObject({
  provider: z.string().max(200),
  /** Of a service of one's own, as its connection has it. */
  base_url: z.string().max(2_000).nullish(),
  provider_config: z
    .looseObject({
      model: z.string().max(200).nullish(),
      voice: z.string().max(200).nullish(),
      transcription_model: z.string().max(200).nullish(),
      /** `full`: it speaks itself; `half`: the agent's TTS speaks. Absent: the first that the provider has. */
      mode: z.enum(REALTIME_MODES).nullish(),
    })
    .prefault({}),
});
export type S2s = z.output<typeof S2s>;
