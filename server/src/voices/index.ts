/** Voices and what they have spoken. */
export { voiceFigures, voiceMigrations, voiceRoutes } from "./voices.ts";
