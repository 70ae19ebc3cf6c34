/** Voices and what they have spoken. */
export { voiceRoutes } from "./routes.ts";
export { addMadeVoices, type MadeSample, type MadeVoice } from "./store.ts";
export { voiceMigrations } from "./tables.ts";
