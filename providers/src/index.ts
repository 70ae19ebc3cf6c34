/** The door for a media thread: adapters that implement the conversation's ports. Nothing here blocks or loads native code. */
export { createRuleBasedDialogue as createGuidedDialogue } from "./builtin/dialogue/rule-based-dialogue.ts";
export { meaningLikeness } from "./builtin/dialogue/meaning/near-words.ts";
export { createSilero } from "./builtin/silero/index.ts";
export { linkToHost, type HostLink } from "./host/link.ts";
export { useSentenceHost } from "./builtin/sentence-model/sentence-host.ts";
export { createHostEmbedder } from "./host/host-embedder.ts";
export { createHostRecogniser } from "./host/host-recogniser.ts";
export { createHostSynthesiser, type HostSynthesiserOptions } from "./host/host-synthesiser.ts";
export { createOpenAiEmbedder, type OpenAiEmbedderOptions } from "./openai/embeddings.ts";
export { MOST_DIMENSIONS, type Embedder } from "./embedder.ts";
export { createOpenAiModel, type OpenAiModelOptions } from "./openai/chat.ts";
export { createOpenAiSynthesiser, type OpenAiSynthesiserOptions } from "./openai/speech.ts";
export { createOpenAiRecogniser, type OpenAiRecogniserOptions } from "./openai/transcription.ts";
export { createHostEndOfTurn, createHostSegmentRecogniser } from "./host/host-judges.ts";
export { createHostLanguageModel } from "./host/host-language-model.ts";
export {
  createEndOfTurn,
  createLanguageModel,
  createRealtime,
  createRecogniser,
  createSynthesiser,
  type HostLinks,
} from "./create.ts";
export { CATALOGUE, type CatalogueEntry } from "./catalogue.ts";
export {
  endOfTurnSettings,
  languageModelSettings,
  realtimeSettings,
  recogniserSettings,
  synthesiserSettings,
  type EndOfTurnSettings,
  type LanguageModelSettings,
  type RealtimeSettings,
  type RecogniserSettings,
  type SynthesiserSettings,
} from "./settings.ts";
export { modelListAt, serviceOf } from "./own-llm/protocol.ts";
export { createCalCalendar, type CalBooking, type CalCalendar, type CalSlot } from "./cal/calendar.ts";
export { isKeyRefused } from "./http/ask.ts";
export { timeLimit } from "./http/time-limit.ts";
export { checkProvider, CONNECTABLE, type CheckResult, type ConnectableId, type ProviderAccount } from "./check/check.ts";
export type { CheckOptions, CheckRefusal } from "./check/ask-json.ts";
export { listVoices, WITH_VOICES, type VendorVoice, type VoiceList, type WithVoices } from "./voices/list.ts";
export {
  createCloner,
  WITH_CLONING,
  type CloneResult,
  type CloneOrder,
  type Cloner,
  type CloneRemoved,
  type CloneList,
  type WithCloning,
} from "./voices/clone.ts";
export { SPITCH_VOICES } from "./spitch/speech.ts";
export { pricesIn } from "./price-file.ts";
export { costOfUsage, createPrices, type Price, type Prices } from "./prices.ts";
