/** What the main thread and a media thread tell each other. Plain data only. */
import type { AgreedMedia, StreamCarrier } from "@ongea/channels";
import type { SpeechSetup } from "../speech-hosts/speech-hosts.ts";
import type { SpeechPreferences } from "../speech-hosts/choices.ts";
import type { CloseReason, JournalEntry, Plan, ToolOutcome } from "@ongea/conversation";

/** How a person's sound arrives. */
export type LineOrder =
  /** A telephone: RTP on a port of this machine; what the other side wants may be known only later. */
  | { kind: "rtp"; host: string; media?: AgreedMedia | undefined; alsoFrom?: readonly string[] | undefined }
  /** A browser, or a telephone of a messaging channel (`isSignalled`: the provider says when it hangs up), over WebRTC. */
  | { kind: "webrtc"; offer: string; isSignalled?: boolean | undefined }
  /** A telephone of a messaging channel that we ring: we offer, and its SDP answer comes through `packet`. */
  | { kind: "webrtc-call" }
  /** A browser, over a WebSocket that the main thread holds: its messages come through `packet`. */
  | { kind: "socket"; speaks?: "web-call" | undefined }
  /** A telephone, over a carrier's WebSocket that the main thread holds: its messages come through `packet`. */
  | { kind: "stream"; carrier: StreamCarrier };

/** What the far end must be told before sound can flow. */
export type LineAnswer =
  | { kind: "rtp"; port: number; srtpKey?: string }
  | { kind: "webrtc"; answer: string }
  | { kind: "webrtc-call"; offer: string }
  | { kind: "socket" }
  | { kind: "stream" };

export type ToMedia =
  /** Of no call: what calls that begin from now on hear and speak with. */
  | { kind: "speech"; speech: SpeechSetup }
  | { kind: "prepare"; callId: string; line: LineOrder }
  | { kind: "start"; callId: string; plan: Plan; preferences: SpeechPreferences }
  /** The telephone's side changed or said only now where its sound goes. */
  | { kind: "media"; callId: string; media: AgreedMedia }
  /** The telephone's side has shown that it wants our sound: its ACK has come. */
  | { kind: "confirmed"; callId: string }
  | { kind: "packet"; callId: string; data: ArrayBuffer | string }
  | { kind: "typed"; callId: string; text: string }
  | { kind: "tool-result"; callId: string; requestId: number; outcome: ToolOutcome }
  /** Somebody else is rung for the caller. */
  | { kind: "ringing"; callId: string }
  /** They have answered, on the line of `legId`: both are to hear each other. */
  | { kind: "connect"; callId: string; legId: string; to: string; by?: string | undefined }
  /** A line for the assistant alone. */
  | { kind: "whisper"; callId: string; text: string; by: string }
  /** Somebody listens to the call, or nobody any more. */
  | { kind: "listen"; callId: string; isHeard: boolean }
  /** The other side is gone. */
  | { kind: "line-ended"; callId: string; lost: boolean }
  /** In any phase, also while the line is being opened. */
  | { kind: "end"; callId: string; reason: CloseReason };

/** Asked like a tool, and no assistant can have a tool of this name: finds passages for a question; without one all of them, where they are few. */
export const RETRIEVAL = "retrieval:find";

export type FromMedia =
  | { kind: "prepared"; callId: string; answer: LineAnswer; sampleRateHz: number }
  /** The line cannot be opened. The last message of a call. */
  | { kind: "refused"; callId: string; message: string }
  | { kind: "packet"; callId: string; data: ArrayBuffer | string }
  | { kind: "close-socket"; callId: string }
  /** Of WebRTC: sound can flow. */
  | { kind: "connected"; callId: string }
  /** A piece of one side's sound, for those who listen. */
  | { kind: "sound"; callId: string; packet: ArrayBuffer }
  | { kind: "entry"; callId: string; entry: JournalEntry }
  | { kind: "tool"; callId: string; requestId: number; name: string; arguments: string }
  | { kind: "tool-cancelled"; callId: string; requestId: number }
  /** Nothing is left of it on the thread. The last message of a call. */
  | { kind: "closed"; callId: string; reason: CloseReason | "failed" }
  /** A fault of ours ended this call; `closed` follows. */
  | { kind: "fault"; callId: string; message: string }
  | { kind: "load"; load: ThreadLoad };

/** How busy a thread was in the time since it last said so. */
export interface ThreadLoad {
  /** Share of the time in which it was at work, or kept from it by others, 0…1. */
  busy: number;
  /** Share of the time in which its sound was late by more than a far end hides, 0…1. */
  behind: number;
}

const LEVELS_WAIT_MS = 100;

export function patienceOf(message: FromMedia | ToMedia): number {
  return message.kind === "entry" && message.entry.kind === "levels" ? LEVELS_WAIT_MS : 0;
}
