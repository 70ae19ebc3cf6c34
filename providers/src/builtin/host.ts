/** The program of the built-in speech host: voices and PocketSphinx, in a process of their own. */
import { z } from "zod";
import { runSpeechHost } from "../host/program.ts";
import { createVoiceService } from "../host/voice-service.ts";
import { createBuiltinSpeaker } from "./voices/speaker.ts";

const hostSettings = z.object({
  /** Clauses that are spoken at the same time. */
  voicesAtOnce: z.number().int().min(1).max(64).default(4),
});

runSpeechHost(async (settings) => {
  const { voicesAtOnce } = hostSettings.parse(settings ?? {});
  return { voice: createVoiceService(await createBuiltinSpeaker(), voicesAtOnce) };
});
