/** The program of the built-in speech host: voices and PocketSphinx, in a process of their own. */
import { z } from "zod";
import { runSpeechHost } from "../host/program.ts";
import { createTtsEngine } from "../host/tts-engine.ts";
import { createSphinxEngine } from "./stt/stt-engine.ts";
import { createBuiltinSpeaker } from "./voices/speaker.ts";

const hostSettings = z.object({
  voicesAtOnce: z.number().int().min(1).max(64).default(4),
  decodersAtMost: z.number().int().min(1).max(64).default(2),
});

runSpeechHost(async (settings) => {
  const { voicesAtOnce, decodersAtMost } = hostSettings.parse(settings ?? {});
  return { voice: createTtsEngine(await createBuiltinSpeaker(), voicesAtOnce), ears: createSphinxEngine(decodersAtMost) };
});
