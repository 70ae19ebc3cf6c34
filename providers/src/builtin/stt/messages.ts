import type { Words } from "@ongea/conversation";
import type { Guide } from "./grammar.ts";
import type { SpeakerLevel } from "./level.ts";

/** What an utterance is listened to for. */
export type ListenFor = Guide;

/** What the host says to a decoder's worker; one utterance at a time. */
export type ToDecoder =
  /** Before an utterance: what it will be listened to for, if another one does not come first. */
  | { op: "prepare"; listenFor: ListenFor }
  | { op: "begin"; utterance: number; listenFor: ListenFor; speaker: SpeakerLevel | undefined }
  | { op: "hear"; samples: Int16Array }
  | { op: "pause"; pause: number }
  | { op: "resume" }
  | { op: "end" };

export type FromDecoder =
  | { op: "ready" }
  | { op: "partial"; utterance: number; words: Words }
  | { op: "settled"; utterance: number; pause: number; words: Words; speaker: SpeakerLevel | undefined };
