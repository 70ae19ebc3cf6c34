/** The door of the conversation: what other rooms may use. */
export * from "./ports.ts";
export type * from "./plan.ts";
export type * from "./journal.ts";
export { createSayAs, type Pronunciation, type SayAs } from "./speak/pronunciation.ts";
export { AMBIENT_TRACKS, type AmbientTrack } from "./speak/ambience.ts";
export { openConversation } from "./conversation.ts";
export type { Conversation, ConversationParts } from "./conversation-parts.ts";
export { Resampler, resample } from "./audio/resampler.ts";
export { findSound, NotWav, readWav, WAV_HEADER_BYTES, wavHeader, wavOf } from "./audio/wav.ts";
export { OPT_OUT_TOOL, RECORDED, withOptOut } from "./think/opt-out/opt-out.ts";
export { optOutIn } from "./think/opt-out/recognise.ts";
export { withRoutes } from "./think/routed.ts";
export { withKnowledge } from "./think/knowing.ts";
