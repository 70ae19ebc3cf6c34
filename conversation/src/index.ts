/** The door of the conversation: what other rooms may use. */
export * from "./ports.ts";
export type * from "./plan.ts";
export type * from "./journal.ts";
export { createSayAs, type Pronunciation, type SayAs } from "./speak/pronunciation.ts";
export { AMBIENT_TRACKS, type AmbientTrack } from "./speak/ambience.ts";
export { openConversation } from "./conversation.ts";
export type { Conversation, ConversationParts } from "./conversation-parts.ts";
export {
  type EarlierTurns,
  openWrittenConversation,
  type RanTool,
  type WrittenAnswer,
  type WrittenConversation,
} from "./written-conversation.ts";
export { asFailure } from "./deadline.ts";
export { Resampler, resample } from "./audio/resampler.ts";
export { withEffect } from "./audio/effects.ts";
export { pitched, stretched } from "./audio/stretch.ts";
export { swayed } from "./audio/sway.ts";
export { entriesOf, isKeyOf, isRecord, keysOf } from "./known-keys.ts";
export { loadWasmKernel, WASM_PAGE_BYTES } from "./audio/wasm-kernel.ts";
export { findSound, NotWav, readWav, WAV_HEADER_BYTES, wavHeader, wavOf } from "./audio/wav.ts";
export { agreesIn } from "./turn/phrases/agreement.ts";
export { OPT_OUT_TOOL, RECORDED, withOptOut } from "./think/opt-out/opt-out.ts";
export { optOutIn } from "./think/opt-out/recognise.ts";
export { spokenResult } from "./think/spoken-result.ts";
export { withRoutes } from "./think/routed.ts";
export { withKnowledge, WRITTEN_WAIT_MS } from "./think/knowing.ts";
export { spokenValues } from "./guard/spoken-values.ts";
export { createFormGuard, type DoneCorrection, type FormGuard } from "./guard/index.ts";
export { isHoldResult } from "./guard/hold.ts";
export { hasSucceeded } from "./guard/effect-kinds.ts";
