/** What media threads and the main thread tell the thread that writes recordings. */
export type ToWriter =
  /** Where it will lie: nothing is there until it begins. */
  | { kind: "open"; callId: string; path: string; sampleRateHz: number }
  /** Sound of this call may be kept from now on. */
  | { kind: "begin"; callId: string }
  | { kind: "sound"; callId: string; side: "caller" | "assistant"; atMs: number; samples: Int16Array }
  /** `untilMs`: the recording lasts as long as the call, silence included. */
  | { kind: "close"; callId: string; untilMs?: number }
  /** Nothing more may be written: every open recording stops where it is. */
  | { kind: "no-room" }
  /** Another thread that will send sound. */
  | { kind: "source"; port: import("node:worker_threads").MessagePort };

export type FromWriter =
  | { kind: "written"; callId: string; durationMs: number }
  /** It stopped in the middle; so much of it is there. */
  | { kind: "trouble"; callId: string; durationMs: number; isFull: boolean; message: string };
