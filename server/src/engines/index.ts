/** Where STT, LLM and TTS come from, and the threads in which they meet callers. */
export type { ProviderResolver } from "./connections/provider-resolver.ts";
export type { ResolvedProviders } from "./connections/resolve-providers.ts";
export type { Missing } from "./connections/resolve-parts.ts";
export { type Cost, costOfProviders, costsOf, passedOnBy } from "./costs/cost.ts";
export {
  type ConnectedProviders,
  NO_CONNECTED_PROVIDERS,
  connectedProviders,
  costOfWriting,
  markedOwn,
} from "./costs/provider-usage.ts";
export { type MediaPool, createMediaPool } from "./media/media-pool.ts";
export type { CallListener, MediaSlot, OpenedSlot } from "./media/media-thread.ts";
export { type LineOrder, RETRIEVAL } from "./media/messages.ts";
export { retrieverBy } from "./media/retriever.ts";
export { type Engines, openEngines } from "./open.ts";
export type { ProviderFailures } from "./provider-failures.ts";
export { type Recordings, SHARED_RECORDINGS, createRecordings } from "./recording/recordings.ts";
export type { WholeSound } from "./recording/sealed-sound.ts";
export type { Range } from "./recording/silence.ts";
export { TwoChannelWav } from "./recording/two-channel-wav.ts";
export {
  AGENT_MODEL,
  type Choices,
  type ResolvedSettings,
  type SpeechPreferences,
  forLanguage,
  recognizesLanguage,
  ownPartsOf,
} from "./speech-hosts/choices.ts";
export type { ModelsOffer } from "./speech-hosts/models-offer.ts";
export type {
  CallerPreferences,
  ChosenSpeech,
  SpokenCaller,
  SpokenCallers,
  SpokenConversation,
} from "./speech-hosts/spoken-callers.ts";
export { createTranscriber, type Transcriber } from "./speech-hosts/transcriber.ts";
export { type SeededSample, type SeededVoice, addSeededVoices } from "./voices/seeded/store.ts";
