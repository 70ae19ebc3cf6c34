/** Voices, what they have spoken, and the lab in which they are tried. */
export { createClones, voicesOfClones, type CloningAccounts } from "./cloning/clones.ts";
export { startCloning } from "./cloning/making.ts";
export { cloneMakingQueue, cloneRemovalQueue, cloneSweepQueue } from "./cloning/queues.ts";
export { cloneRoutes } from "./cloning/routes.ts";
export { createCloneStore } from "./cloning/store.ts";
export { createLab } from "./lab.ts";
export { createLibrary, type ProviderVoice, type VoiceSources } from "./library.ts";
export { voiceRoutes } from "./routes.ts";
export { createSoundFiles } from "./sound-files.ts";
export { addMadeVoices, createVoiceStore, type MadeSample, type MadeVoice } from "./store.ts";
export { createPronunciations, type Pronunciations } from "./pronunciations/pronunciations.ts";
export { pronunciationRoutes } from "./pronunciations/routes.ts";
export { createPronunciationStore } from "./pronunciations/store.ts";
export { createStudio } from "./studio.ts";
export {
  pronunciationMigrations,
  consentStatusMigrations,
  voiceCloneMigrations,
  voiceLibraryMigrations,
  voiceMigrations,
} from "./tables.ts";
