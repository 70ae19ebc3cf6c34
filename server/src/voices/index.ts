/** Voices and what they have spoken. */
export { voiceRoutes } from "./routes.ts";
export { voiceFigures } from "./store.ts";
export { voiceMigrations } from "./tables.ts";
