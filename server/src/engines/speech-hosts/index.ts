/** Ears, minds and voices of this installation. */
export {
  ASSISTANTS_MODEL,
  choicesFor,
  choose,
  forLanguage,
  ownPartsOf,
  type Choices,
  type LentSettings,
  type MindSettings,
  type Services,
  type Wishes,
} from "./choices.ts";
export { createLocalEmbedder, type LocalEmbedder } from "./local-embedder.ts";
export { createModelsOffer, type ModelsOffer } from "./models-offer.ts";
export { modelRoutes } from "./routes.ts";
export type { MachineVoice } from "./machine-voices.ts";
export { createSideVoices, type SideVoices } from "./side-voices.ts";
export { createTranscriber } from "./transcriber.ts";
export { startSpeechHosts, type SpeechHosts, type SpeechSetup } from "./speech-hosts.ts";
